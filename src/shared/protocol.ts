/**
 * What crosses `postMessage` between the extension host and a transcript webview: one union per direction. The host is
 * the truth; the webview applies numbered patches and owns fold and scroll only. All ids are plain strings here.
 */

import type { AttachmentView, MentionView } from "./attachments.ts";
import type { FileDiff } from "./diff.ts";
import type { FormDraft, FormField } from "./form.ts";

/** The glyph and colour of a state (`interface.md`, table of states). One word per row of that table. */
export type StateMark =
  | "running"
  | "stalled"
  | "waiting"
  | "finished"
  | "finishedWithError"
  | "failed"
  | "cancelled"
  | "warning"
  | "idle"
  | "unknown"
  | "notReported"
  | "disconnected"
  | "stopping"
  | "detached";

/** What a card's header and the tree row of one session say. Small: it is sent for closed cards too. */
export interface SessionView {
  readonly id: string;
  readonly parentId: string | null;
  readonly standing: "root" | "child" | "detached";
  readonly label: string;
  readonly role?: string;
  readonly mark: StateMark;
  /** True when the state is replayed history: same glyph, dim. */
  readonly isDim: boolean;
  /** The words beside the label: the current step while it works, else its end in words. Never empty. */
  readonly words: string;
  /** Epoch ms at which the present or last run began; absent when nothing ran yet or it is history. */
  readonly startedAt?: number;
  /** Epoch ms at which that run ended; absent while it runs, so that the webview counts. */
  readonly endedAt?: number;
  /** Open requests of this session and everything below it. */
  readonly requestCount: number;
  readonly canStop: boolean;
  readonly isStopping: boolean;
  readonly isWorking: boolean;
  readonly toolCallCount: number;
  readonly childCount: number;
  readonly model?: string;
  /** Only when it differs from the parent's. */
  readonly cwd?: string;
}

/** What only an open card, or a session's own transcript, needs beside its rows. */
export interface CardView {
  readonly sessionId: string;
  readonly runs: readonly RunView[];
  /** Of a child: its own options and usage, by name, to be read. */
  readonly facts: readonly FactView[];
  /** Of a child: the files that it touched, in order. */
  readonly files: readonly TouchedFileView[];
  /** Of a root, when its last turn has ended: how many files were touched in it, there and everywhere below. */
  readonly turnFileCount?: number;
}

/** A file that a session created, edited, deleted or moved. */
export interface TouchedFileView {
  /** As the call that touched it first wrote it. */
  readonly path: string;
  /** The path for reading, from the session's folder where it lies below that. */
  readonly name: string;
  readonly how: readonly ("created" | "edited" | "deleted" | "moved")[];
  /** The rows of the calls that touched it, oldest first; of many only the newest. */
  readonly rowIds: readonly string[];
  /** The labels of its siblings that touched the same file. */
  readonly siblings: readonly string[];
}

/** A named value. */
export interface FactView {
  readonly name: string;
  readonly value: string;
  /** It is the session's own folder, which can be opened. */
  readonly isFolder?: boolean;
}

/** One run of a child: its prompt and answer, and which rows of the transcript hold them (set apart, not shown twice). */
export interface RunView {
  readonly prompt?: string;
  readonly answer?: string;
  readonly received?: string;
  /** Why it failed, or what else its end says, where neither the answer nor what the parent received says it. */
  readonly error?: string;
  readonly isEnded: boolean;
  /** It did not end by itself, as far as was reported: `answer` holds its last words. */
  readonly isInterrupted?: boolean;
  /** All that is known of it was told by a replay: what is missing was not told again, and will not come. */
  readonly isReplayed?: boolean;
  /** Its end in words; empty while it runs. */
  readonly words: string;
  readonly firstRowId?: string;
  readonly promptRowId?: string;
  readonly answerRowId?: string;
}

