import { isObject, type JsonObject } from "../session/content.ts";
import type { DialectName } from "../session/events.ts";
import type { WorkState } from "../session/workState.ts";
import { type Call, contentText } from "./calls.ts";
import { text } from "./fields.ts";

/** What a launching call says of the child that it launches. */
export interface Launch {
  readonly title?: string;
  readonly role?: string;
  readonly prompt?: string;
  readonly model?: string;
  /** The child goes on after the call has ended, and no end of it may ever be told. */
  readonly isBackground?: boolean;
  /** The child's own id on the wire, where it has one. */
  readonly sessionId?: string;
  /** Another name that tags or later frames give the child (an agent id, a subtask, a member). */
  readonly key?: string;
}

/** How a launching call ended, or what it says of the child while it runs. */
export interface LaunchEnd {
  readonly state?: WorkState;
  /** What the parent got. */
  readonly received?: string;
  /** What it took in tokens, input and output together. */
  readonly tokens?: number;
  /** It only says that the child was launched. */
  readonly isLaunched?: boolean;
  /** The child's own id, told at last. */
  readonly sessionId?: string;
}

/** The end of a child that is told by no frame of its launching call. */
export interface LateEnd extends LaunchEnd {
  /** The call that launched it. */
  readonly callId: string;
  /** What stands in the parent instead of the frame, where the frame is no message to a person. */
  readonly notice?: string;
}

/**
 * One vendor's way to tell whose frame on a session's stream it is, and which call launched a child. A new agent is a
 * new row. Facts: the survey of dialects, D1–D12 and F1–F6, and the recordings.
 */
export interface FlatRow {
  readonly dialect: DialectName;
  /** Its tags name the call that launched the child, not the child. */
  readonly isTagOfCall?: boolean;
  /** The key of the child that a frame belongs to: a call's id, or whatever `Launch.key` names. */
  tag?(meta: JsonObject): string | undefined;
  /** What this call launches; undefined when it launches nothing. */
  launch?(call: Call): Launch | undefined;
  /** What an ended launching call says; `plainEnd` where the row has no words of its own. */
  end?(call: Call, update: JsonObject): LaunchEnd;
  /**
   * What comes without a tag while calls of this row run in the foreground is a child's: `text` (copilot), or tool calls
   * too (cline). With one such child it is that child's; with several nobody can tell, and it stands unattributed.
   */
  readonly untagged?: "text" | "all";
  /** Its tags say something only where they name a child that is known: else they name the session itself. */
  readonly isTagOfKnown?: boolean;
  /**
   * No frame of a launch says the name that comes in tags. `inOrder`: the oldest open launch without a name has the next;
   * `alone`: the agent's order says nothing, so that a name is a launch's only while no other one is open without a name.
   */
  readonly namedLater?: "inOrder" | "alone";
  /** What a tag says of its child beside the name: the tag is the child's own session, with its parent's and its title. */
  names?(meta: JsonObject): { readonly parent?: string; readonly title?: string } | undefined;
  /** A frame that is about a child and nothing else: there it begins, or ends (Devin). */
  life?(meta: JsonObject): { readonly key: string; readonly launch?: Launch; readonly end?: LaunchEnd } | undefined;
  /** The children that a frame lists, each by its name, with what it does (CodeBuddy's teams). */
  members?(meta: JsonObject): readonly (Launch & { readonly key: string; readonly state?: WorkState })[];
  /** The child to which this call gives more work, and the words it gives. */
  wakes?(call: Call): { readonly key: string; readonly prompt?: string } | undefined;
  /** The child's calls that its launching call lists, those that frames of their own told too. */
  lists?(call: Call): readonly JsonObject[];
  /** The launching call tells the child's end, whenever that is: one that is open when the turn ends is no end of the child. */
  readonly tellsEnd?: boolean;
  /** Its background children come to their end within the turn that launched them (copilot keeps the prompt open). */
  readonly isBoundToTurn?: boolean;
  /** A later frame that tells the end of a child launched in the background. */
  lateEnd?(meta: JsonObject, update: JsonObject): LateEnd | undefined;
  /** What the client says in `initialize` to get this form. */
  readonly optIn?: JsonObject;
  /** It serves beside announced children too: its launches name the child's own session, or what the announcement is told by. */
  readonly namesSessions?: boolean;
}

/** The first line of a text. */
export const firstLine = (words: string): string => words.split("\n", 1)[0] ?? "";

/** An error's words without the code fence that an agent puts around them. */
const withoutFence = (words: string): string => words.replace(/^```[a-z]*\n([\s\S]*?)\n?```$/, "$1");

/** A call's end taken at its word: completed = the turn ended, failed = an error with the content's words, or the raw output's (copilot). */
export function plainEnd(call: Call, update: JsonObject): LaunchEnd {
  const words = contentText(update);
  if (call.status === "cancelled") return { state: { state: "idle", stopReason: "cancelled" }, received: words };
  // The words of a failed call are why it failed: an error, and no answer.
  if (call.status === "failed") {
    const message = withoutFence(words) || text(isObject(call.output) ? call.output : {}, "message") || "failed";
    return { state: { state: "idle", stopReason: "error", error: { message } } };
  }
  return { state: { state: "idle", stopReason: "end_turn" }, received: words };
}

/** An end that the wire calls completed although the child failed: the wire's word stays, with the error's words beside it. */
export function completedButSays(words: string, received: string): LaunchEnd {
  return { state: { state: "idle", stopReason: "end_turn", error: { message: firstLine(words) } }, received };
}

/** What the raw input of a launching call says, by the names that most agents use. */
export const launchInput = (input: JsonObject): Launch => ({
  title: text(input, "description") ?? text(input, "title"),
  role: text(input, "subagent_type") ?? text(input, "subagentType") ?? text(input, "agent_type"),
  prompt: text(input, "prompt") ?? text(input, "task") ?? text(input, "instructions"),
});

/** What a call says of the child that it launched, where nothing but the child's tags tells that it did. */
export function bareLaunch(call: Call): Launch {
  const launch = launchInput(call.input);
  return { ...launch, title: launch.title ?? call.title };
}

/** Rows by what they look at, so that a frame is shown to those only that could say something of it. */
export class RowTable {
  readonly all: readonly FlatRow[];
  readonly tagging: readonly FlatRow[];
  readonly living: readonly FlatRow[];
  readonly listing: readonly FlatRow[];
  readonly launching: readonly FlatRow[];
  readonly waking: readonly FlatRow[];
  readonly naming: readonly FlatRow[];
  readonly endingLate: readonly FlatRow[];

  constructor(rows: readonly FlatRow[]) {
    this.all = rows;
    this.tagging = rows.filter((row) => row.tag);
    this.living = rows.filter((row) => row.life);
    this.listing = rows.filter((row) => row.members);
    this.launching = rows.filter((row) => row.launch);
    this.waking = rows.filter((row) => row.wakes);
    this.naming = rows.filter((row) => row.names);
    this.endingLate = rows.filter((row) => row.lateEnd);
  }
}
