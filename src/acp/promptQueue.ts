import { Emitter, type Event } from "../base/emitter.ts";
import { blocksText, type ContentBlock } from "../session/content.ts";
import type { SessionId } from "../session/ids.ts";

/** A prompt that waits until the running one of its session is answered. */
export interface QueuedPrompt {
  readonly id: string;
  readonly sessionId: SessionId;
  readonly content: readonly ContentBlock[];
  /** The text of `content`, for showing. */
  readonly text: string;
}

/** How a prompt ended: the agent answered it, or it was taken back before it was sent (its text can go back to the composer). */
export type PromptEnd =
  | { readonly type: "ended"; readonly stopReason: string | undefined }
  | { readonly type: "withdrawn"; readonly prompt: QueuedPrompt };

type Waiting = { readonly prompt: QueuedPrompt; readonly go: () => void; readonly withdraw: () => void };
type Send = (sessionId: SessionId, content: readonly ContentBlock[]) => Promise<string | undefined>;

/** Sends prompts one at a time for each session; the others wait, visibly, and can be withdrawn. */
export class PromptQueue {
  readonly #send: Send;
  readonly #busy = new Set<SessionId>();
  #waiting: Waiting[] = [];
  #nextId = 1;
  readonly #onDidChange = new Emitter<SessionId>();

  /** The waiting prompts of this session changed. */
  readonly onDidChange: Event<SessionId> = this.#onDidChange.event;

  /** `send` resolves with the stop reason when the prompt's turn has ended. */
  constructor(send: Send) {
    this.#send = send;
  }

  /** Sends a prompt, at once or after those before it. Rejects as `send` does. */
  add(sessionId: SessionId, content: readonly ContentBlock[]): Promise<PromptEnd> {
    if (!this.#busy.has(sessionId)) return this.#run(sessionId, content);
    const prompt: QueuedPrompt = { id: `prompt-${this.#nextId++}`, sessionId, content, text: blocksText(content) };
    return new Promise((resolve, reject) => {
      const go = () => void this.#run(sessionId, content).then(resolve, reject);
      this.#waiting.push({ prompt, go, withdraw: () => resolve({ type: "withdrawn", prompt }) });
      this.#onDidChange.fire(sessionId);
    });
  }

  /** Oldest first. */
  waiting(sessionId: SessionId): readonly QueuedPrompt[] {
    return this.#waiting.map(({ prompt }) => prompt).filter((prompt) => prompt.sessionId === sessionId);
  }

  /** Takes one prompt back; false when it does not wait (any more). */
  withdraw(id: string): boolean {
    return this.#takeBack(({ prompt }) => prompt.id === id);
  }

  /** Takes back what waits for this session, or everything. */
  withdrawAll(sessionId?: SessionId): void {
    this.#takeBack(({ prompt }) => sessionId === undefined || prompt.sessionId === sessionId);
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

  #next(sessionId: SessionId): void {
    const next = this.#waiting.find(({ prompt }) => prompt.sessionId === sessionId);
    if (!next) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    next.go();
    this.#onDidChange.fire(sessionId);
  }

  #takeBack(isMeant: (waiting: Waiting) => boolean): boolean {
    const taken = this.#waiting.filter(isMeant);
    this.#waiting = this.#waiting.filter((waiting) => !isMeant(waiting));
    for (const { withdraw } of taken) withdraw();
    for (const sessionId of new Set(taken.map(({ prompt }) => prompt.sessionId))) this.#onDidChange.fire(sessionId);
    return taken.length > 0;
  }
}
