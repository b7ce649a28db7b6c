import { Emitter } from "../base/emitter.ts";
import { type Limits, usualLimits } from "../base/limits.ts";
import { applyAwaitedLink, applyChildUpdate, applyLink } from "./applyChildren.ts";
import {
  applyConnectionLost,
  applyLetGo,
  applyRestoreBegan,
  applyRestoreEnded,
  applyRootOpened,
  applySessionClosed,
  applySessionRemoved,
  redrawIfAwaited,
} from "./applyOpening.ts";
import { applyReattribution } from "./applyReattribution.ts";
import { applyRename } from "./applyRename.ts";
import { allowByRule, answerRequest, completeElicitation, openRequest, recallRequest } from "./applyRequests.ts";
import {
  applyChunk,
  applyCompaction,
  applyCompactionChunk,
  applyMessage,
  applyPlan,
  applyPlanRemoved,
  applySessionMessage,
  applySessionMessageChunk,
  applyToolCall,
} from "./applyRows.ts";
import { divideRun, notePrompt, noteReceived } from "./applyRuns.ts";
import { applyStoredBegan, applyStoredEnded } from "./applyStored.ts";
import { applyCancelSent, applyNotice, applyOwnState, applyPromptSent, applyTurnEnded } from "./applyTurns.ts";
import { applySettingAnswered, applySettingSent, applyValue } from "./applyValues.ts";
import type { Change, Diagnostic } from "./changes.ts";
import { Draft } from "./draft.ts";
import type { AgentInfo, ReconnectPlan, SessionEvent, TimedEvent } from "./events.ts";
import type { RequestId, SessionId, TerminalId } from "./ids.ts";
import type { SessionModel } from "./model.ts";
import type { OpenRequest } from "./requests.ts";
import type { SessionMessageRow } from "./rows.ts";
import type { Session } from "./session.ts";
import type { Shelf } from "./shelf.ts";
import { applyTerminal, type Terminal } from "./terminals.ts";

/**
 * The truth about one connection and the only place where it changes. `apply` takes what happened and returns what is
 * different now, at a cost that does not depend on how long the transcripts are.
 */
export class SessionStore implements SessionModel {
  readonly #draft: Draft;
  readonly #changed = new Emitter<Change>();
  #agent: AgentInfo = {};
  #lostBecause: string | undefined;
  #needsSignIn = false;
  #reconnectPlan: ReconnectPlan = { type: "none" };

  readonly onDidChange = this.#changed.event;

  /**
   * `rowPrefix` begins the id of every row: what a page remembers of the rows of one store must mean none of another.
   * Without a shelf all rows are kept in memory.
   */
  constructor(rowPrefix = "r", limits: Limits = usualLimits, shelf?: Shelf) {
    this.#draft = new Draft(rowPrefix, limits, shelf);
  }

  get agent(): AgentInfo {
    return this.#agent;
  }

  get roots(): readonly Session[] {
    return this.#draft.roots;
  }

  get sessions(): Iterable<Session> {
    return this.#draft.sessions.values();
  }

  get sessionCount(): number {
    return this.#draft.sessions.size;
  }

  get(id: SessionId | undefined): Session | undefined {
    return id === undefined ? undefined : this.#draft.sessions.get(id);
  }

  terminal(id: TerminalId): Terminal | undefined {
    return this.#draft.terminalHomes.get(id)?.terminals.get(id);
  }

