import type { ContentBlock, JsonObject, Location, ToolContent } from "./content.ts";
import type { MessageId, RequestId, SessionId, TerminalId, ToolCallId } from "./ids.ts";
import type { Allowed } from "./permissionRules.ts";
import type { AskedRequest, RequestOutcome } from "./requests.ts";
import type { SettingKey } from "./settings.ts";
import type { TerminalPatch } from "./terminals.ts";
import type { Outcome, WorkState } from "./workState.ts";

/** A value of a patch: absent = unchanged, `null` = cleared, else replaced whole (RFD, checklist 14). */
export type Patch<T> = T | null | undefined;

/** The value after a patch of it. */
export function patched<T>(before: T | undefined, patch: Patch<T>): T | undefined {
  return patch === undefined ? before : (patch ?? undefined);
}

/** How a child became known; the words of `replay --json`. `flat:` and `vendor:` are followed by the agent's name. */
export type DialectName = "standard" | "september" | "draft" | "cursor" | "launch" | "placeholder" | `flat:${string}` | `vendor:${string}`;

/** What an announcement says of a child. The parent's labels, not the child's own title. */
export interface ChildPatch {
  readonly title?: Patch<string>;
  readonly description?: Patch<string>;
  /** The agent type, where the dialect names it. */
  readonly role?: Patch<string>;
  readonly cwd?: Patch<string>;
  readonly additionalDirectories?: Patch<readonly string[]>;
  readonly state?: Patch<WorkState>;
  /** Whole set: `cancel` is true only for a non-null object on the wire (checklist 10, 11). `null` = none. */
  readonly capabilities?: Patch<{ readonly canCancel: boolean }>;
  readonly prompt?: Patch<string>;
  /** What it is given to do next, where only a call of its parent tells: the prompt of the run that begins then. */
  readonly nextPrompt?: string;
  readonly model?: Patch<string>;
  /** What its run took in tokens, input and output of all calls of its model together, where its end tells. */
  readonly tokens?: number;
  /** The call that launched it, where frames name the call although it was never seen. */
  readonly launchToolCallId?: ToolCallId;
  /** How the end in `state` is known, where the child itself did not report it. */
  readonly outcome?: Outcome;
}

