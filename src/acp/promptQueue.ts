import { type Disposable, toDisposable } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import type { Attachment } from "../session/attachment.ts";
import type { ContentBlock } from "../session/content.ts";
import type { SessionId } from "../session/ids.ts";

/** A prompt that waits: until the running one of its session is answered, or — held — until the person says so. */
export interface QueuedPrompt {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly content: readonly ContentBlock[];
  /** What the person wrote: the first block where that is text. */
  readonly text: string;
  /** What `content` holds beside that, as the person attached it. */
  readonly attachments: readonly Attachment[];
  /** The turn that it waited for was cut short, by a cancel or the end of its agent or window: it is not sent until the person says so. */
  readonly isHeld: boolean;
}

/** How a prompt ended: the agent answered it, or it was taken back before it was sent (its text can go back to the composer). */
export type PromptEnd =
  | { readonly type: "ended"; readonly stopReason: string | undefined }
  | { readonly type: "withdrawn"; readonly prompt: QueuedPrompt };

type Waiting = {
  readonly prompt: QueuedPrompt;
  readonly go: (now: QueuedPrompt) => void;
  readonly withdraw: (now: QueuedPrompt) => void;
};
type Send = (sessionId: SessionId, content: readonly ContentBlock[]) => Promise<string | undefined>;

/** Sends prompts one at a time for each session; the others wait, visibly, and can be changed, withdrawn and held. */
export class PromptQueue {
  readonly #send: Send;
  readonly #busy = new Set<SessionId>();
  #waiting: Waiting[] = [];
  /** One for each editor in which a waiting prompt is open. */
  readonly #edits = new Set<{ readonly id: string }>();
  #nextId = 1;
  readonly #onDidChange = new Emitter<SessionId>();

  /** The waiting prompts of this session changed. */
  readonly onDidChange: Event<SessionId> = this.#onDidChange.event;

  /** `send` resolves with the stop reason when the prompt's turn has ended. */
  constructor(send: Send) {
    this.#send = send;
  }

  /** Sends a prompt, at once or after those before it, of which one may be open for editing. Rejects as `send` does. */
  add(sessionId: SessionId, content: readonly ContentBlock[], attachments: readonly Attachment[] = []): Promise<PromptEnd> {
    const isNext = !this.#busy.has(sessionId) && this.#nextOf(sessionId) === undefined;
    return isNext ? this.#run(sessionId, content) : this.#wait(sessionId, content, attachments, false);
  }

  /** Has a prompt wait until the person says so; ends as one that was added. */
  addHeld(sessionId: SessionId, content: readonly ContentBlock[], attachments: readonly Attachment[] = []): Promise<PromptEnd> {
    return this.#wait(sessionId, content, attachments, true);
  }

  /** Oldest first. */
  waiting(sessionId: SessionId): readonly QueuedPrompt[] {
    return this.#waiting.map(({ prompt }) => prompt).filter((prompt) => prompt.sessionId === sessionId);
  }

  /** Changes the text of a waiting prompt, which keeps its place; false when it does not wait (any more). */
  edit(id: string, text: string): boolean {
    const at = this.#waiting.findIndex(({ prompt }) => prompt.id === id);
    const waiting = this.#waiting[at];
    if (!waiting) return false;
    const { sessionId, content } = waiting.prompt;
    const others = typedText(content) === "" ? content : content.slice(1);
    const edited = text === "" ? others : [{ type: "text", text }, ...others];
    this.#waiting = this.#waiting.with(at, { ...waiting, prompt: { ...waiting.prompt, content: edited, text } });
    this.#onDidChange.fire(sessionId);
    return true;
  }

  /** Opens a waiting prompt for editing: until that ends, neither it nor what waits behind it is sent. */
  beginEdit(id: string): Disposable {
    const edit = { id };
    this.#edits.add(edit);
    return toDisposable(() => {
      this.#edits.delete(edit);
      const sessionId = this.#waiting.find(({ prompt }) => prompt.id === id)?.prompt.sessionId;
      if (sessionId !== undefined) this.#next(sessionId);
    });
  }

  /** Holds what waits for this session, or everything: each prompt stays, and is sent when the person says so. */
  hold(sessionId?: SessionId): void {
    const isMeant = ({ prompt }: Waiting) => !prompt.isHeld && (sessionId === undefined || prompt.sessionId === sessionId);
    const held = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.map((waiting) => (isMeant(waiting) ? withHold(waiting, true) : waiting));
    for (const id of new Set(held.map(({ prompt }) => prompt.sessionId))) this.#onDidChange.fire(id);
  }

  /** Sends a held prompt, at once or when the running one is answered; false when it does not wait (any more). */
  release(id: string): boolean {
    const waiting = this.#waiting.find(({ prompt }) => prompt.id === id);
    if (!waiting) return false;
    const { sessionId } = waiting.prompt;
    this.#waiting = this.#waiting.map((each) => (each === waiting ? withHold(each, false) : each));
    if (!this.#next(sessionId)) this.#onDidChange.fire(sessionId);
    return true;
  }

  /** Takes one prompt back; false when it does not wait (any more). */
  withdraw(id: string): boolean {
    return this.#takeBack(({ prompt }) => prompt.id === id);
  }

  /** Takes back what waits for this session, or everything. */
  withdrawAll(sessionId?: SessionId): void {
    this.#takeBack(({ prompt }) => sessionId === undefined || prompt.sessionId === sessionId);
  }

  #wait(sessionId: SessionId, content: readonly ContentBlock[], attachments: readonly Attachment[], isHeld: boolean): Promise<PromptEnd> {
    return new Promise((resolve, reject) => {
      const prompt = { id: `prompt-${this.#nextId++}`, sessionId, content, text: typedText(content), attachments, isHeld };
      const go = (now: QueuedPrompt) => void this.#run(sessionId, now.content).then(resolve, reject);
      this.#waiting.push({ prompt, go, withdraw: (now) => resolve({ type: "withdrawn", prompt: now }) });
      this.#onDidChange.fire(sessionId);
    });
  }

  async #run(sessionId: SessionId, content: readonly ContentBlock[]): Promise<PromptEnd> {
    this.#busy.add(sessionId);
    try {
      return { type: "ended", stopReason: await this.#send(sessionId, content) };
    } finally {
      this.#busy.delete(sessionId);
      this.#next(sessionId);
    }
  }

  #nextOf(sessionId: SessionId): Waiting | undefined {
    return this.#waiting.find(({ prompt }) => prompt.sessionId === sessionId && !prompt.isHeld);
  }

  /** Sends what is next; false when nothing is, or not yet. */
  #next(sessionId: SessionId): boolean {
    const next = this.#nextOf(sessionId);
    if (this.#busy.has(sessionId) || !next || [...this.#edits].some(({ id }) => id === next.prompt.id)) return false;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    next.go(next.prompt);
    this.#onDidChange.fire(sessionId);
    return true;
  }

  #takeBack(isMeant: (waiting: Waiting) => boolean): boolean {
    const taken = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((waiting) => !isMeant(waiting));
    for (const { prompt, withdraw } of taken) withdraw(prompt);
    for (const sessionId of new Set(taken.map(({ prompt }) => prompt.sessionId))) {
      this.#onDidChange.fire(sessionId);
      this.#next(sessionId);
    }
    return taken.length > 0;
  }
}

const withHold = (waiting: Waiting, isHeld: boolean): Waiting => ({ ...waiting, prompt: { ...waiting.prompt, isHeld } });

function typedText(content: readonly ContentBlock[]): string {
  const [first] = content;
  return first?.type === "text" && typeof first.text === "string" ? first.text : "";
}