/** The one-line part of a tool call. */
export interface ToolView {
  readonly toolCallId: string;
  readonly title: string;
  readonly name?: string;
  /** read, edit, delete, move, search, execute, think, fetch, switch_mode, other. */
  readonly toolKind: string;
  /** Sessions that it is about, by id. */
  readonly about?: readonly string[];
  /** Nobody could tell whose call this is. */
  readonly isUnattributed?: boolean;
  /** pending, in_progress, completed, failed, `cancelled` (not confirmed), `noResult` (never closed), or the agent's word; absent = none reported. */
  readonly status?: string;
  /** `endLine` is the last of the lines that were read. */
  readonly locations: readonly { readonly path: string; readonly line?: number; readonly endLine?: number }[];
  /** What it is done with, on one line: a command, a pattern, an address; absent when the title says it. */
  readonly detail?: string;
  /** Lines added and removed by all its diffs. */
  readonly change?: Pick<FileDiff, "added" | "removed">;
  /** True when unfolding it shows something. */
  readonly hasBody: boolean;
}

/** The folded part of a tool call: sent when the reader opens it (`openTool`). */
export interface ToolBodyView {
  readonly input?: string;
  readonly output?: string;
  readonly parts: readonly ToolPartView[];
}

export type ToolPartView =
  | { readonly type: "text"; readonly text: string }
  /** `index` finds it again among the parts of the call; `cutLines` are not in the hunks. */
  | ({
      readonly type: "diff";
      readonly index: number;
      readonly path: string;
      readonly isNew: boolean;
      readonly cutLines: number;
    } & FileDiff)
  /** `key` finds its output in `TranscriptState.terminals`, when anything was told of it. */
  | { readonly type: "terminal"; readonly terminalId: string; readonly key: string }
  | { readonly type: "session"; readonly sessionId: string }
  | Exclude<BlockView, { readonly type: "text" }>;

/** A command's output, sent while a tool call that shows it is unfolded. */
export interface TerminalView {
  readonly key: string;
  /** Another number means another terminal, however its text reads. */
  readonly serial: number;
  /** The command line and its folder, where they were told. */
  readonly command?: string;
  readonly cwd?: string;
  /** The end of the output, with its escape sequences: an agent's data. */
  readonly text: string;
  /** Where `text` begins, in characters from the first output: a jump means that it does not continue what was there. */
  readonly start: number;
  /** Something before `text` is not here. */
  readonly isCut: boolean;
  /** How the command ended, as far as that was told; absent while it runs, or when its end was never told. */
  readonly exit?: { readonly code?: number; readonly signal?: string };
}

/** A piece of a message that is not text. `uri` and `text` are an agent's data: never trusted, never HTML. */
export type BlockView =
  | { readonly type: "text"; readonly text: string }
  /** `data` is base64, of a type that the page draws or plays. */
  | { readonly type: "image"; readonly mimeType: string; readonly data: string }
  | { readonly type: "audio"; readonly mimeType: string; readonly data: string }
  | { readonly type: "link"; readonly uri: string; readonly name: string }
  /** A resource that came with its content (schema `EmbeddedResource`); without `text` it is binary. */
  | { readonly type: "embedded"; readonly uri: string; readonly name: string; readonly text?: string }
  | { readonly type: "other"; readonly text: string };

/** One row of a transcript, as drawn. `at` is epoch ms. */
export type RowView = { readonly id: string; readonly at: number } & (
  | {
      readonly kind: "user_message" | "agent_message" | "agent_thought";
      readonly text: string;
      readonly blocks?: readonly BlockView[] /** Nobody could tell whose words these are. */;
      readonly isUnattributed?: boolean;
    }
  | { readonly kind: "tool_call"; readonly tool: ToolView; readonly body?: ToolBodyView }
  | {
      readonly kind: "plan";
      readonly entries: readonly { readonly content: string; readonly status: string; readonly priority?: string }[];
      /** The file that holds it, or the plan as Markdown, when it is no list. */
      readonly uri?: string;
      readonly markdown?: string;
      readonly isRemoved?: boolean;
    }
  /** `direction` as seen from the transcript it stands in. */
  | {
      readonly kind: "session_message";
      readonly direction: "outgoing" | "incoming" | "unknown";
      readonly otherId?: string;
      /** It only says what the card of the child shows as its prompt: kept in its place, not drawn. */ readonly isLaunch?: boolean;
      readonly text: string;
    }
  | { readonly kind: "subagent"; readonly childId: string; readonly tool?: ToolView }
  /** `continues`: the session whose transcript holds what this one does not. */
  | { readonly kind: "notice"; readonly severity: string; readonly text: string; readonly continues?: string }
  /** `text` is the summary, as far as it came. */
  | { readonly kind: "compaction"; readonly text: string; readonly status?: string; readonly error?: string }
  | { readonly kind: "error"; readonly text: string }
  /** How something that waited for the person ended. `url` is a page that was to be opened. */
  | {
      readonly kind: "request";
      readonly icon: "check" | "circle-slash" | "bell-slash";
      readonly words: string;
      readonly title: string;
      readonly values?: readonly { readonly label: string; readonly text?: string }[];
      readonly url?: string;
    }
  | { readonly kind: "unknown"; readonly updateKind: string; readonly json: string }
);

