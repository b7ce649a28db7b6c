// The rows of a transcript, as a webview draws them. All ids are plain strings; every text is an agent's data.

import type { FileDiff } from "./diff.ts";

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
  /** pending, in_progress, completed, failed, `cancelled`, `unconfirmed` (we cancelled it, and no end was told), `noResult` (never closed), or the agent's word; absent = none reported. */
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

/** One part of what a tool call shows when it is unfolded. */
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
      readonly blocks?: readonly BlockView[];
      /** Nobody could tell whose words these are. */
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
      /** It only says what the card of the child shows as its prompt: kept in its place, not drawn. */
      readonly isLaunch?: boolean;
      readonly text: string;
      readonly blocks?: readonly BlockView[];
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
