import { cutText, oneLine } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { Change, Delta } from "../session/changes.ts";
import { blockText } from "../session/content.ts";
import type { SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import { titleOf } from "../session/rows.ts";
import { rootOf, type Session } from "../session/session.ts";
import type { LiveConnection } from "./hub.ts";

/** Characters of a label that is made from a longer text. */
const cutAt = 60;
/** How many rows of a root are looked at to find its first prompt. */
const firstRows = 20;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The lines of the short texts that were asked for last: a session's words are looked at with every change of it. */
const lines = new Map<string, string>();
const mostLines = 1000;
const longestKept = 200;

/** A text as a label, or undefined when there is nothing to read in it. */
function worded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const line = lines.get(text) ?? oneLine(text);
  if (lines.size >= mostLines) lines.clear();
  if (text.length <= longestKept) lines.set(text, line);
  return line || undefined;
}

/** The first sentence, without its full stop and cut at the end of a word. */
function firstSentence(text: string | undefined): string | undefined {
  const start = text?.trimStart().slice(0, 1000);
  if (!start) return undefined;
  const line = start.split("\n", 1)[0] ?? "";
  const [first] = sentences.segment(line);
  return worded(cutText(oneLine(first?.segment ?? "", 1000).replace(/[.。]$/u, ""), cutAt));
}

function firstPromptLine(session: Session): string | undefined {
  for (const row of session.rows.values(0, firstRows)) {
    if (row.kind !== "user_message") continue;
    // What was attached is no title, while there are words.
    const words = row.blocks?.find((block) => block.type === "text" && blockText(block).trim() !== "");
    const line = (words ? blockText(words) : row.text).trimStart().slice(0, 1000).split("\n", 1)[0];
    return line === undefined ? undefined : worded(cutText(oneLine(line, 1000), cutAt));
  }
  return undefined;
}

function launchTitle(session: Session, model: SessionModel): string | undefined {
  if (session.parentId === null || session.cardRowId === undefined) return undefined;
  const row = model.get(session.parentId)?.rows.get(session.cardRowId);
  return row?.kind === "subagent" && row.toolCall ? worded(titleOf(row.toolCall)) : undefined;
}

const rootLabel = (root: Session): string | undefined => worded(root.title) ?? worded(root.ownTitle) ?? firstPromptLine(root);

/** What a fork is called before it has words of its own. */
function forkLabel({ agentLabel, model }: LiveConnection, { forkOf }: Session): string | undefined {
  if (forkOf === undefined) return undefined;
  const source = model.get(forkOf);
  return t("Fork of {0}", (source && rootLabel(source)) ?? agentLabel);
}

/** What a session is called before equal siblings are told apart. */
function baseLabel(connection: LiveConnection, session: Session): string {
  const own = worded(session.ownTitle);
  if (session.standing === "root") {
    const label = rootLabel(session) ?? forkLabel(connection, session) ?? connection.agentLabel;
    return connection.isReplay && connection.storedBecause === undefined ? t("{0} (recording)", label) : label;
  }
  return (
    worded(session.title) ??
    firstSentence(session.description) ??
    own ??
    launchTitle(session, connection.model) ??
    (session.ordinal > 0 ? t("Subagent {0}", session.ordinal) : t("Unannounced session"))
  );
}

/** A session's place among those with the same parent and the same base label. */
interface Filed {
  readonly group: string;
  readonly base: string;
  readonly order: number;
  number: number;
}

/**
 * The labels of all sessions of one connection: the parent's title · the first sentence of the parent's description ·
 * the session's own title · the launching call's title · "Subagent n"; of a root its title · the first line of its
 * first prompt · the agent's label. Equal siblings get ` (2)`, in order of first sight. Every change of the model must
 * be given to `apply` before labels are asked for; each costs as much as the sessions it names.
 */
export class Labels {
  readonly #connection: LiveConnection;
  readonly #filed = new Map<SessionId, Filed>();
  readonly #groups = new Map<string, SessionId[]>();
  /** The groups of each base label. */
  readonly #alike = new Map<string, Set<string>>();

  constructor(connection: LiveConnection) {
    this.#connection = connection;
    for (const session of connection.model.sessions) this.#file(session, new Set());
  }