/** What an agent wants to know of the person: a form to fill in, a page to open, or a way of asking that is not known. */
export type ElicitationView =
  | { readonly mode: "form"; readonly title?: string; readonly description?: string; readonly fields: readonly FormField[] }
  /** `isWeb`: it is an address that may be opened. */
  | { readonly mode: "url"; readonly url: string; readonly isWeb: boolean }
  | { readonly mode: "unknown"; readonly name: string };

/** A request that waits for the person. `key` is unique over all connections. */
export interface RequestView {
  readonly key: string;
  /** The asking session; undefined when it is the agent itself. */
  readonly sessionId: string | undefined;
  /** True when the asking session belongs to the session tree this webview shows, or the agent itself is that tree's. */
  readonly isHere: boolean;
  /** The asking session's label, and the labels above it, root first. */
  readonly who: string;
  readonly path: readonly string[];
  readonly title: string;
  /** The exact command, or the file and diff, in plain text; empty when the title says it all. */
  readonly detail: string;
  readonly options: readonly { readonly optionId: string; readonly name: string; readonly kind: string }[];
  /** Instead of options: what is asked, whose message `message` is in full. */
  readonly elicitation?: ElicitationView;
  readonly message?: string;
  readonly isParentStopped: boolean;
}

/** Something that can be set of the shown session. */
export interface SettingView {
  readonly key: string;
  /** A `select` asks with a list, a `boolean` is switched, a `readOnly` one only tells. */
  readonly kind: "select" | "boolean" | "readOnly";
  readonly name: string;
  /** The words of the value that holds or, while `isPending`, is asked for. */
  readonly value: string;
  readonly isOn: boolean;
  readonly isPending: boolean;
  readonly description: string;
}

/** A session's own usage, as it reported it last. */
export interface UsageView {
  /** Whole percent of the context, 0 to 100. */
  readonly percent?: number;
  /** All of it in words, one fact a line. */
  readonly words: string;
  /** The cost in a few characters; empty when there is none. */
  readonly cost: string;
}

/** What the composer may do. */
export interface ComposerView {
  /** Empty string = ready; else the sentence why nothing can be sent now. */
  readonly blockedBecause: string;
  /** What a button beside that sentence says; left out = none. */
  readonly unblock?: string;
  readonly isTurnOpen: boolean;
  readonly isStopping: boolean;
  readonly agentLabel: string;
  /** Prompts that wait for the running one, oldest first. */
  readonly queued: readonly {
    readonly id: string;
    readonly text: string /** What goes with it beside its text. */;
    readonly attachmentCount?: number;
  }[];
  /** What goes with the prompt that is being written. The host holds it; every transcript of the session shows the same. */
  readonly attachments: readonly AttachmentView[];
  /** The agent takes pictures. */
  readonly takesImages: boolean;
  /** An earlier prompt can be changed and sent again, in a fork of the session. */
  readonly canFork: boolean;
  /** `hint`: what is to be written behind the command. */
  readonly commands: readonly { readonly name: string; readonly description: string; readonly hint?: string }[];
  /** Mode and options, in the agent's order. */
  readonly settings: readonly SettingView[];
  /** Why the last change of one of them was refused; empty when none was. */
  readonly refusal: string;
  readonly usage?: UsageView;
  /** Enter sends and Shift+Enter breaks the line; false swaps them. */
  readonly enterSends: boolean;
}

