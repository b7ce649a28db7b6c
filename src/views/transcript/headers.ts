import type { Delta } from "../../session/changes.ts";
import type { SessionId } from "../../session/ids.ts";
import { type Session, withBelow } from "../../session/session.ts";
import type { SessionView } from "../../shared/sessionView.ts";
import type { PatchOp } from "../../shared/transcriptState.ts";
import type { LiveConnection } from "../hub.ts";
import type { Labels } from "../labels.ts";
import { sameFields } from "../sameFields.ts";
import { childrenOf } from "../tree/treeOrder.ts";
import { requestCounts, sessionView } from "./sessionView.ts";

/**
 * The headers of a session and everything below it, as one webview holds them. What a delta may have changed is only
 * marked; headers are made once per patch and sent when they really differ.
 */
export class Headers {
  readonly #connection: LiveConnection;
  readonly #labels: Labels;
  readonly #top: SessionId;
  /** The sessions below the top, the top included, with what was sent of each. */
  readonly #sent = new Map<SessionId, SessionView | undefined>();
  readonly #marked = new Set<SessionId>();
  /** The folder of each session when its header was made: a header tells its own only where it differs from the one above. */
  readonly #folders = new Map<SessionId, string | undefined>();
  #gone: SessionId[] = [];

  constructor(connection: LiveConnection, labels: Labels, top: SessionId) {
    this.#connection = connection;
    this.#labels = labels;
    this.#top = top;
    this.#join(top);
  }

  has(id: SessionId): boolean {
    return this.#sent.has(id);
  }

  mark(id: SessionId): void {
    if (this.#sent.has(id)) this.#marked.add(id);
  }

  apply(delta: Delta): void {
    switch (delta.type) {
      case "sessionAdded":
      case "sessionChanged":
        this.#note(delta.session);
        return;
      case "sessionRemoved":
        this.#drop(delta.sessionId);
        return;
      case "rowAdded":
        if (delta.row.kind === "tool_call") this.mark(delta.session.id);
        return;
      case "requestOpened":
      case "requestChanged":
        this.#markUpwards(delta.request.sessionId);
        return;
      case "requestSettled":
        this.#markUpwards(delta.sessionId);
        return;
      case "agentChanged":
        for (const id of this.#sent.keys()) this.#marked.add(id);
        return;
      default:
    }
  }

  /** All headers as of now. */
  snapshot(): readonly SessionView[] {
    this.#gone = [];
    for (const id of this.#sent.keys()) this.#marked.add(id);
    return this.#takeMarked(() => true);
  }

  takeOps(): PatchOp[] {
    const gone = this.#gone.filter((id) => !this.#sent.has(id));
    this.#gone = [];
    const before = new Map<SessionId, SessionView>();
    const changed = this.#takeMarked((view, sent) => {
      if (sent && sameFields(view, sent)) return false;
      if (sent) before.set(view.id as SessionId, sent);
      return true;
    });
    return [
      ...changed.map((session) => headerOp(before.get(session.id as SessionId), session)),
      ...gone.map((sessionId): PatchOp => ({ op: "sessionGone", sessionId })),
    ];
  }

  #takeMarked(isWanted: (view: SessionView, sent: SessionView | undefined) => boolean): SessionView[] {
    const { model } = this.#connection;
    const counts = requestCounts(this.#connection);
    const taken: SessionView[] = [];
    // A set goes on over what is added while it is walked: children whose header depends on their parent's.
    for (const id of this.#marked) {
      const session = model.get(id);
      if (!session) continue;
      const sent = this.#sent.get(id);
      const view = sessionView(this.#connection, this.#labels, session, counts.get(id) ?? 0);
      if (this.#folders.get(id) !== session.cwd) for (const child of session.children) this.mark(child);
      this.#folders.set(id, session.cwd);
      if (!isWanted(view, sent)) continue;
      this.#sent.set(id, view);
      taken.push(view);
    }
    this.#marked.clear();
    return taken;
  }

  #note(session: Session): void {
    const isHere = session.id === this.#top || (session.parentId !== null && this.#sent.has(session.parentId));
    if (!isHere) {
      // It went to another place with the session above it.
      this.#drop(session.id);
      if (this.#connection.model.get(this.#top)?.parentId === session.id) this.mark(this.#top);
      return;
    }
    const before = this.#sent.get(session.id);
    const isMoved = before !== undefined && before.parentId !== session.parentId;
    if (session.parentId !== null && (isMoved || !this.#sent.has(session.id))) this.#markUpwards(session.parentId);
    if (isMoved) this.#recount();
    this.#join(session.id);
    this.#marked.add(session.id);
  }

  #join(id: SessionId): void {
    const { model } = this.#connection;
    const top = model.get(id);
    if (!top || this.#sent.has(id)) return;
    const newBelow = (above: Session) => childrenOf(above, model).filter((child) => !this.#sent.has(child.id));
    for (const session of withBelow(top, newBelow)) {
      this.#sent.set(session.id, undefined);
      this.#marked.add(session.id);
    }
  }

  #markUpwards(id: SessionId | undefined): void {
    for (let at = this.#connection.model.get(id); at; at = at.parentId === null ? undefined : this.#connection.model.get(at.parentId)) {
      this.mark(at.id);
    }
  }

  /** A session left its place: its requests count no longer on what was above it, whichever that was. */
  #recount(): void {
    for (const [id, view] of this.#sent) if (view && view.requestCount > 0) this.#marked.add(id);
  }

  #drop(id: SessionId): void {
    if (!this.#sent.delete(id)) return;
    this.#marked.delete(id);
    this.#folders.delete(id);
    this.#gone.push(id);
    this.#recount();
  }
}

/** A header as it is told: whole at first, then only what is different. */
function headerOp(before: SessionView | undefined, now: SessionView): PatchOp {
  if (!before) return { op: "session", session: now };
  const fields = Object.keys({ ...before, ...now }) as (keyof SessionView)[];
  const changed = fields.filter((field) => !sameFields(before[field], now[field]));
  const gone = changed.filter((field) => now[field] === undefined);
  const set = Object.fromEntries(changed.flatMap((field) => (now[field] === undefined ? [] : [[field, now[field]]])));
  return { op: "sessionSet", sessionId: now.id, set, ...(gone.length > 0 && { gone }) };
}
