import { assertNever } from "../base/assertNever.ts";
import { terminalText } from "../render/terminalText.ts";
import { type ContentBlock, isObject } from "../session/content.ts";
import type { PlanEntry } from "../session/events.ts";
import type { SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import { isEndStatus, type RequestRow, type Row, type ToolCallFields, terminalsIn } from "../session/rows.ts";
import type { Session } from "../session/session.ts";
import { type TerminalExit, terminalOf } from "../session/terminals.ts";
import { rowsAtOnce } from "../views/exports/exportOptions.ts";
import type { LiveConnection } from "../views/hub.ts";
import { Labels } from "../views/labels.ts";
import { replayConnection } from "./replayConnection.ts";

/** The end of a command's output as plain text, and how the command ended. */
interface TerminalJson {
  readonly id: string;
  readonly command?: string;
  readonly text: string;
  /** True when something that came before `text` is gone. */
  readonly isCut?: true;
  readonly exit?: TerminalExit;
}

/** What a call got and gave, as the agent told it. */
type CallJson = Partial<
  Pick<ToolCallFields, "toolCallId" | "title" | "name" | "toolKind" | "status" | "about" | "rawInput" | "rawOutput">
> & {
  readonly content?: ToolCallFields["content"];
  readonly locations?: ToolCallFields["locations"];
  readonly terminals?: readonly TerminalJson[];
  /** False marks a call that never came to an end. */
  readonly closed?: false;
  /** A cancel reached it before its end did; `status` is what the agent told all the same. */
  readonly isCancelled?: true;
  /** Nobody could tell whose words, or whose call, this is. */
  readonly isUnattributed?: true;
};

/** One row of `replay --json`. What does not hold of a row is absent. */
export interface RowJson extends CallJson {
  readonly kind: Row["kind"];
  /** It was told by a load, or is from our own history. */
  readonly isHistory?: true;
  /** Of a plan that is no list: its Markdown. */
  readonly text?: string;
  /** The pieces of a message that is more than text. */
  readonly blocks?: readonly ContentBlock[];
  readonly childId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly messageId?: string;
  /** Of a plan: its entries, its file, and whether the agent took it back. */
  readonly entries?: readonly PlanEntry[];
  readonly uri?: string;
  readonly isRemoved?: true;
  readonly severity?: string;
  /** Of a notice: the session whose transcript holds what this one does not. */
  readonly continues?: string;
  readonly error?: string;
  /** Of something that waited for the person: what kind it was and how it ended. */
  readonly asked?: string;
  readonly outcome?: string;
  readonly option?: RequestRow["option"];
  readonly rule?: RequestRow["rule"];
  readonly values?: RequestRow["values"];
  readonly url?: string;
  readonly isCompleted?: true;
}

/** What stands in a row only where it is so. */
const ifSo = (is: boolean | undefined): true | undefined => is || undefined;
const ifAny = <T>(all: readonly T[]): readonly T[] | undefined => (all.length > 0 ? all : undefined);

function callJson(model: SessionModel, sessionId: SessionId, call: ToolCallFields): CallJson {
  const { toolCallId, title, name, toolKind, status, about, rawInput, rawOutput } = call;
  const terminals = terminalsIn(call).flatMap((id) => terminalOf(model, sessionId, id) ?? []);
  return {
    ...{ toolCallId, title, name, toolKind, status, about, rawInput, rawOutput },
    content: ifAny(call.content),
    locations: ifAny(call.locations),
    terminals: ifAny(
      terminals.map(({ id, command, text, isCut, exit }) => ({ id, command, text: terminalText(text), isCut: ifSo(isCut), exit })),
    ),
    closed: isEndStatus(status) ? undefined : false,
    isCancelled: ifSo(call.isCancelled),
    isUnattributed: ifSo(call.isUnattributed),
  };
}

function rowJson(model: SessionModel, row: Row): RowJson {
  return { kind: row.kind, isHistory: ifSo(row.isHistory), ...partsOf(model, row) };
}

function partsOf(model: SessionModel, row: Row): Omit<RowJson, "kind"> {
  switch (row.kind) {
    case "user_message":
    case "agent_message":
    case "agent_thought":
      return { text: row.text, blocks: row.blocks, messageId: row.messageId, isUnattributed: ifSo(row.isUnattributed) };
    case "tool_call":
      return callJson(model, row.sessionId, row);
    case "plan": {
      const entries = row.entries.map((entry) => `[${entry.status}] ${entry.content}`);
      return {
        text: row.markdown ?? ifAny(entries)?.join("\n"),
        entries: ifAny(row.entries),
        uri: row.uri,
        isRemoved: ifSo(row.isRemoved),
      };
    }
    case "session_message":
      return { text: row.text, blocks: row.blocks, from: row.sender, to: row.recipient, messageId: row.messageId };
    case "subagent":
      return { childId: row.childId, ...(row.toolCall ? callJson(model, row.sessionId, row.toolCall) : {}) };
    case "notice":
      return { text: row.text, severity: row.severity, continues: row.continues };
    case "error":
      return { text: row.text };
    case "compaction":
      return { text: row.text, status: row.status, error: row.error };
    case "request": {
      const { title, asked, outcome, option, rule, values, url, isCompleted } = row;
      return { title, asked, outcome, option, rule, values, url, isCompleted: ifSo(isCompleted) };
    }
    case "unknown":
      return { title: row.updateKind, text: JSON.stringify(row.raw) };
    default:
      return assertNever(row);
  }
}

/** What sessions are called, the same for a live agent and its recording. */
const labelsIn = (model: SessionModel): Labels => new Labels({ ...replayConnection(model), isReplay: false });

/** A moment in ISO 8601, `ms` after the connection began at `epoch`; absent where that is not known. */
type Clock = (ms: number | undefined, isKnown: boolean) => string | undefined;

const noClock: Clock = () => undefined;

const clockFrom =
  (epoch: number): Clock =>
  (ms, isKnown) =>
    ms === undefined || !isKnown ? undefined : new Date(epoch + ms).toISOString();

/** A session without its rows, which come last. */
function sessionJson(labels: Labels, session: Session, clock: Clock): { readonly [field: string]: unknown } {
  const last = session.runs[session.runs.length - 1];
  return {
    id: session.id,
    parentId: session.parentId,
    depth: session.depth,
    title: labels.of(session),
    role: session.role,
    description: session.description,
    // How children are told: a root has none of its own.
    dialect: session.standing === "child" ? session.dialect : undefined,
    state: session.state,
    canCancel: session.canCancel,
    cwd: session.cwd,
    model: session.model,
    prompt: session.runs[0]?.prompt,
    answer: last?.answer,
    received: last?.received,
    runs: session.runs.map(({ prompt, answer, received, state, startedAt, endedAt, isUntimed, isEndUnknown }) => ({
      startedAt: clock(startedAt, !isUntimed),
      endedAt: clock(endedAt, !isUntimed && !isEndUnknown),
      ...{ prompt, answer, received, state },
    })),
    launchToolCallId: session.launchToolCallId,
  };
}

/** What some agents call a thought among what a call gave (dirac: the steps of its subagent). */
const thoughts: ReadonlySet<unknown> = new Set(["thinking", "redacted_thinking", "reasoning", "thought"]);

/** A value without the thoughts in its lists. */
function withoutThoughts(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !(isObject(item) && thoughts.has(item.type))).map(withoutThoughts);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutThoughts(inner)])) : value;
}