/** The rows of one session that the webview holds: always up to the newest. `from` counts from 0; `count` is all there are. */
export interface RowWindow {
  readonly sessionId: string;
  readonly from: number;
  readonly count: number;
  readonly rows: readonly RowView[];
}

/** What a search of this surface found so far. Units are row ids, or `prompt:n` and `received:n` for words of run n that no row holds. */
export interface FindView {
  /** The page's number of the search. */
  readonly asked: number;
  readonly total: number;
  /** Everything was looked through. */
  readonly isComplete: boolean;
  /** There may be more: it stopped looking. */
  readonly isLimited: boolean;
  /** Hits in a session and everything below it, where there are any; not for the shown session itself. */
  readonly counts: { readonly [sessionId: string]: number };
  /** The hit that the reader went to last. */
  readonly at?: {
    readonly sessionId: string;
    readonly unit: string;
    /** Place of the row among all rows of its session, or -1. */
    readonly index: number;
    /** Which of the hits in this row, from 0, and how many there are. */
    readonly ordinal: number;
    readonly of: number;
    /** It is drawn only when the row is unfolded. */
    readonly isBody: boolean;
    /** Its number among all hits, from 1. */
    readonly position: number;
    /** Rises with each step of the reader. */
    readonly step: number;
  };
}

export type FoldDefault = "collapsed" | "running" | "all";

/** Everything a webview draws. */
export interface TranscriptState {
  /** The session this surface shows, or null for an empty surface. */
  readonly sessionId: string | null;
  /** What to read when `sessionId` is null. */
  readonly emptyText: string;
  /** A sentence about something under way in this surface (connecting, loading …), or empty. */
  readonly busyText: string;
  /** The shown session and everything below it. */
  readonly sessions: { readonly [id: string]: SessionView };
  /** For the shown session and each open card. */
  readonly cards: { readonly [id: string]: CardView };
  readonly windows: { readonly [id: string]: RowWindow };
  /** The terminals of the unfolded tool calls, by their keys. */
  readonly terminals: { readonly [key: string]: TerminalView };
  readonly requests: readonly RequestView[];
  readonly composer: ComposerView | null;
  /** Present while the reader searches. */
  readonly find?: FindView;
  readonly foldDefault: FoldDefault;
  /** Labels and ids from the root down to this surface's session, for a child's own tab. */
  readonly breadcrumb: readonly { readonly id: string; readonly label: string }[];
  /** Of a child's own tab: where it stands among the children of its parent. */
  readonly siblings: SiblingsView | null;
}

/** The place of a child among its siblings; `position` counts from 1. */
export interface SiblingsView {
  readonly position: number;
  readonly count: number;
  readonly previous?: { readonly id: string; readonly label: string };
  readonly next?: { readonly id: string; readonly label: string };
}

/** One numbered change of a TranscriptState. */
export type PatchOp =
  /** The session that is shown went away (null: everything of it goes, `emptyText` is read instead), or is there again. */
  | { readonly op: "subject"; readonly sessionId: string | null; readonly emptyText: string }
  | { readonly op: "session"; readonly session: SessionView }
  /** The fields of a known header that are different now; `gone` names those that it has no more. */
  | {
      readonly op: "sessionSet";
      readonly sessionId: string;
      readonly set: Partial<SessionView>;
      readonly gone?: readonly (keyof SessionView)[];
    }
  | { readonly op: "sessionGone"; readonly sessionId: string }
  | { readonly op: "card"; readonly card: CardView }
  | { readonly op: "cardGone"; readonly sessionId: string }
  /** A whole new window: a card was opened, older rows were asked for, or the transcript started over. */
  | { readonly op: "window"; readonly window: RowWindow }
  | { readonly op: "windowGone"; readonly sessionId: string }
  /** `index` counts from 0 over all rows of the session; rows before `from` only move the window. */
  | { readonly op: "rowAdd"; readonly sessionId: string; readonly index: number; readonly row: RowView }
  | { readonly op: "rowSet"; readonly sessionId: string; readonly row: RowView }
  | { readonly op: "rowText"; readonly sessionId: string; readonly rowId: string; readonly append: string }
  | { readonly op: "rowRemove"; readonly sessionId: string; readonly rowId: string; readonly index: number }
  | { readonly op: "terminal"; readonly terminal: TerminalView }
  /** Output that follows what the webview has of a terminal, and its end when that came. */
  | { readonly op: "terminalText"; readonly key: string; readonly append: string; readonly exit?: TerminalView["exit"] }
  | { readonly op: "terminalGone"; readonly key: string }
  | { readonly op: "requests"; readonly requests: readonly RequestView[] }
  | { readonly op: "composer"; readonly composer: ComposerView | null }
  | { readonly op: "find"; readonly find?: FindView }
  | { readonly op: "busy"; readonly text: string }
  | { readonly op: "breadcrumb"; readonly breadcrumb: TranscriptState["breadcrumb"]; readonly siblings: SiblingsView | null }
  | { readonly op: "foldDefault"; readonly foldDefault: FoldDefault };

