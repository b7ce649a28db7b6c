import type { Disposable } from "../src/base/disposables.ts";
import type { Timer } from "../src/base/timer.ts";
import { t } from "../src/base/words.ts";

/** Time between two sentences, in ms: a reader's voice needs it. */
const pause = 1000;
/** More sentences than this at once are told as a number. */
const most = 3;

/**
 * Says sentences to a screen reader through a polite live region, one a second at most. A later sentence on the same
 * topic replaces one that was not said yet; requests come before states.
 */
export class Announcer {
  readonly #timer: Timer;
  readonly #requests = new Map<string, string>();
  readonly #states = new Map<string, string>();
  #rest: Disposable | undefined;
  /** Where the sentences go; the app sets it to its live region. */
  say: (text: string) => void = () => undefined;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** A request waits for the person. */
  tellRequest(key: string, text: string): void {
    this.#requests.set(key, text);
    if (!this.#rest) this.#sayNext();
  }

  /** A session's state became another. */
  tellState(sessionId: string, text: string): void {
    this.#states.set(sessionId, text);
    if (!this.#rest) this.#sayNext();
  }

  /** Says at once what answers the reader's own key stroke. */
  answer(text: string): void {
    this.say(text);
  }

  #sayNext(): void {
    this.#rest = undefined;
    const text = take(this.#requests) ?? this.#takeState();
    if (text === undefined) return;
    this.say(text);
    this.#rest = this.#timer.after(pause, () => this.#sayNext());
  }

  #takeState(): string | undefined {
    const count = this.#states.size;
    if (count <= most) return take(this.#states);
    this.#states.clear();
    return t("{0} subagents changed their state.", count);
  }
}

function take(sentences: Map<string, string>): string | undefined {
  for (const [topic, text] of sentences) {
    sentences.delete(topic);
    return text;
  }
  return undefined;
}
