import type { AgentCommand, ConfigOption, DialectName, SessionMode } from "./events.ts";
import type { RequestId, RowId, SessionId, TerminalId, ToolCallId } from "./ids.ts";
import type { RowList } from "./rows.ts";
import type { SettingChange } from "./settings.ts";
import type { Terminal } from "./terminals.ts";
import type { ReportedState } from "./workState.ts";

/** One piece of work that a child was given: it has its own prompt, answer and state. */
export interface Run {
  /** ms since the connection began. */
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly prompt?: string;
  /** The child's own last message of the run. */
  readonly answer?: string;
  /** What the parent got, where the wire shows it and it is not the answer itself. */
  readonly received?: string;
  readonly state?: ReportedState;
  /** First row of this run in the child's transcript. */
  readonly firstRowId?: RowId;
  /** The row that holds the answer, so that a view can set it apart. */
  readonly answerRowId?: RowId;
  /** The row that holds the prompt, when it is a row of the child's transcript. */
  readonly promptRowId?: RowId;
  /** A load told of it, and nobody knows when it was: `startedAt` and `endedAt` are when it was told again. */
  readonly isUntimed?: boolean;
  /** Only a load told that it has ended: `endedAt` is not when it did. */
  readonly isEndUnknown?: boolean;
  /** Its connection was over then, while it went on; what came after that came on another one. */
  readonly cutOffAt?: number;
}

/**
 * What a root did upon a prompt of ours, until no prompt was open any more; ms since the connection began. One whose
 * connection was lost has no end. In what a load tells each message of the user begins one.
 */
export interface Turn {
  readonly startedAt: number;
  readonly endedAt?: number;
  /** The row of the prompt that it began with, as long as that is drawn. */
  readonly promptRowId: RowId;
  /** A load told of it, and nobody knows when it was: `startedAt` is when it was told again. */
  readonly isUntimed?: boolean;
  /** Its connection was over then, while it went on. */
  readonly cutOffAt?: number;
}

