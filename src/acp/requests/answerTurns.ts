import type { LogEntry } from "../../dialects/logEntry.ts";
import { requestIdOf } from "../../dialects/requestIds.ts";
import type { RequestId } from "../../session/ids.ts";
import type { RequestContext } from "./agentRequests.ts";

/** So many answers that may be large are made, or on their way, at a time. */
const mostAtOnce = 4;

/** Turns in making answers that may be large: what an agent asks for a thousand times, and perhaps never reads, must not fill our memory. */
export class AnswerTurns {
  readonly #taken = new Set<RequestId>();
  /** In the order in which they came. An agent may use an id twice. */
  readonly #waiting = new Set<{ readonly id: RequestId; readonly go: () => void }>();

  /** Resolves when the answer to this request may be made; its turn ends when the answer goes out. Rejects with the signal's reason. */
  take({ requestId, signal }: RequestContext): Promise<void> {
    signal.throwIfAborted();
    if (this.#taken.size < mostAtOnce) {
      this.#taken.add(requestId);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const waiting = { id: requestId, go: resolve };
      this.#waiting.add(waiting);
      signal.addEventListener("abort", () => {
        this.#waiting.delete(waiting);
        reject(signal.reason);
      });
    });
  }

  /** Looks at every entry of the log: an answer that goes out, with a result or an error, ends its turn. */
  look(entry: LogEntry): void {
    if (entry.type !== "frame" || entry.dir !== "client" || entry.message.type !== "response") return;
    if (!this.#taken.delete(requestIdOf(entry.message.id))) return;
    const [next] = this.#waiting;
    if (!next) return;
    this.#waiting.delete(next);
    this.#taken.add(next.id);
    next.go();
  }
}