/** What a `tool_call` or `tool_call_update` says; absent = unchanged. */
export interface ToolCallPatch {
  readonly title?: string;
  readonly name?: string;
  readonly kind?: string;
  readonly status?: string;
  readonly content?: readonly ToolContent[];
  readonly locations?: readonly Location[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
  /** Terminals whose output came with the call; they are shown in it also where `content` does not name them (codex-acp). */
  readonly terminalIds?: readonly TerminalId[];
  /** Sessions that the call is about, where the agent names them: those that are waited for, or written to (codex-acp). */
  readonly about?: readonly SessionId[];
  /** Nobody can tell whose call this is: the session's own or one of its children's. */
  readonly isUnattributed?: boolean;
  readonly meta?: JsonObject;
}

/** One step of a plan (schema `PlanEntry`). */
export interface PlanEntry {
  readonly content: string;
  readonly priority?: string;
  readonly status: string;
}

/** One choice of a select option (schema `SessionConfigSelectOption`). */
export interface ConfigChoice {
  readonly value: string;
  readonly name: string;
  readonly description?: string;
  /** The name of its group, where the agent groups the choices (schema `SessionConfigSelectGroup`). */
  readonly group?: string;
}

/** One selector of a session: its mode, model or another config option (schema `SessionConfigOption`), reduced to what is shown. */
export interface ConfigOption {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly category?: string;
  /** `select`, `boolean`, or another word of the agent; an option of a type that we do not know can only be read. */
  readonly type: string;
  /** Of a boolean `true` or `false`. */
  readonly value?: string;
  /** Only of a select; those of one group stand together. */
  readonly choices: readonly ConfigChoice[];
}

/** One mode that a session can be in (schema `SessionMode`). */
export interface SessionMode {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** One slash command of an agent (schema `AvailableCommand`). */
export interface AgentCommand {
  readonly name: string;
  readonly description: string;
  /** What its input is, for who has not written any yet (schema `UnstructuredCommandInput`). */
  readonly hint?: string;
}

/** What an agent offers, as it said when the connection was opened. */
export interface AgentInfo {
  readonly name?: string;
  readonly title?: string;
  readonly version?: string;
}

/**
 * What happened, in the past tense and in ACP's words: the only input of the store. `t` is ms since the connection
 * began and stands on the envelope (`TimedEvent`), not on each event.
 */
export type SessionEvent =
  | { readonly type: "agentIdentified"; readonly agent: AgentInfo }
  /** A root session exists: session/new was answered, or a load, resume or fork of it began. */
  | {
      readonly type: "rootOpened";
      readonly sessionId: SessionId;
      readonly cwd?: string;
      readonly additionalDirectories?: readonly string[];
      readonly title?: string;
      /** The session that it was forked from. */
      readonly forkOf?: SessionId;
    }
  /** session/load or session/resume was sent. What follows until `restoreEnded` is history for a load, current for a resume. */
  | {
      readonly type: "restoreBegan";
      readonly sessionId: SessionId;
      readonly how: "load" | "resume";
      readonly cwd?: string;
      readonly additionalDirectories?: readonly string[];
    }
  | { readonly type: "restoreEnded"; readonly sessionId: SessionId; readonly error?: string }
  /** What we kept of an earlier connection follows, until the next one does or `storedEnded`: history, whatever it says of itself. Never live, never asks. `overAt`: when the one before was over. */
  | {
      readonly type: "storedBegan";
      readonly sessionId: SessionId;
      readonly cwd?: string;
      readonly title?: string;
      readonly overAt?: number;
    }
  | { readonly type: "storedEnded"; readonly sessionId: SessionId }
  /** session/close or session/archive of this session was answered, or another client that is called so goes on with it. */
  | { readonly type: "sessionClosed"; readonly sessionId: SessionId; readonly takenOverBy?: string }
  /** The agent deleted it, or the person took it off: nothing of its tree is shown any more. */
  | { readonly type: "sessionRemoved"; readonly sessionId: SessionId }
  /** session/set_title was answered with the title that the agent keeps, or its listing told it. The session may be one that is not open. */
  | { readonly type: "sessionRenamed"; readonly sessionId: SessionId; readonly title: string }
  /** `parentId` is the outer session id; the first update announces, later ones patch (checklist 2, 6, 14). */
  | {
      readonly type: "childUpdated";
      readonly sessionId: SessionId;
      readonly parentId: SessionId;
      readonly dialect: DialectName;
      readonly patch: ChildPatch;
    }
  /** A child and the tool call of its parent that launched it are known to be one (design, rule 9). */
  | { readonly type: "childLinked"; readonly sessionId: SessionId; readonly toolCallId: ToolCallId }
  /** Stronger evidence names the child that was known as `from`; one card, one row in the tree, before and after. */
  | { readonly type: "childRenamed"; readonly from: SessionId; readonly to: SessionId }
  /** Patches the session's own values, which are not the parent's labels for it. */
  | {
      readonly type: "sessionInfoReported";
      readonly sessionId: SessionId;
      readonly title?: Patch<string>;
      readonly updatedAt?: Patch<string>;
    }
  | { readonly type: "configReported"; readonly sessionId: SessionId; readonly options: readonly ConfigOption[] }
  | { readonly type: "modeReported"; readonly sessionId: SessionId; readonly modeId: string }
  | {
      readonly type: "modesReported";
      readonly sessionId: SessionId;
      readonly modeId?: string;
      readonly modes: readonly SessionMode[];
    }
  /** We asked for another mode or another value of an option; `value` is what is wanted. */
  | { readonly type: "settingSent"; readonly sessionId: SessionId; readonly key: SettingKey; readonly value: string }
  /** That was answered: with `error`, in words, when the agent refused. */
  | {
      readonly type: "settingAnswered";
      readonly sessionId: SessionId;
      readonly key: SettingKey;
      readonly value: string;
      readonly error?: string;
    }
  | { readonly type: "commandsReported"; readonly sessionId: SessionId; readonly commands: readonly AgentCommand[] }
  | {
      readonly type: "usageReported";
      readonly sessionId: SessionId;
      readonly used?: number;
      readonly size?: number;
      readonly cost?: Patch<{ readonly amount: number; readonly currency: string }>;
    }
  /** A piece of a message or thought. Pieces join by `messageId`, else with the row just before when it is of the same kind. */
  | {
      readonly type: "chunkReceived";
      readonly sessionId: SessionId;
      readonly kind: "user_message" | "agent_message" | "agent_thought";
      readonly messageId?: MessageId;
      readonly content: ContentBlock /** Nobody can tell whose words these are: the session's own or one of its children's. */;
      readonly isUnattributed?: boolean;
    }
  /** A whole message or thought: replaces what was told of it before; `content` left out = unchanged. */
  | {
      readonly type: "messageReported";
      readonly sessionId: SessionId;
      readonly kind: "user_message" | "agent_message" | "agent_thought";
      readonly messageId: MessageId;
      readonly content?: readonly ContentBlock[];
    }
  /** A session's own word of what it does, outside of a turn that we began. */
  | { readonly type: "stateReported"; readonly sessionId: SessionId; readonly state: WorkState }
  /** `isAnnouncement`: it came as `tool_call`; a bare update of an unknown call without status makes no row (claude, surprise 10). */
  | {
      readonly type: "toolCallReported";
      readonly sessionId: SessionId;
      readonly toolCallId: ToolCallId;
      readonly isAnnouncement: boolean;
      readonly patch: ToolCallPatch;
    }
  /** Something was told of a terminal: by the agent, or by a command that we run for it. The first word of one makes it. */
  | { readonly type: "terminalReported"; readonly sessionId: SessionId; readonly terminalId: TerminalId; readonly patch: TerminalPatch }
  /** A whole plan. Those with an id are several at a time and live as long as their session; `uri` or `markdown` stand for a plan that is no list (schema `PlanUpdateContent`). */
  | {
      readonly type: "planReported";
      readonly sessionId: SessionId;
      readonly planId?: string;
      readonly entries: readonly PlanEntry[];
      readonly uri?: string;
      readonly markdown?: string;
    }
  | { readonly type: "planRemoved"; readonly sessionId: SessionId; readonly planId: string }
  /** Whole upsert of a message between sessions; absent = unchanged, `content` null or [] clears (checklist 42). */
  | {
      readonly type: "sessionMessageReported";
      readonly sessionId: SessionId;
      readonly messageId: MessageId;
      readonly sender?: Patch<SessionId>;
      readonly recipient?: Patch<SessionId>;
      readonly senderMessageId?: Patch<MessageId>;
      readonly recipientMessageId?: Patch<MessageId>;
      readonly content?: Patch<readonly ContentBlock[]>;
    }
  | {
      readonly type: "sessionMessageChunkReceived";
      readonly sessionId: SessionId;
      readonly messageId: MessageId;
      readonly content: ContentBlock;
    }
  /** What the parent got back from a child, in the parent's own transcript, when it is known to be a child's answer. */
  | { readonly type: "answerReceived"; readonly childId: SessionId; readonly text: string }
  /** A load told two runs of a child as one: the earlier ended so, with this answer, and then the child was given `prompt`. */
  | {
      readonly type: "runDivided";
      readonly sessionId: SessionId;
      readonly answer?: string;
      readonly state: WorkState;
      readonly prompt: string;
    }
  /** Whose the words were that stood unattributed in a session's transcript: a child's, and they move there, or its own. */
  | {
      readonly type: "textReattributed";
      readonly sessionId: SessionId;
      readonly speakerId: SessionId;
      readonly kind: "agent_message" | "agent_thought";
      readonly text: string;
    }
  | {
      readonly type: "noticeReported";
      readonly sessionId: SessionId;
      readonly severity: string;
      readonly text: string;
      /** The turn that its history leaves open was cut off. */
      readonly isCutOff?: boolean;
    }
  | {
      readonly type: "compactionReported";
      readonly sessionId: SessionId;
      readonly compactionId: string;
      readonly status?: string;
      readonly summary?: Patch<string>;
      readonly error?: Patch<string>;
    }
  /** A piece of a compaction's summary; the first of an unknown one shows that it is under way (schema `CompactionSummaryChunk`). */
  | { readonly type: "compactionChunkReceived"; readonly sessionId: SessionId; readonly compactionId: string; readonly text: string }
  | { readonly type: "unknownUpdateReceived"; readonly sessionId: SessionId; readonly kind: string; readonly raw: unknown }
  /** We sent a prompt: a user message where it was sent, and an open turn. */
  | { readonly type: "promptSent"; readonly sessionId: SessionId; readonly content: readonly ContentBlock[] }
  /** The prompt was answered. Says nothing of children (checklist 22). */
  | {
      readonly type: "turnEnded";
      readonly sessionId: SessionId;
      readonly stopReason?: string;
      readonly error?: string;
      /** The prompt was refused because nobody is signed in (schema `ErrorCode`, -32000): nothing was begun. */
      readonly isSignInNeeded?: boolean;
    }
  | { readonly type: "cancelSent"; readonly sessionId: SessionId }
  /** We asked the agent to let a root go: to close, archive or delete it. */
  | { readonly type: "letGoSent"; readonly sessionId: SessionId }
  /** The agent refused that: the session goes on. */
  | { readonly type: "letGoRefused"; readonly sessionId: SessionId }
  /** A rule of the person allowed it before it was asked; it never waits. */
  | ({ readonly type: "permissionAllowed" } & Allowed)
  /** The person is asked something; it waits until it is settled. */
  | { readonly type: "requestOpened"; readonly request: AskedRequest }
  /** What was to be done on a page that the person was asked to open is done (`elicitation/complete`). */
  | { readonly type: "elicitationCompleted"; readonly elicitationId: string }
  | { readonly type: "requestSettled"; readonly requestId: RequestId; readonly outcome: RequestOutcome }
  /** What was kept of a session tells of a request that is long over: it never waits, and nobody is asked. */
  | {
      readonly type: "requestRecalled";
      readonly request: AskedRequest;
      readonly outcome: RequestOutcome;
      /** ms since the connection began, as `t`. */
      readonly openedAt: number;
    }
  /** The agent's process ended or its pipe closed; nothing more will come. */
  | { readonly type: "connectionLost"; readonly reason: string }
  /** The agent refused something because nobody is signed in, or told that this is so (or is not so any more). */
  | { readonly type: "signInReported"; readonly isNeeded: boolean }
  /** After the end: when we try to reach the agent again by ourselves, as we go on trying. */
  | { readonly type: "reconnectPlanned"; readonly plan: ReconnectPlan }
  /**
   * We heard nothing of this session, or of anything below it, since `since` (ms since the connection began); left out:
   * that does not count any more. A notice of ours for the reader, no state: the next event of the session ends it.
   */
  | { readonly type: "silenceNoted"; readonly sessionId: SessionId; readonly since?: number }
  /** Something that must not be lost but has no row: goes to the log and to `diagnostics`. */
  | {
      readonly type: "diagnosticReported";
      readonly level: "info" | "warning" | "error";
      readonly message: string;
      readonly sessionId?: SessionId;
    };

/** The next try to reach an agent again: in so many seconds, now, or never since we gave it up. */
export type ReconnectPlan =
  | { readonly type: "waiting"; readonly seconds: number }
  | { readonly type: "trying" }
  /** Its server refuses our key: it is tried again only when the person wants it. `because` says what to do. */
  | { readonly type: "refused"; readonly because: string }
  | { readonly type: "none" };

/** An event and when it happened, in ms since the connection began. */
export interface TimedEvent {
  readonly t: number;
  readonly event: SessionEvent;
}