/** A request of a session that waited for the person, or still does; ms since the connection began. */
export interface Wait {
  readonly requestId: RequestId;
  /** What was asked for, in the agent's words. */
  readonly title: string;
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** A root session or a child session, read-only. */
export interface Session {
  readonly id: SessionId;
  /** Null for a root, and for a detached session that nobody has announced yet. */
  readonly parentId: SessionId | null;
  /** `root`: opened by us; `child`: announced; `detached`: first seen through its own frames, not announced yet. */
  readonly standing: "root" | "child" | "detached";
  /** 0 for a root. */
  readonly depth: number;
  /** Place in the order of first sight, over the whole store. */
  readonly order: number;
  readonly dialect: DialectName;
  /** The parent's labels for a child; for a root what the person or the agent calls it. */
  readonly title?: string;
  readonly description?: string;
  readonly role?: string;
  /** The session's own title (session_info_update). */
  readonly ownTitle?: string;
  /** When something last happened in it, as the agent says: ISO 8601 (session_info_update). */
  readonly updatedAt?: string;
  /** The session that it was forked from. */
  readonly forkOf?: SessionId;
  /** The number `n` of the fallback label "Subagent n": order of sight among all children of the root, from 1. */
  readonly ordinal: number;
  /** Null = no state was ever reported. */
  readonly state: ReportedState | null;
  /** The last state that was reported before the present one became `unknown` or was lost. */
  readonly lastKnownState?: string;
  /** True only while cancelling this child is granted now (checklist 9–11, 29–33). */
  readonly canCancel: boolean;
  readonly cwd?: string;
  readonly additionalDirectories?: readonly string[];
  readonly model?: string;
  readonly modeId?: string;
  readonly modes: readonly SessionMode[];
  readonly config: readonly ConfigOption[];
  /** Changes of mode and options that the agent has not answered yet, oldest first. */
  readonly pendingSettings: readonly SettingChange[];
  /** The last change that the agent refused, and its reason in words, until something is asked for again. */
  readonly refusedSetting?: SettingChange & { readonly error: string };
  readonly commands: readonly AgentCommand[];
  readonly usage?: { readonly used?: number; readonly size?: number };
  /** What its last run took in tokens, as its end told; agents may count its own subagents in. */
  readonly tokens?: number;
  readonly cost?: { readonly amount: number; readonly currency: string };
  /** Children in the order they were announced. */
  readonly children: readonly SessionId[];
  readonly runs: readonly Run[];
  readonly rows: RowList;
  /** The terminals that were reported for this session; `terminalOf` finds the one that an id means. */
  readonly terminals: ReadonlyMap<TerminalId, Terminal>;
  /** The rows of its tool calls; a card stands in the place of the call that launched its child. */
  readonly toolRows: ReadonlyMap<ToolCallId, RowId>;
  readonly launchToolCallId?: ToolCallId;
  /** The row of this child's card in its parent's transcript. */
  readonly cardRowId?: RowId;
  /** Title of the tool call that was reported last and has not ended, while the session works. */
  readonly currentStep?: string;
  readonly toolCallCount: number;
  /** How many requests of exactly this session wait for the person. */
  readonly openRequestCount: number;
  /** True while a session/prompt of ours to this root is not answered. */
  readonly isTurnOpen: boolean;
  /** Of a root: the turns that we began or a load told, oldest first; the last one is open while `isTurnOpen`. */
  readonly turns: readonly Turn[];
  /** The requests of exactly this session, oldest first. */
  readonly waits: readonly Wait[];
  /** Why the last prompt ended: the stop reason, or an error's words. Its rows stand behind `promptRowId`, up to `lastRowId`. */
  readonly lastTurn?: { readonly stopReason?: string; readonly error?: string; readonly promptRowId?: RowId; readonly lastRowId?: RowId };
  /** While nothing was heard of it for longer than the reader waits: for how long, in ms, when that was noticed. No state: it may well work. */
  readonly silentFor?: number;
  /** True from our session/cancel until the agent reports an end. */
  readonly isStopping: boolean;
  /** True while a load or resume of this root is under way. */
  readonly isRestoring: boolean;
  /** True when everything known of it came from a replay. */
  readonly isHistory: boolean;
  /** True after session/close, or when its connection is gone. */
  readonly isClosed: boolean;
  /** True when it was closed for a reason of its own: by request, or because it could not be opened. Not when only its connection is gone. */
  readonly isLetGo: boolean;
  /** What the client is called that goes on with a session which was let go for it. */
  readonly takenOverBy?: string;
}

/** The root above a session: itself when it has no parent. */
export function rootOf(session: Session, find: (id: SessionId) => Session | undefined): Session {
  let at = session;
  while (at.parentId !== null) {
    const parent = find(at.parentId);
    if (!parent) return at;
    at = parent;
  }
  return at;
}

/**
 * A session and everything below it, parents before children, in the order of `childrenOf`. By a list of its own: agents nest as
 * deep as they like, deeper than a function can call itself.
 */
export function* withBelow<S extends Session>(top: S, childrenOf: (session: S) => readonly S[]): Iterable<S> {
  const waiting = [top];
  for (let session = waiting.pop(); session; session = waiting.pop()) {
    yield session;
    for (const child of childrenOf(session).toReversed()) waiting.push(child);
  }
}

/** Where a session works: its own folder, else that of the nearest session above it which names one (RFD, checklist 16). */
export function folderOf(session: Session, find: (id: SessionId) => Session | undefined): string | undefined {
  for (let at: Session | undefined = session; at; at = at.parentId === null ? undefined : find(at.parentId)) {
    if (at.cwd !== undefined) return at.cwd;
  }
  return undefined;
}

/** True while the session is known to work right now. */
export function isWorking(session: Session): boolean {
  if (session.isTurnOpen) return true;
  return session.state?.confirmed === "live" && (session.state.state === "running" || session.state.state === "requires_action");
}