  get openRequests(): readonly OpenRequest[] {
    return [...this.#draft.requests.values()];
  }

  getRequest(id: RequestId): OpenRequest | undefined {
    return this.#draft.requests.get(id);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#draft.diagnostics;
  }

  get isConnectionLost(): boolean {
    return this.#lostBecause !== undefined;
  }

  get needsSignIn(): boolean {
    return this.#needsSignIn && !this.isConnectionLost;
  }

  get connectionLostReason(): string | undefined {
    return this.#lostBecause;
  }

  get reconnectPlan(): ReconnectPlan {
    return this.#reconnectPlan;
  }

  /** Applies one event and tells the listeners before it returns. Never throws on what an agent sent. */
  apply(timed: TimedEvent): Change {
    this.#draft.now = timed.t;
    this.#apply(timed.event);
    if (timed.event.type !== "silenceNoted") this.#draft.endSilences();
    const change = this.#draft.take();
    if (change.length > 0) this.#changed.fire(change);
    return change;
  }

  #apply(event: SessionEvent): void {
    const draft = this.#draft;
    if (this.#lostBecause !== undefined && event.type !== "diagnosticReported" && event.type !== "reconnectPlanned") {
      draft.diagnose("info", `${event.type} came after the connection had ended and was left out.`);
      return;
    }
    switch (event.type) {
      case "agentIdentified":
        this.#agent = event.agent;
        draft.push({ type: "agentChanged" });
        return;
      case "connectionLost":
        this.#lostBecause = event.reason;
        draft.push({ type: "agentChanged" });
        applyConnectionLost(draft, event.reason);
        return;
      case "signInReported":
        if (event.isNeeded === this.#needsSignIn) return;
        this.#needsSignIn = event.isNeeded;
        draft.push({ type: "agentChanged" });
        return;
      case "reconnectPlanned":
        this.#reconnectPlan = event.plan;
        draft.push({ type: "agentChanged" });
        return;
      case "diagnosticReported":
        draft.diagnose(event.level, event.message, event.sessionId);
        return;
      case "silenceNoted":
        draft.noteSilence(event.sessionId, event.since);
        return;
      case "rootOpened":
        applyRootOpened(draft, event);
        return;
      case "restoreBegan":
        applyRestoreBegan(draft, event);
        return;
      case "restoreEnded":
        applyRestoreEnded(draft, event);
        return;
      case "storedBegan":
        applyStoredBegan(draft, event);
        return;
      case "storedEnded":
        applyStoredEnded(draft, event);
        return;
      case "letGoSent":
      case "letGoRefused":
        applyLetGo(draft, event);
        return;
      case "sessionClosed":
        applySessionClosed(draft, event);
        return;
      case "sessionRemoved":
        applySessionRemoved(draft, event);
        return;
      case "sessionRenamed": {
        const session = draft.sessions.get(event.sessionId);
        if (!session) return;
        session.ownTitle = event.title;
        draft.touch(session);
        return;
      }
      case "promptSent":
        applyPromptSent(draft, event);
        return;
      case "turnEnded":
        applyTurnEnded(draft, event);
        return;
      case "cancelSent":
        applyCancelSent(draft, event);
        return;
      case "settingSent":
        applySettingSent(draft, event);
        return;
      case "settingAnswered":
        applySettingAnswered(draft, event);
        return;
      case "requestOpened":
        openRequest(draft, event.request);
        return;
      case "requestSettled":
        answerRequest(draft, event);
        return;
      case "requestRecalled":
        recallRequest(draft, event);
        return;
      case "permissionAllowed":
        allowByRule(draft, event);
        return;
      case "elicitationCompleted":
        completeElicitation(draft, event.elicitationId);
        return;
      case "answerReceived": {
        const child = draft.sessions.get(event.childId);
        if (child) noteReceived(draft, child, event.text);
        return;
      }
      case "runDivided": {
        const child = draft.sessions.get(event.sessionId);
        if (child) divideRun(draft, child, event);
        return;
      }
      case "childLinked":
        applyLink(draft, event);
        return;
      case "childRenamed":
        applyRename(draft, event);
        return;
      case "textReattributed":
        applyReattribution(draft, event);
        return;
      default:
        this.#applyUpdate(event);
    }
  }

  /** What came as an update of one session: the first of a load draws its tree afresh. */
  #applyUpdate(event: Exclude<SessionEvent, { type: OwnEventType }>): void {
    const draft = this.#draft;
    const sessionId = event.type === "childUpdated" ? event.parentId : event.sessionId;
    if (!draft.unannounced.hasRoomFor(sessionId)) {
      draft.diagnose("warning", `Too many sessions that nobody announced: an update of ${sessionId} was left out.`, sessionId);
      return;
    }
    if (draft.removed.has(sessionId)) {
      draft.diagnose("info", `${event.type} came of ${sessionId}, which was taken off, and was left out.`, sessionId);
      return;
    }
    if (!draft.unannounced.takesUpdateOf(sessionId)) {
      draft.tellLimit("pendingFrames", draft.sessions.get(sessionId));
      return;
    }
    redrawIfAwaited(draft, sessionId);
    if (event.type === "childUpdated") redrawIfAwaited(draft, event.sessionId);
    switch (event.type) {
      case "childUpdated":
        applyChildUpdate(draft, event);
        return;
      case "chunkReceived":
        applyChunk(draft, event);
        return;
      case "messageReported":
        applyMessage(draft, event);
        return;
      case "stateReported":
        applyOwnState(draft, event);
        return;
      case "toolCallReported":
        applyAwaitedLink(draft, applyToolCall(draft, event), event);
        return;
      case "terminalReported":
        applyTerminal(draft, event);
        return;
      case "planReported":
        applyPlan(draft, event);
        return;
      case "planRemoved":
        applyPlanRemoved(draft, event);
        return;
      case "sessionMessageReported":
        this.#notePromptOf(applySessionMessage(draft, event));
        return;
      case "sessionMessageChunkReceived":
        this.#notePromptOf(applySessionMessageChunk(draft, event));
        return;
      case "noticeReported":
        applyNotice(draft, event);
        return;
      case "compactionReported":
        applyCompaction(draft, event);
        return;
      case "compactionChunkReceived":
        applyCompactionChunk(draft, event);
        return;
      case "unknownUpdateReceived":
        draft.addRow(draft.ensure(event.sessionId), { kind: "unknown", updateKind: event.kind, raw: event.raw });
        return;
      default:
        applyValue(draft, event);
    }
  }

  /** A message that a child got, in its own transcript, may be the prompt of a run; what its own children say to it never is. */
  #notePromptOf(row: SessionMessageRow): void {
    const session = this.#draft.sessions.get(row.sessionId);
    if (session?.standing !== "child" || row.recipient !== session.id || row.sender === session.id) return;
    const sender = row.sender === undefined ? undefined : this.#draft.sessions.get(row.sender);
    if (sender?.parentId !== session.id) notePrompt(this.#draft, session, row);
  }
}

type OwnEventType =
  | "agentIdentified"
  | "connectionLost"
  | "signInReported"
  | "reconnectPlanned"
  | "silenceNoted"
  | "diagnosticReported"
  | "rootOpened"
  | "restoreBegan"
  | "restoreEnded"
  | "storedBegan"
  | "storedEnded"
  | "letGoSent"
  | "letGoRefused"
  | "sessionClosed"
  | "sessionRemoved"
  | "sessionRenamed"
  | "promptSent"
  | "turnEnded"
  | "cancelSent"
  | "settingSent"
  | "settingAnswered"
  | "requestOpened"
  | "requestSettled"
  | "requestRecalled"
  | "elicitationCompleted"
  | "permissionAllowed"
  | "answerReceived"
  | "runDivided"
  | "childLinked"
  | "childRenamed"
  | "textReattributed";
