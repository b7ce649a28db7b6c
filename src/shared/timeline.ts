/**
 * What crosses `postMessage` between the extension host and the page of a timeline, and what it is about. As with
 * transcripts the host is the truth: the page gets one snapshot and then numbered patches, and acknowledges each.
 */
import type { StateMark } from "./sessionView.ts";

/** One lane: a session, the root first and each child below its parent. */
export interface LaneView {
  /** The session's id. */
  readonly id: string;
  readonly label: string;
  readonly role?: string;
  /** 0 for the root. */
  readonly depth: number;
  readonly mark: StateMark;
  readonly isDim: boolean;
  /** Its state in words, without durations. Never empty. */
  readonly words: string;
}

/**
 * Where something stands on the time axis: epoch ms, or, when `isOrder`, only its place in the order of what a load told
 * again, from 0: an agent that loads a session says what was, not when it was.
 */
interface Placed {
  readonly at: number;
  readonly isOrder?: boolean;
}

/** Time in which a session ran (a turn of the root, a run of a child), or in which one of its requests waited for the person. */
export interface SpanView extends Placed {
  readonly id: string;
  readonly laneId: string;
  readonly kind: "run" | "wait";
  /** Left out while it goes on. */
  readonly end?: number;
  /** Its end was never told; `end` is when its connection was over, else the last that was seen of the session. */
  readonly isEndUnknown?: boolean;
  /** How a run ended, where that is not its ordinary end. */
  readonly ended?: { readonly mark: StateMark; readonly words: string };
  /** What it was about, one line; may be empty. */
  readonly words: string;
  /** The row to go to; without one it is the session's card. */
  readonly rowId?: string;
}

/** A tool call, or an error in a transcript. */
export interface TickView extends Placed {
  /** The id of its row. */
  readonly id: string;
  readonly laneId: string;
  readonly kind: "tool" | "error";
  /** When the call ended, as far as that was told. */
  readonly end?: number;
  readonly title: string;
  /** As in `ToolView.toolKind`; of an error empty. */
  readonly toolKind: string;
  /** As in `ToolView.status`. */
  readonly status?: string;
}

/** From one lane to another: a child was launched or given more to do, it answered, or one session wrote to another. */
export interface ArrowView extends Placed {
  readonly id: string;
  readonly kind: "spawn" | "answer" | "message";
  readonly from: string;
  readonly to: string;
  readonly words: string;
  /** The row to go to, and the session in whose transcript it stands. */
  readonly sessionId: string;
  readonly rowId?: string;
}

/** What is true of the timeline as a whole. */
export interface TimelineAbout {
  /** The root's session id; null while there is none to show. */
  readonly rootId: string | null;
  readonly title: string;
  /** What is read in place of lanes while there are none. */
  readonly emptyText: string;
  /** How many places there are for what has an order but no times. */
  readonly orderCount: number;
  /** False of a recording whose times count from its own beginning: they are no times of day. */
  readonly hasClock: boolean;
}

/** Some of a timeline, or all of it: what is there replaces what had the same id. */
export interface TimelinePart {
  readonly about?: TimelineAbout;
  /** The ids of all lanes, from top to bottom. */
  readonly order?: readonly string[];
  readonly lanes?: readonly LaneView[];
  readonly spans?: readonly SpanView[];
  readonly ticks?: readonly TickView[];
  readonly arrows?: readonly ArrowView[];
  /** Ids of ticks and arrows that are no more. */
  readonly gone?: readonly string[];
}

/** Host → page. `now` is the host's clock in epoch ms, which may be another machine's. */
export type TimelineHostMessage =
  | { readonly type: "snapshot" | "patch"; readonly seq: number; readonly now: number; readonly part: TimelinePart }
  | { readonly type: "do"; readonly seq: number; readonly action: TimelineAction };

/** Something that the page does at the host's wish: brings a lane into sight and puts the focus on it. */
export interface TimelineAction {
  readonly do: "showLane";
  readonly laneId: string;
}

/** Page → host. The host checks every field (`parseTimelineMessage`) and every id. */
export type TimelineMessage =
  | { readonly type: "ready" }
  | { readonly type: "ack"; readonly seq: number }
  | { readonly type: "resync"; readonly reason: string }
  /** Go to a row of this session's transcript, or to its card. */
  | { readonly type: "openRow"; readonly sessionId: string; readonly rowId?: string }
  | { readonly type: "exportSvg" }
  | { readonly type: "fault"; readonly message: string };

const shapes: { readonly [Type in TimelineMessage["type"]]: { readonly [field: string]: "string" | "number" | "string?" } } = {
  ready: {},
  ack: { seq: "number" },
  resync: { reason: "string" },
  openRow: { sessionId: "string", rowId: "string?" },
  exportSvg: {},
  fault: { message: "string" },
};

/** Reads what the page posted; undefined for anything that is not exactly one of the known messages. */
export function parseTimelineMessage(value: unknown): TimelineMessage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const message = value as { readonly [key: string]: unknown };
  if (typeof message.type !== "string" || !Object.hasOwn(shapes, message.type)) return undefined;
  const fits = Object.entries(shapes[message.type as TimelineMessage["type"]]).every(([field, kind]) => {
    const given = message[field];
    if (kind === "string?") return given === undefined || typeof given === "string";
    return typeof given === kind && (kind !== "number" || Number.isFinite(given));
  });
  return fits ? (value as TimelineMessage) : undefined;
}

/** What a timeline's page keeps over a reload, and what its panel's serializer is given. */
export interface TimelineSaved {
  readonly rootId: string | null;
}

/** Reads what an earlier life of the page saved. */
export function parseTimelineSaved(value: unknown): TimelineSaved {
  const rootId = typeof value === "object" && value !== null ? (value as { readonly rootId?: unknown }).rootId : undefined;
  return { rootId: typeof rootId === "string" ? rootId : null };
}