/** Host → webview. `seq` rises by one with each message; a gap means: ask for a snapshot. */
export type HostMessage =
  /** `folds` holds the reader's choices (true = open) to start from; the webview's own choices win over it afterwards. */
  | {
      readonly type: "snapshot";
      readonly seq: number;
      readonly state: TranscriptState;
      readonly folds: { readonly [sessionId: string]: boolean };
    }
  | { readonly type: "patch"; readonly seq: number; readonly ops: readonly PatchOp[] }
  /** Commands of the palette that act on the reader's side. They carry no state and are numbered like the rest. */
  | { readonly type: "do"; readonly seq: number; readonly action: WebviewAction };

export type WebviewAction =
  /** `rowId`: a row of that session, instead of its card. */
  | { readonly do: "reveal"; readonly sessionId: string; readonly rowId?: string }
  | { readonly do: "foldAll"; readonly isOpen: boolean }
  /** Opens the find widget, or puts the cursor into it. */
  | { readonly do: "find" }
  /** `isProposal`: the text is selected when nothing else is written there, so that typing replaces it. */
  | { readonly do: "focusComposer"; readonly text?: string; readonly isProposal?: boolean }
  /** Brings up the request with this key, or the oldest one. */
  | { readonly do: "focusRequest"; readonly key?: string }
  /** Of the paths that `findFiles` asked for, those that are files. */
  | { readonly do: "files"; readonly sessionId: string; readonly asked: readonly string[]; readonly found: readonly string[] }
  /** What was found so far for the question `complete` with this number; more may follow until `isComplete`. */
  | { readonly do: "offer"; readonly asked: number; readonly items: readonly MentionView[]; readonly isComplete: boolean };

