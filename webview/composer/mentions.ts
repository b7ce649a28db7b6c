import type { Disposable } from "../../src/base/disposables.ts";
import type { Timer } from "../../src/base/timer.ts";
import type { MentionView } from "../../src/shared/attachments.ts";
import type { WebviewAction } from "../../src/shared/protocol.ts";
import type { Host } from "../host.ts";

/** A pause in typing after which the host is asked, in ms. */
const pause = 80;
/** Longer words behind an `@` are no names of files or symbols. */
const longest = 100;

/** The word behind an `@` that the cursor stands in; `start` is the place of the `@` in the draft. */
export interface Mention {
  readonly start: number;
  readonly query: string;
}

/** The mention that is being written at the cursor: an `@` at the begin of a word, and the cursor behind it. */
export function mentionAt(draft: string, caret: number): Mention | undefined {
  const before = draft.slice(Math.max(0, caret - longest - 2), caret);
  const [, query] = /(?:^|[\s([{"'`])@([^\s@]*)$/.exec(before) ?? [];
  return query === undefined || query.length > longest ? undefined : { start: caret - query.length - 1, query };
}

/** Asks the host what the mention under the cursor may mean, one question at a time. */
export class Mentions {
  readonly #host: Host;
  readonly #timer: Timer;
  readonly #draw: () => void;
  #mention: Mention | undefined;
  #asked = 0;
  #waiting: Disposable | undefined;
  #items: readonly MentionView[] = [];
  #answered = 0;
  #isComplete = false;

  constructor(host: Host, timer: Timer, draw: () => void) {
    this.#host = host;
    this.#timer = timer;
    this.#draw = draw;
  }

  /** The mention that is being written. */
  get current(): Mention | undefined {
    return this.#mention;
  }

  /** What was found for it so far; what was found for the letters before stays until the first answer. */
  get items(): readonly MentionView[] {
    return this.#mention ? this.#items : [];
  }

  /** Everything was looked through, and nothing fits. */
  get isNothing(): boolean {
    return this.#mention !== undefined && this.#isComplete && this.#answered === this.#asked && this.#items.length === 0;
  }

  /** To be called when the draft or the cursor changed. */
  look(draft: string, caret: number): void {
    const now = mentionAt(draft, caret);
    if (now?.query === this.#mention?.query && now?.start === this.#mention?.start) return;
    if (!now) {
      this.stop();
      return;
    }
    this.#mention = now;
    this.#waiting?.dispose();
    this.#isComplete = false;
    const asked = ++this.#asked;
    this.#waiting = this.#timer.after(pause, () => this.#host.post({ type: "complete", asked, query: now.query }));
    this.#draw();
  }

  /** Nothing is wanted any more. */
  stop(): void {
    if (!this.#mention) return;
    this.#mention = undefined;
    this.#items = [];
    this.#asked++;
    this.#waiting?.dispose();
    this.#host.post({ type: "stopCompleting" });
    this.#draw();
  }

  /** Takes an answer of the host, unless another question is open by now. */
  receive(offer: Extract<WebviewAction, { readonly do: "offer" }>): void {
    if (offer.asked !== this.#asked || !this.#mention) return;
    this.#items = offer.items;
    this.#answered = offer.asked;
    this.#isComplete = offer.isComplete;
    this.#draw();
  }
}
