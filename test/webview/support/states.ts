// Pieces of a host's state, with what a test does not care about filled in.
import { fileDiff } from "../../../src/render/fileDiff.ts";
import type { ComposerView } from "../../../src/shared/composerView.ts";
import type { RequestView } from "../../../src/shared/requestView.ts";
import type { RowView, ToolPartView, ToolView } from "../../../src/shared/rowView.ts";
import type { CardView, RunView, SessionView } from "../../../src/shared/sessionView.ts";
import type { RowWindow, TranscriptState } from "../../../src/shared/transcriptState.ts";

/** 29 November 2026, 12:00:00 UTC. */
export const noon = Date.UTC(2026, 10, 29, 12);

export function sessionView(id: string, fields: Partial<SessionView> = {}): SessionView {
  return {
    id,
    parentId: id === "root" ? null : "root",
    standing: id === "root" ? "root" : "child",
    label: id,
    mark: "running",
    isDim: false,
    words: "working",
    requestCount: 0,
    canStop: false,
    isStopping: false,
    isWorking: true,
    toolCallCount: 0,
    childCount: 0,
    ...fields,
  };
}

/** A row without what all rows have in common. */
type Bare<R> = R extends RowView ? Omit<R, "at"> : never;

/** A row of any kind. */
export function row(fields: Bare<RowView>): RowView {
  return { at: noon, ...fields } as RowView;
}

export const says = (id: string, text: string): RowView => row({ id, kind: "agent_message", text });
export const card = (id: string, childId: string): RowView => row({ id, kind: "subagent", childId });

export function tool(title: string, fields: Partial<ToolView> = {}): ToolView {
  return { toolCallId: `call-${title}`, title, toolKind: "other", status: "completed", locations: [], hasBody: false, ...fields };
}

/** A change of one file; `before` is left out for a new one. */
export function diff(path: string, before: string | undefined, after: string, index = 0): Extract<ToolPartView, { type: "diff" }> {
  return { type: "diff", index, path, isNew: before === undefined, cutLines: 0, ...fileDiff(before, after) };
}

export function rowWindow(sessionId: string, rows: readonly RowView[], from = 0): RowWindow {
  return { sessionId, from, count: from + rows.length, rows };
}

export function cardView(sessionId: string, ...runs: readonly Partial<RunView>[]): CardView {
  return { sessionId, runs: runs.map((run) => ({ isEnded: false, words: "", ...run })), facts: [], files: [] };
}

export function composer(fields: Partial<ComposerView> = {}): ComposerView {
  return {
    blockedBecause: "",
    isTurnOpen: false,
    isStopping: false,
    agentLabel: "Demo Agent",
    queued: [],
    attachments: [],
    takesImages: true,
    canFork: false,
    commands: [],
    settings: [],
    refusal: "",
    enterSends: true,
    ...fields,
  };
}

export function request(key: string, fields: Partial<RequestView> = {}): RequestView {
  return {
    key,
    sessionId: "root",
    isHere: true,
    who: "root",
    path: [],
    title: "Run a command",
    detail: "rm -rf build",
    options: [
      { optionId: "always", name: "Always allow", kind: "allow_always" },
      { optionId: "once", name: "Allow once", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ],
    isParentStopped: false,
    ...fields,
  };
}

/** A surface with the root session and the given rows and others. */
export function state(fields: {
  readonly sessions?: readonly SessionView[];
  readonly windows?: readonly RowWindow[];
  readonly cards?: readonly CardView[];
  readonly rest?: Partial<TranscriptState>;
}): TranscriptState {
  const sessions = fields.sessions ?? [];
  const all = sessions.some((session) => session.id === "root") ? sessions : [sessionView("root"), ...sessions];
  return {
    sessionId: "root",
    emptyText: "",
    busyText: "",
    sessions: Object.fromEntries(all.map((session) => [session.id, session])),
    cards: Object.fromEntries((fields.cards ?? []).map((view) => [view.sessionId, view])),
    windows: Object.fromEntries((fields.windows ?? [rowWindow("root", [])]).map((window) => [window.sessionId, window])),
    terminals: {},
    requests: [],
    composer: composer(),
    foldDefault: "collapsed",
    breadcrumb: [],
    siblings: null,
    ...fields.rest,
  };
}