/** Webview → host. The host checks every field (`parseWebviewMessage`) and every id. */
export type WebviewMessage =
  /** Drawn and listening; `open` are the cards that are open from an earlier life of this surface. */
  | { readonly type: "ready"; readonly open: readonly string[] }
  | { readonly type: "ack"; readonly seq: number }
  | { readonly type: "resync"; readonly reason: string }
  /** The reader opened or closed a card; also sent for cards that the fold default opens (`isChoice` false). */
  | { readonly type: "fold"; readonly sessionId: string; readonly isOpen: boolean; readonly isChoice: boolean }
  | { readonly type: "openTool"; readonly sessionId: string; readonly rowId: string; readonly isOpen: boolean }
  /** The reader searches (`parseFindQuery`); a new search ends the one before. */
  | { readonly type: "find"; readonly asked: number; readonly text: string; readonly matchCase: boolean; readonly wholeWord: boolean }
  /** To the next or previous hit; from the place of this row when it stands at none yet. */
  | { readonly type: "findStep"; readonly to: "next" | "previous"; readonly sessionId: string; readonly rowId: string }
  | { readonly type: "stopFinding" }
  /** Older rows are wanted: the window shall begin at `from`. */
  | { readonly type: "window"; readonly sessionId: string; readonly from: number }
  /** The reader is at the end: rows before `from` are not needed any more. */
  | { readonly type: "giveBack"; readonly sessionId: string; readonly from: number }
  /** `attachments` are the ids of those that the person saw when sending; left out = none. */
  | { readonly type: "prompt"; readonly text: string; readonly attachments?: readonly string[] }
  /** The button beside the sentence why nothing can be sent. */
  | { readonly type: "unblock" }
  | { readonly type: "withdraw"; readonly queuedId: string }
  /** The text of a waiting prompt is another now. */
  | { readonly type: "editQueued"; readonly queuedId: string; readonly text: string }
  /** The prompt in this row of the shown session is to be changed and sent again, in a fork. */
  | { readonly type: "editSent"; readonly rowId: string }
  /** What does `@query` mean? `asked` numbers the questions of this page; a new one ends the one before. */
  | { readonly type: "complete"; readonly asked: number; readonly query: string }
  /** The person does not want the answer of the last `complete` any more. */
  | { readonly type: "stopCompleting" }
  /** One of the things that were offered for the question `asked`. */
  | { readonly type: "attach"; readonly asked: number; readonly itemId: string }
  /** Dropped from the editor's own lists. */
  | { readonly type: "attachUris"; readonly uris: readonly string[] }
  /** A pasted or dropped picture; `data` is base64. The host looks at the bytes itself. */
  | { readonly type: "attachImage"; readonly name: string; readonly data: string }
  | { readonly type: "detach"; readonly attachmentId: string }
  /** The person wants to choose what to attach from a list of the editor. */
  | { readonly type: "pickAttachment" }
  | { readonly type: "stop"; readonly sessionId: string }
  /** The reader wants to change a setting of the shown session: the host asks to what, or switches it. */
  | { readonly type: "changeSetting"; readonly key: string }
  /** The same, of whichever. */
  | { readonly type: "changeAnySetting" }
  | { readonly type: "answer"; readonly key: string; readonly optionId: string }
  /** The form as it stands; the host reads it again. */
  | { readonly type: "fillIn"; readonly key: string; readonly draft: FormDraft }
  | { readonly type: "openPage"; readonly key: string }
  | { readonly type: "refuse"; readonly key: string; readonly how: "decline" | "cancel" }
  | { readonly type: "openLink"; readonly uri: string }
  | { readonly type: "openFile"; readonly sessionId: string; readonly path: string; readonly line?: number }
  /** `here`: in the view; `editor`: in a tab of its own; `same`: in the tab that asks. */
  | { readonly type: "openSession"; readonly sessionId: string; readonly where: "here" | "editor" | "same" }
  /** The reader wants the folder that a child works in, in a window of its own. */
  | { readonly type: "openFolder"; readonly sessionId: string }
  | { readonly type: "copy"; readonly sessionId: string; readonly what: "prompt" | "answer" }
  /** The reader wants to see the other side of this message between sessions. */
  | { readonly type: "openOtherSide"; readonly sessionId: string; readonly rowId: string }
  /** Which of these paths, as a text of the session has them, are files? */
  | { readonly type: "findFiles"; readonly sessionId: string; readonly paths: readonly string[] }
  /** The reader wants to do something with a block of code; `language` is the word behind its fence. */
  | { readonly type: "useCode"; readonly act: "copy" | "insert" | "open"; readonly code: string; readonly language: string }
  /** The reader wants a change in the editor's own view of changes; `index` is that of its part. */
  | { readonly type: "openDiff"; readonly sessionId: string; readonly rowId: string; readonly index: number }
  /** The reader wants to review what a session and everything below it changed, or the last turn of a root. */
  | { readonly type: "review"; readonly sessionId: string; readonly of: "session" | "turn" }
  /** The reader wants a command's output in the editor's own terminal. */
  | { readonly type: "openTerminal"; readonly sessionId: string; readonly terminalId: string }
  /** The card or row the reader's cursor is in, so that palette commands know what "this" is. */
  | { readonly type: "focus"; readonly sessionId: string }
  /** A fault on the webview's side, for the log. */
  | { readonly type: "fault"; readonly message: string };
