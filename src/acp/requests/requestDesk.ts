import type { LogEntry, OwnEntry, Question } from "../../dialects/logEntry.ts";
import { requestIdOf } from "../../dialects/requestIds.ts";
import type { JsonObject } from "../../session/content.ts";
import { type RequestId, toRequestId } from "../../session/ids.ts";
import { type AnswerByKind, fitsKind, type RequestAnswer, type RequestKind, type RequestOutcome } from "../../session/requests.ts";
import type { RequestHandlers } from "./agentRequests.ts";

/** The requests of an agent that wait for the person, by method. */
const kinds: { readonly [method: string]: RequestKind | undefined } = {
  "session/request_permission": "permission",
  "elicitation/create": "elicitation",
};

interface Waiting {
  readonly kind: RequestKind;
  readonly outcome: Promise<RequestOutcome>;
  readonly give: (outcome: RequestOutcome) => void;
  isAnswered: boolean;
}

/**
 * Everything that waits for the person on one connection; each is answered exactly once. Requests of the agent are taken
 * from the ordered log, at the place where they came, so that an answer can be given before the SDK has passed the
 * request on. Questions of our own are put into the same log (`ask`).
 */
export class RequestDesk {
  readonly #open = new Map<RequestId, Waiting>();
  readonly #now: () => number;
  readonly #log: (entry: OwnEntry) => void;
  #questions = 0;

  /** `log` takes the entries of our own questions; `now` is ms since the connection began. */
  constructor(now: () => number, log: (entry: OwnEntry) => void) {
    this.#now = now;
    this.#log = log;
  }

  /** True while the person has something to answer. */
  get isWaiting(): boolean {
    return [...this.#open.values()].some(({ isAnswered }) => !isAnswered);
  }

  /** Looks at every entry of the log: requests open, `$/cancel_request` withdraws, an answer that was sent closes. */
  look(entry: LogEntry): void {
    if (entry.type !== "frame") return;
    const { dir, message } = entry;
    if (message.type === "notification") {
      const id = message.params.requestId;
      if (dir !== "agent" || message.method !== "$/cancel_request" || (typeof id !== "string" && typeof id !== "number")) return;
      this.#settle(requestIdOf(id), { type: "withdrawn" });
      return;
    }
    const kind = kinds[message.method ?? ""];
    if (kind === undefined) return;
    if (dir === "agent" && message.type === "request") this.#add(requestIdOf(message.id), kind);
    if (dir === "client" && message.type === "response") this.#open.delete(requestIdOf(message.id));
  }

  /** Gives the answer; false when nothing of its kind is open by this id (any more). */
  answer(id: RequestId, answer: RequestAnswer): boolean {
    const kind = this.#open.get(id)?.kind;
    return kind !== undefined && fitsKind(kind, answer) && this.#settle(id, answer);
  }

  /** Answers everything that waits with `cancelled`. */
  cancelAll(): void {
    for (const id of [...this.#open.keys()]) this.#settle(id, { type: "cancelled" });
  }

  /** Resolves with the answer to a request of the agent, for the one who sends it; what is withdrawn counts as cancelled. */
  async wait<Kind extends RequestKind>(kind: Kind, id: RequestId): Promise<AnswerByKind[Kind]> {
    const waiting = this.#open.get(id);
    if (waiting?.kind !== kind) return { type: "cancelled" };
    const outcome = await waiting.outcome;
    return fitsKind(kind, outcome) ? outcome : { type: "cancelled" };
  }

  /**
   * Asks the person something ourselves, and resolves with the answer. Aborting takes the question back and rejects with
   * the signal's reason.
   */
  async ask(question: Question, signal?: AbortSignal): Promise<AnswerByKind["approval"]> {
    signal?.throwIfAborted();
    // No JSON-RPC id looks like this one (`requestIdOf`).
    const id = toRequestId(`own-${this.#questions++}`);
    const waiting = this.#add(id, "approval");
    const takeBack = () => this.#settle(id, { type: "withdrawn" });
    signal?.addEventListener("abort", takeBack, { once: true });
    this.#log({ type: "question", t: this.#now(), id, question });
    try {
      const outcome = await waiting.outcome;
      this.#log({ type: "questionSettled", t: this.#now(), id, outcome });
      if (!fitsKind("approval", outcome)) throw signal?.reason;
      return outcome;
    } finally {
      signal?.removeEventListener("abort", takeBack);
      this.#open.delete(id);
    }
  }

  #settle(id: RequestId, outcome: RequestOutcome): boolean {
    const waiting = this.#open.get(id);
    if (!waiting || waiting.isAnswered) return false;
    waiting.isAnswered = true;
    waiting.give(outcome);
    return true;
  }

  #add(id: RequestId, kind: RequestKind): Waiting {
    // An agent that uses an id twice at a time gets one answer for both: the person saw one request.
    const open = this.#open.get(id);
    if (open && !open.isAnswered) return open;
    let give: Waiting["give"] = () => undefined;
    const outcome = new Promise<RequestOutcome>((resolve) => {
      give = resolve;
    });
    const waiting = { kind, outcome, give, isAnswered: false };
    this.#open.set(id, waiting);
    return waiting;
  }
}

/** The handlers of the requests that wait for the person, and of those that need nothing but an answer. */
export function answeredByPerson(desk: RequestDesk): RequestHandlers {
  return {
    "session/request_permission": async (_params, { requestId }) => ({
      outcome: permissionOutcome(await desk.wait("permission", requestId)),
    }),
    "elicitation/create": async (_params, { requestId }) => elicitationResponse(await desk.wait("elicitation", requestId)),
    // Cursor reports a finished Task call as a request; it waits for an answer, and says nothing that its updates do not.
    "cursor/task": async () => ({}),
  };
}

/** Schema `CreateElicitationResponse`. */
function elicitationResponse(answer: AnswerByKind["elicitation"]): JsonObject {
  if (answer.type === "accepted") return { action: "accept", ...(answer.content && { content: answer.content }) };
  return { action: answer.type === "declined" ? "decline" : "cancel" };
}

/** Schema `RequestPermissionOutcome`. */
function permissionOutcome(answer: AnswerByKind["permission"]): JsonObject {
  return answer.type === "selected" ? { outcome: "selected", optionId: answer.optionId } : { outcome: "cancelled" };
}
