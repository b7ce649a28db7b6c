import type { LogEntry } from "../dialects/logEntry.ts";
import { requestIdOf } from "../dialects/requestIds.ts";
import type { RequestId } from "../session/ids.ts";
import type { PermissionOutcome } from "./sdkConnection.ts";

type Desk = { readonly answer: Promise<PermissionOutcome>; readonly give: (outcome: PermissionOutcome) => void; isAnswered: boolean };

/**
 * The permission requests that wait. They are taken from the ordered log, at the place where they came, so that an
 * answer can be given before the SDK has passed the request on; each is answered exactly once.
 */
export class PermissionDesk {
  readonly #open = new Map<RequestId, Desk>();

  /** Looks at every entry of the log: requests open, `$/cancel_request` withdraws, an answer that was sent closes. */
  look(entry: LogEntry): void {
    if (entry.type !== "frame") return;
    const { dir, message } = entry;
    if (message.type === "notification") {
      const id = message.params.requestId;
      if (dir !== "agent" || message.method !== "$/cancel_request" || (typeof id !== "string" && typeof id !== "number")) return;
      this.answer(requestIdOf(id), { outcome: "cancelled" });
    } else if (message.method === "session/request_permission") {
      if (dir === "agent" && message.type === "request") this.#add(requestIdOf(message.id));
      if (dir === "client" && message.type === "response") this.#open.delete(requestIdOf(message.id));
    }
  }

  /** Gives the answer; false when the request is not open (any more). */
  answer(id: RequestId, outcome: PermissionOutcome): boolean {
    const desk = this.#open.get(id);
    if (!desk || desk.isAnswered) return false;
    desk.isAnswered = true;
    desk.give(outcome);
    return true;
  }

  /** Answers everything that waits with `cancelled`. */
  cancelAll(): void {
    for (const id of [...this.#open.keys()]) this.answer(id, { outcome: "cancelled" });
  }

  /** Resolves with the answer, for the one who sends it. */
  async wait(id: string | number | null): Promise<PermissionOutcome> {
    const desk = id === null ? undefined : this.#open.get(requestIdOf(id));
    return desk ? desk.answer : { outcome: "cancelled" };
  }

  #add(id: RequestId): void {
    // An agent that uses an id twice at a time gets one answer for both: the person saw one request.
    const open = this.#open.get(id);
    if (open && !open.isAnswered) return;
    let give: Desk["give"] = () => undefined;
    const answer = new Promise<PermissionOutcome>((resolve) => {
      give = resolve;
    });
    this.#open.set(id, { answer, give, isAnswered: false });
  }
}
