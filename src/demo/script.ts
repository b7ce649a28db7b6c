import type { JsonObject } from "../session/content.ts";
import type { Actor } from "./actor.ts";
import type { SourceType, SpawnMechanism, StreamOutcome, WorkEvent } from "./spawnEvents.ts";

/** A child to be started, and what it will do. */
export interface LaunchSpec {
  /** The task in a few words: the parent's title for the child. */
  readonly title: string;
  /** The agent type. */
  readonly role: string;
  readonly prompt: string;
  readonly play: Play;
  /** Script ms before the launch; a model's usual time unless said otherwise. */
  readonly afterMs?: number;
  /** `sync` unless said otherwise. */
  readonly mechanism?: SpawnMechanism;
  /** `agent` unless said otherwise. */
  readonly sourceType?: SourceType;
  /** The parent shows a tool call for the launch; only of a child it waits for. */
  readonly showsCall?: boolean;
  /** An id of its own for the child; used once, minted as usual after that. */
  readonly childSessionId?: string;
  /** Played by the parent's session when the child has ended, whether or not a prompt is open then. */
  readonly whenEnded?: (me: Actor, end: ChildEnd) => Script;
}

/** How a child's work ended, as its parent learns it. `notStarted`: a limit forbade it. */
export interface ChildEnd {
  readonly childSessionId: string;
  readonly outcome: StreamOutcome | "notStarted";
  readonly result: string;
}

/** A question to the person about one tool call. */
export interface PermissionQuestion {
  readonly toolCall: JsonObject & { readonly toolCallId: string };
  readonly options: readonly { readonly optionId: string; readonly name: string; readonly kind: string }[];
}

/** A request to the client on behalf of the session that plays; its id is added. */
export interface ClientRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** The person has to answer: what the session waits for until then, a tool call's id or another. */
  readonly waitsFor?: string;
  /** Script ms after which the request is taken back. */
  readonly takenBackAfter?: number;
}

/** What the client said: its result, or why there is none. */
export interface ClientAnswer {
  readonly result?: JsonObject;
  readonly error?: string;
}

/** What a script asks of the stage. */
export type Step =
  | { readonly type: "pause"; readonly ms: number }
  | { readonly type: "work"; readonly event: WorkEvent }
  | { readonly type: "launch"; readonly spec: LaunchSpec }
  | { readonly type: "message"; readonly childSessionId: string; readonly text: string; readonly play: Play }
  | { readonly type: "join"; readonly childSessionIds: readonly string[] }
  | { readonly type: "request"; readonly request: ClientRequest }
  /** Tells the client something that is about no session. */
  | { readonly type: "notify"; readonly method: string; readonly params: JsonObject };

/** What the stage gives back for a step. */
export type StepReply =
  | { readonly type: "done" }
  | { readonly type: "launched"; readonly childSessionId: string }
  | { readonly type: "joined"; readonly ends: readonly ChildEnd[] }
  | { readonly type: "answered"; readonly answer: ClientAnswer };

/** One session's work as a script: it yields steps and returns what the session gives back. */
export type Script<Result = string> = Generator<Step, Result, StepReply>;

/** Starts a script for the session that `me` stands for. */
export type Play = (me: Actor) => Script;

/** Thrown by a script whose work failed. */
export class WorkFailed extends Error {
  /** A JSON-RPC error code. */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
