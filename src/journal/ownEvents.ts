import type { SessionEvent, TimedEvent } from "../session/events.ts";
import type { RequestId, SessionId } from "../session/ids.ts";
import type { AskedRequest } from "../session/requests.ts";

/**
 * Of the events of a journal those that are history of one root and its children. A journal also holds frames of which
 * nobody knew whose they were, and of sessions that were forked from the root. What would ask, close or be live is no
 * history: closing, deleting, the connection's end.
 */
export class OwnEvents {
  readonly #rootId: SessionId;
  readonly #mostWaiting: number;
  readonly #parents = new Map<SessionId, SessionId>();
  /** Other roots of the same connection. */
  readonly #others = new Set<SessionId>();
  #waiting: TimedEvent[] = [];
  readonly #asked = new Map<RequestId, { readonly t: number; readonly request: AskedRequest }>();

  /** How many events were left out because too many waited. */
  leftOut = 0;

  /** `mostWaiting`: events of sessions that nobody has announced (yet). */
  constructor(rootId: SessionId, mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
    this.#rootId = rootId;
  }

  /** The events to apply now, in order: what waited for the announcement of its session comes after it. */
  take(timed: TimedEvent): readonly TimedEvent[] {
    const { event } = timed;
    if (event.type === "requestOpened") this.#asked.set(event.request.id, { t: timed.t, request: event.request });
    // Nobody was asked, so nothing waited.
    if (event.type === "permissionAllowed") this.#asked.delete(event.requestId);
    if (event.type === "requestSettled") return this.#settled(timed.t, event);
    if (event.type === "cancelSent") return [...this.#cancelled(timed.t, event.sessionId), ...this.#own(timed)];
    return this.#own(timed);
  }

  /** The connection is over: nobody can answer any more what was asked on it. */
  over(t: number): readonly TimedEvent[] {
    return [...this.#asked.keys()].flatMap((requestId) =>
      this.#settled(t, { type: "requestSettled", requestId, outcome: { type: "cancelled" } }),
    );
  }

  #own(timed: TimedEvent): readonly TimedEvent[] {
    const { event } = timed;
    const sessionId = subjectOf(event);
    if (sessionId === undefined) return [];
    if (event.type === "childUpdated" && !this.#parents.has(event.sessionId)) this.#parents.set(event.sessionId, event.parentId);
    if (event.type === "childRenamed") this.#rename(event.from, event.to);
    if (opens.has(event.type) && sessionId !== this.#rootId && !this.#parents.has(sessionId)) this.#others.add(sessionId);
    const top = this.#topOf(sessionId);
    if (this.#others.has(top)) return [];
    if (top !== this.#rootId) {
      if (this.#waiting.length < this.#mostWaiting) this.#waiting.push(timed);
      else this.leftOut += 1;
      return [];
    }
    return event.type === "childUpdated" ? [timed, ...this.#released()] : [timed];
  }

  /** A request is told when it is over, in one event: so it never waits for anybody, and nobody is asked again. */
  #settled(t: number, { requestId, outcome }: Extract<SessionEvent, { type: "requestSettled" }>): readonly TimedEvent[] {
    const asked = this.#asked.get(requestId);
    this.#asked.delete(requestId);
    if (asked?.request.sessionId === undefined || this.#topOf(asked.request.sessionId) !== this.#rootId) return [];
    return [{ t, event: { type: "requestRecalled", request: asked.request, outcome, openedAt: asked.t } }];
  }

  /** Our cancel answers what its session asks, before the answer is on the wire. */
  #cancelled(t: number, sessionId: SessionId): readonly TimedEvent[] {
    const asked = [...this.#asked.values()].filter(({ request }) => request.sessionId === sessionId);
    return asked.flatMap(({ request: { id } }) =>
      this.#settled(t, { type: "requestSettled", requestId: id, outcome: { type: "cancelled" } }),
    );
  }

  #rename(from: SessionId, to: SessionId): void {
    const parent = this.#parents.get(from);
    if (parent !== undefined && !this.#parents.has(to)) this.#parents.set(to, parent);
  }

  #released(): readonly TimedEvent[] {
    if (this.#waiting.length === 0) return [];
    const isOwn = ({ event }: TimedEvent) => this.#topOf(subjectOf(event) ?? ("" as SessionId)) === this.#rootId;
    const own = this.#waiting.filter(isOwn);
    if (own.length > 0) this.#waiting = this.#waiting.filter((timed) => !isOwn(timed));
    return own;
  }

  #topOf(id: SessionId): SessionId {
    const seen = new Set<SessionId>();
    let at = id;
    for (let up = this.#parents.get(at); up !== undefined && !seen.has(up); up = this.#parents.get(at)) {
      seen.add(up);
      at = up;
    }
    return at;
  }
}

const opens: ReadonlySet<string> = new Set(["rootOpened", "restoreBegan", "promptSent"]);

/** The session that an event is told of; undefined of what is no history. */
function subjectOf(event: SessionEvent): SessionId | undefined {
  switch (event.type) {
    case "sessionClosed":
    case "sessionRemoved":
    case "storedBegan":
    case "storedEnded":
      return undefined;
    case "childRenamed":
      return event.from;
    case "answerReceived":
      return event.childId;
    case "childUpdated":
      return event.parentId;
    default:
      // What names no session is about the connection, or a request: both are over.
      return "sessionId" in event ? event.sessionId : undefined;
  }
}
