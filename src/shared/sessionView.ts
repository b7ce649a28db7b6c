// What a webview is told of a session: the header of its card, and what an open card needs beside its rows. All ids are plain strings.

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
  /** Of a root, when its last turn has ended: files were touched in it, there or anywhere below. */
  readonly isTurnToReview?: boolean;
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
  /** What the parent received stands in the place of an answer that is not on the wire. */
  readonly isStandIn?: boolean;
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

/** The place of a child among its siblings; `position` counts from 1. */
export interface SiblingsView {
  readonly position: number;
  readonly count: number;
  readonly previous?: { readonly id: string; readonly label: string };
  readonly next?: { readonly id: string; readonly label: string };
}