  /** The label of a session. */
  of(session: Session): string {
    const filed = this.#filed.get(session.id);
    if (!filed) return baseLabel(this.#connection, session);
    return filed.number > 1 ? `${filed.base} (${filed.number})` : filed.base;
  }

  /** The label where no tree stands around it: with that of the parent, when subagents of others below the same root are called alike. */
  apart(session: Session): string {
    const { model } = this.#connection;
    const parent = session.parentId === null ? undefined : model.get(session.parentId);
    const filed = this.#filed.get(session.id);
    if (!parent || !filed) return this.of(session);
    const root = rootOf(session, (id) => model.get(id));
    const isAlike = (group: string) => {
      const [id] = group === filed.group ? [] : (this.#groups.get(group) ?? []);
      const other = id && model.get(id);
      return other && other.standing !== "root" && rootOf(other, (above) => model.get(above)) === root;
    };
    const hasAlike = Array.from(this.#alike.get(filed.base) ?? []).some(isAlike);
    return hasAlike ? t("{0} in {1}", this.of(session), this.apart(parent)) : this.of(session);
  }

  /** Takes note of a change; returns the sessions that have another label now. */
  apply(change: Change): Iterable<SessionId> {
    // Most changes name nobody: no set is made for them.
    let renamed: Set<SessionId> | undefined;
    for (const delta of change) {
      const session = this.#namedBy(delta);
      if (!session && delta.type !== "sessionRemoved") continue;
      renamed ??= new Set();
      if (delta.type === "sessionRemoved") this.#unfile(delta.sessionId, renamed);
      else if (session && this.#connection.model.get(session.id) === session) this.#file(session, renamed);
    }
    return renamed ?? [];
  }

  /** The session whose label a delta can change. */
  #namedBy(delta: Delta): Session | undefined {
    switch (delta.type) {
      case "sessionAdded":
      case "sessionChanged":
      case "rowsCleared":
        return delta.session;
      case "rowAdded":
      case "rowReplaced":
      case "textAppended":
        if (delta.row.kind === "subagent") return this.#connection.model.get(delta.row.childId);
        return delta.row.kind === "user_message" && delta.session.standing === "root" ? delta.session : undefined;
      default:
        return undefined;
    }
  }

  #file(session: Session, renamed: Set<SessionId>): void {
    const base = baseLabel(this.#connection, session);
    const group = `${session.parentId ?? ""}\n${base}`;
    if (this.#filed.get(session.id)?.group === group) return;
    this.#unfile(session.id, renamed);
    const filed: Filed = { group, base, order: session.order, number: 0 };
    this.#filed.set(session.id, filed);
    const members = this.#groups.get(group) ?? [];
    this.#groups.set(group, members);
    const alike = this.#alike.get(base) ?? new Set();
    this.#alike.set(base, alike.add(group));
    // Nearly always the newest, so the place is looked for from the end.
    const before = members.findLastIndex((id) => (this.#filed.get(id)?.order ?? 0) < session.order);
    members.splice(before + 1, 0, session.id);
    this.#renumber(members, before + 1, renamed);
  }

  #unfile(id: SessionId, renamed: Set<SessionId>): void {
    const filed = this.#filed.get(id);
    if (!filed) return;
    this.#filed.delete(id);
    const members = this.#groups.get(filed.group) ?? [];
    members.splice(filed.number - 1, 1);
    if (members.length === 0) {
      this.#groups.delete(filed.group);
      const alike = this.#alike.get(filed.base);
      alike?.delete(filed.group);
      if (alike?.size === 0) this.#alike.delete(filed.base);
    }
    this.#renumber(members, filed.number - 1, renamed);
  }

  #renumber(members: readonly SessionId[], from: number, renamed: Set<SessionId>): void {
    for (let at = from; at < members.length; at++) {
      const id = members[at];
      const filed = id === undefined ? undefined : this.#filed.get(id);
      if (id === undefined || !filed || filed.number === at + 1) continue;
      filed.number = at + 1;
      renamed.add(id);
    }
  }
}

/** The label of one session, for occasional use; costs as much as there are sessions. */
export function labelOf(connection: LiveConnection, session: Session): string {
  return new Labels(connection).of(session);
}

/**
 * The agent type of a session, as far as its dialect names it. Some versions put it in the description, beside a title:
 * then it is one short word.
 */
export function roleOf(session: Session): string | undefined {
  const role = worded(session.role);
  if (role !== undefined) return role;
  const description = worded(session.description);
  if (description === undefined || worded(session.title) === undefined) return undefined;
  return /^[\p{L}][\p{L}\p{N}_:.-]{1,39}$/u.test(description) && description !== worded(session.title) ? description : undefined;
}