/**
 * Some sessions of a connection in the shape of `replay --json`, rows masked one by one, with the times that are known: `at` of a
 * row, `startedAt` and `endedAt` of a run, in ISO 8601. `rest` is awaited after each few rows and rejects when nobody wants it any
 * more. Without thoughts when they are not wanted.
 */
export async function transcriptJson(
  { model, startedAtEpoch }: Pick<LiveConnection, "model" | "startedAtEpoch">,
  sessions: readonly Session[],
  options: { readonly hasThoughts: boolean; mask(value: unknown): unknown; rest(): Promise<void> },
): Promise<object> {
  const written: unknown[] = [];
  const labels = labelsIn(model);
  const clock = clockFrom(startedAtEpoch);
  const timed = ({ kind, ...rest }: RowJson, row: Row) => ({ kind, at: clock(row.at, !row.isUntimed), ...rest });
  for (const session of sessions) {
    const rows: unknown[] = [];
    for (let from = 0; from < session.rows.count; from += rowsAtOnce) {
      await options.rest();
      for (const row of await session.rows.read(from, from + rowsAtOnce)) {
        if (!options.hasThoughts && row.kind === "agent_thought") continue;
        const told = timed(rowJson(model, row), row);
        rows.push(options.mask(options.hasThoughts ? told : withoutThoughts(told)));
      }
    }
    await options.rest();
    written.push({ ...(options.mask(sessionJson(labels, session, clock)) as object), rows });
  }
  return { agent: { name: model.agent.name, version: model.agent.version }, sessions: written };
}

/** The one document of `replay --json`: ids as on the wire, sessions in the order of first sight, rows in transcript order. */
export function replayJson(model: SessionModel): object {
  const labels = labelsIn(model);
  return {
    agent: { name: model.agent.name, version: model.agent.version },
    sessions: Array.from(model.sessions, (session) => ({
      ...sessionJson(labels, session, noClock),
      rows: Array.from(session.rows.values(), (row) => rowJson(model, row)),
    })),
    openRequests: model.openRequests.map(({ sessionId, wireSessionId, kind, title }) => ({ sessionId, wireSessionId, kind, title })),
    diagnostics: model.diagnostics.map(({ level, message, sessionId }) => ({ level, message, sessionId })),
  };
}
