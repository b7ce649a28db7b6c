/**
 * What crosses `postMessage` between the extension host and a transcript webview: one union per direction. The host is
 * the truth; the webview applies numbered patches and owns fold and scroll only. All ids are plain strings here.
 */

import type { MentionView } from "./attachments.ts";
import type { FormDraft } from "./form.ts";
import type { PatchOp, TranscriptState } from "./transcriptState.ts";

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

/** Something that the page of a transcript does at the host's wish, on the reader's side. */
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
  | { readonly do: "offer"; readonly asked: number; readonly items: readonly MentionView[]; readonly isComplete: boolean }
  /** What was chosen could not be attached: its name goes from the draft again. */
  | { readonly do: "notAttached"; readonly itemId: string };

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
  /** A prompt that is held shall be sent. */
  | { readonly type: "sendQueued"; readonly queuedId: string }
  /** The text of a waiting prompt is another now. */
  | { readonly type: "editQueued"; readonly queuedId: string; readonly text: string }
  /** A waiting prompt of the shown session is open for editing, or is not any more: meanwhile it is not sent. */
  | { readonly type: "editingQueued"; readonly queuedId: string; readonly isOpen: boolean }
  /** The prompt in this row of the shown session is to be changed and sent again, in a fork. */
  | { readonly type: "editSent"; readonly rowId: string }
  /** What does `@query` mean? `asked` numbers the questions of this page; a new one ends the one before. */
  | { readonly type: "complete"; readonly asked: number; readonly query: string }
  /** The person does not want the answer of the last `complete` any more. */
  | { readonly type: "stopCompleting" }
  /** One of the things that were offered since `stopCompleting`. Its name stands in the draft already. */
  | { readonly type: "attach"; readonly itemId: string }
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
