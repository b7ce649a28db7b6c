import type { JsonObject } from "../session/content.ts";

/** How a child was started: its parent waits for it, it works on its own, or a person started it. Only `sync` children are foreground. */
export type SpawnMechanism = "sync" | "async_worker" | "manual";

/** What started a child: one agent, or a team whose members work side by side or one after the other. */
export type SourceType = "agent" | "team_parallel" | "team_sequential";

/** How a child's work ended. */
export type StreamOutcome = "success" | "error" | "cancelled" | "timeout";

/** A child exists. Comes before any other event of that child. */
export interface SpawnSessionStart {
  readonly type: "SpawnSessionStart";
  /** Opaque to clients, unique in the whole agent. */
  readonly childSessionId: string;
  /** The immediate parent: the root session or another child. */
  readonly parentSessionId: string;
  /** The call of the parent that launched this child; it may or may not be shown as a tool call. */
  readonly toolCallId?: string;
  readonly spawnMechanism: SpawnMechanism;
  /** The agent type, such as `explorer`. */
  readonly sourceName: string;
  readonly sourceType: SourceType;
  /** 1 for a child of the root. */
  readonly depth: number;
  /** The task in a few words. */
  readonly description: string;
  readonly metadata: JsonObject;
}

/** What one session does, the root and a child alike. Content and locations have the shapes of the protocol's tool calls. */
export type WorkEvent =
  | { readonly type: "textStreamed"; readonly messageId: string; readonly text: string }
  | { readonly type: "thoughtStreamed"; readonly messageId: string; readonly text: string }
  /** A message of another session, its parent as a rule: the first is the child's prompt. */
  | { readonly type: "messageReceived"; readonly messageId: string; readonly senderSessionId: string; readonly text: string }
  | {
      readonly type: "toolCallStarted";
      readonly toolCallId: string;
      readonly name: string;
      readonly title: string;
      readonly kind: string;
      readonly status: "pending" | "in_progress";
      readonly rawInput: JsonObject;
      readonly content?: readonly JsonObject[];
      readonly locations?: readonly JsonObject[];
      /** It launches a child; a form that shows the launch in its own way leaves the call out. */
      readonly isLaunch?: true;
    }
  | { readonly type: "toolCallProgressed"; readonly toolCallId: string; readonly content?: readonly JsonObject[] }
  | {
      readonly type: "toolCallEnded";
      readonly toolCallId: string;
      readonly status: "completed" | "failed";
      readonly content?: readonly JsonObject[];
      readonly rawOutput?: unknown;
    }
  | { readonly type: "planReported"; readonly entries: readonly { content: string; priority: string; status: string }[] }
  | { readonly type: "permissionNeeded"; readonly toolCallId: string }
  | { readonly type: "permissionSettled"; readonly toolCallId: string }
  /** `running`: an ended child works again. `idle`: it does not work and nobody knows how it ended. */
  | { readonly type: "stateReported"; readonly state: "running" | "idle" }
  /** An update that is sent exactly as it stands here. */
  | { readonly type: "updateSent"; readonly update: JsonObject };

/** Something a child did; a start inside it is a nested one. */
export interface SubAgentEvent {
  readonly type: "SubAgentEvent";
  readonly childSessionId: string;
  readonly event: WorkEvent | SpawnSessionStart;
}

/** A child's work ended. The session stays: it may be messaged again. */
export interface StreamComplete {
  readonly type: "StreamComplete";
  readonly childSessionId: string;
  readonly outcome: StreamOutcome;
  /** What the child gives back, or why it did not end well. */
  readonly result: string;
  /** The JSON-RPC code of an error; only with the outcomes `error` and `timeout`. */
  readonly errorCode?: number;
}

/** Everything that is said about children. */
export type SpawnEvent = SpawnSessionStart | SubAgentEvent | StreamComplete;

/** Something the root session itself did. */
export interface RootEvent {
  readonly type: "RootEvent";
  readonly event: WorkEvent;
}

/** All that a session of this agent tells. */
export type DemoEvent = SpawnEvent | RootEvent;
