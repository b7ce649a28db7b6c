// Everything that one transcript webview draws, and the numbered changes of it.

import type { ComposerView } from "./composerView.ts";
import type { RequestView } from "./requestView.ts";
import type { RowView, TerminalView } from "./rowView.ts";
import type { CardView, SessionView, SiblingsView } from "./sessionView.ts";

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

/** Which cards are open before the reader touched them (`acpSubagents.cards.fold`). */
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
