import type { Disposable } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import { usualLimits } from "../base/limits.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf, PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { LogEntry, Question } from "../dialects/logEntry.ts";
import { isMadeUpId } from "../dialects/madeUpId.ts";
import { Translator } from "../dialects/translator.ts";
import type { Attachment } from "../session/attachment.ts";
import type { Change } from "../session/changes.ts";
import type { ContentBlock } from "../session/content.ts";
import type { SessionEvent, TimedEvent } from "../session/events.ts";
import type { RequestId, SessionId } from "../session/ids.ts";
import type { SessionModel } from "../session/model.ts";
import { type Allowed, ruleFor } from "../session/permissionRules.ts";
import type { AnswerByKind, AskedPermission, RequestAnswer } from "../session/requests.ts";
import { isWorking } from "../session/session.ts";
import { type SettingChange, settingType } from "../session/settings.ts";
import { SessionStore } from "../session/store.ts";
import { AgentSessions, type EarlierSessions } from "./agentSessions.ts";
import { AttachmentTray } from "./attachmentTray.ts";
import type { AgentInfo, AgentOffers, Provider } from "./calls/agentAnswers.ts";
import type { SignInRequired } from "./calls/callErrors.ts";
import type { CallOptions } from "./calls/sessionCalls.ts";
import { checkCall } from "./calls/sessionRules.ts";
import type { ProviderRoute } from "./calls/settingCalls.ts";
import { type Clock, systemClock } from "./clock.ts";
import { Connection } from "./connection.ts";
import type { LineRecorder } from "./connectionOptions.ts";
import type { AgentHost, AgentLaunch } from "./process/launch.ts";
import { type PromptEnd, PromptQueue, type QueuedPrompt } from "./promptQueue.ts";
import type { RequestHandlers, RequestSurroundings } from "./requests/agentRequests.ts";
import type { SignInMethod } from "./signInMethods.ts";
import { BoundedLog } from "./traffic/boundedLog.ts";
import type { Traffic } from "./traffic/traffic.ts";

/** What an agent is built from. */
export interface AgentOptions extends EarlierSessions {
  readonly launch: AgentLaunch;
  readonly host: AgentHost;
  readonly log: Logger;
  /** Keeps what crosses the connection; called after the model took each frame in. */
  readonly record?: LineRecorder;
  readonly clock?: Clock;
  /** Lets the person sign in; see `ConnectionOptions.signIn`. */
  readonly signIn?: (agent: Agent, refusal: SignInRequired) => Promise<boolean>;
}

/**
 * One running agent: a connection whose log is folded into a session model, and what a person can do with it.
 * Every method that talks to the agent rejects with a PersonError when it cannot be done.
 */
export class Agent implements Disposable {
  readonly launch: AgentLaunch;
  /** What is attached to the prompts that are being written. */
  readonly attachments = new AttachmentTray();
  /** The sessions that it keeps: having them back, forking, naming, ending and forgetting them. */
  readonly sessions: AgentSessions;

  readonly #log: Logger;
  readonly #host: AgentHost;
  readonly #connection: Connection;
  readonly #translator = new Translator();
  readonly #store: SessionStore;
  readonly #queue: PromptQueue;
  #frames = 0;
  #noise = 0;
  readonly #onDidLog = new Emitter<LogEntry>();
  readonly #onDidClose = new Emitter<string>();

  /** The waiting prompts of this session changed. */
  readonly onDidChangeQueue: Event<SessionId>;
  /** The connection ended, with the reason in words; fired once, after the model was told. */
  readonly onDidClose: Event<string> = this.#onDidClose.event;
  /** Everything that crosses the pipe, after the model took it in. */
  readonly onDidLog: Event<LogEntry> = this.#onDidLog.event;

  constructor(options: AgentOptions) {
    const { signIn, admit, recall } = options;
    const limits = options.host.limits?.() ?? usualLimits;
    this.launch = options.launch;
    const log = new BoundedLog(options.log, options.launch.label, limits.logBytes);
    this.#log = log;
    this.#host = options.host;
    // First of all: whoever answers the agent's requests looks into it.
    this.#store = new SessionStore(`r${(options.clock ?? systemClock).epoch().toString(36)}.`, limits, options.host.shelf);
    this.#connection = new Connection({
      ...options,
      log,
      limits,
      ...(signIn ? { signIn: (refusal) => signIn(this, refusal) } : { signIn: undefined }),
      checkCall: (method, sessionId) => checkCall(method, this.#store.get(sessionId)),
      handlers: this.#handlers(options),
    });
    this.#connection.onDidLog((entry) => this.#take(entry));
    this.#store.onDidChange((change) => this.#answerSettled(change));
    this.#store.onDidChange((change) => this.#logDiagnostics(change));
    this.onDidClose(() => log.end());
    this.#store.onDidChange((change) => {
      for (const delta of change) if (delta.type === "sessionAdded") this.#follow(delta.session.id);
    });
    this.#queue = new PromptQueue((sessionId, content) => this.#connection.prompt(sessionId, content));
    this.onDidChangeQueue = this.#queue.onDidChange;
    this.sessions = new AgentSessions({
      admit,
      recall,
      calls: this.#connection.sessions,
      store: this.#store,
      queue: this.#queue,
      offers: () => this.offers,
      elapsed: () => this.#connection.elapsed,
      cancel: (sessionId) => this.cancel(sessionId),
    });
  }

  /** This connection's sessions; read-only, and told of every change synchronously. */
  get model(): SessionModel {
    return this.#store;
  }

  /** Epoch ms of the connection's start: `startedAtEpoch + t` turns the model's times into epoch ms. */
  get startedAtEpoch(): number {
    return this.#connection.startedAtEpoch;
  }

  /** What the agent offers; nothing before `start` has resolved. */
  get offers(): AgentOffers {
    return this.#connection.offers;
  }

  /** What the agent says of itself; nothing before `start` has resolved. */
  get info(): AgentInfo {
    return this.#connection.info;
  }

  /** True once the connection has ended. */
  get isClosed(): boolean {
    return this.#connection.isClosed;
  }

  /** True once a server ended the connection because of our key. */
  get isRefused(): boolean {
    return this.#connection.isRefused;
  }

  /** The last 16,384 characters that the agent wrote on standard error. */
  get stderrTail(): string {
    return this.#connection.stderrTail;
  }

  /** How much came and went on the pipe so far: frames, and pieces that were none. */
  get counts(): { readonly frames: number; readonly noise: number } {
    return { frames: this.#frames, noise: this.#noise };
  }

  /** The last frames, for saving. */
  get traffic(): Traffic {
    return this.#connection.traffic;
  }

  /** Starts the process and initializes the protocol. Rejects with a PersonError, after which the agent is closed. */
  async start(): Promise<void> {
    await this.#connection.start();
    if (this.offers.authStatus) void this.#askAuthStatus();
  }

  /** The ways to sign in that the agent named; none before `start` has resolved. */
  get signInMethods(): readonly SignInMethod[] {
    return this.#connection.signInMethods;
  }

  /** Has the agent sign in by one of its own methods; resolves when the person is through with it. */
  authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
    return this.#connection.authenticate(methodId, signal);
  }

  /** Asks the person something on the agent's behalf; it waits among the requests. Aborting takes it back and rejects. */
  ask(question: Question, signal?: AbortSignal): Promise<AnswerByKind["approval"]> {
    return this.#connection.ask(question, signal);
  }

  /** Ends the agent's signed-in state. */
  logout(): Promise<void> {
    return this.#connection.logout();
  }

  /** Opens a session in `cwd` (full path) and returns its id; the model has it by then. */
  newSession(cwd: string, options: CallOptions = {}): Promise<SessionId> {
    return this.#connection.sessions.open(cwd, options);
  }

  /**
   * Sends a prompt to a root session, or queues it while one is running there. Resolves when its turn has ended.
   * `attachments` are what `content` holds beside the person's words: they come back with a prompt that is not sent.
   */
  async sendPrompt(
    sessionId: SessionId,
    content: string | readonly ContentBlock[],
    attachments: readonly Attachment[] = [],
  ): Promise<PromptEnd> {
    const session = this.#store.get(sessionId);
    checkCall("session/prompt", session);
    if (session?.isClosed) throw new PersonError(t("This session is closed. Open it again, or start a new one."));
    return this.#queue.add(sessionId, typeof content === "string" ? [{ type: "text", text: content }] : content, attachments);
  }

  /**
   * Changes the mode or an option of a root. Resolves when the agent granted it; the model tells what is asked for, and
   * goes back when it is refused. Rejects as well when there is nothing of this key that we know how to set.
   */
  async set(sessionId: SessionId, change: SettingChange): Promise<void> {
    const session = this.#store.get(sessionId);
    const type = session && settingType(session, change.key);
    if (type === undefined) throw new PersonError(t("This session has no such option any more."));
    await this.#connection.settings.set(sessionId, change, type);
  }

  /** Where the agent's models are, without keys. */
  listProviders(): Promise<readonly Provider[]> {
    return this.#connection.settings.listProviders();
  }

  /** Has the agent send its requests to models elsewhere. The headers, which may hold keys, are kept nowhere. */
  setProvider(providerId: string, route: ProviderRoute): Promise<void> {
    return this.#connection.settings.setProvider(providerId, route);
  }

  disableProvider(providerId: string): Promise<void> {
    return this.#connection.settings.disableProvider(providerId);
  }

  /** The prompts that wait for the running one of this session, oldest first. */
  queuedPrompts(sessionId: SessionId): readonly QueuedPrompt[] {
    return this.#queue.waiting(sessionId);
  }

  /** Changes the text of a waiting prompt; false when it is not waiting (any more). */
  editPrompt(id: string, text: string): boolean {
    return this.#queue.edit(id, text);
  }

  /** Opens a waiting prompt for editing: until that ends, neither it nor what waits behind it is sent. */
  beginPromptEdit(id: string): Disposable {
    return this.#queue.beginEdit(id);
  }

  /** Has a prompt of an earlier life of the agent wait, held, in its session; resolves as `sendPrompt` does. */
  holdPrompt(sessionId: SessionId, content: readonly ContentBlock[], attachments: readonly Attachment[] = []): Promise<PromptEnd> {
    return this.#queue.addHeld(sessionId, content, attachments);
  }

  /** Sends a prompt that is held since its turn was cut short; false when it is not waiting (any more). */
  releasePrompt(id: string): boolean {
    return this.#queue.release(id);
  }

  /** Takes a waiting prompt back; false when it is not waiting (any more). */
  withdrawPrompt(id: string): boolean {
    return this.#queue.withdraw(id);
  }

  /**
   * Cancels what a root or a child is doing. A child only while its `canCancel` is in force. Settles at once the open
   * requests of exactly this session: what its descendants ask stays open, since they may go on working. Prompts that
   * wait for this session are held, or the next one would start as soon as this one is stopped.
   */
  async cancel(sessionId: SessionId): Promise<void> {
    checkCall("session/cancel", this.#store.get(sessionId));
    this.#queue.hold(sessionId);
    const sent = this.#connection.cancel(sessionId);
    for (const request of this.#store.openRequests) {
      if (request.wireSessionId === sessionId) this.#connection.answer(request.id, { type: "cancelled" });
    }
    await sent;
  }

  /** Answers what waits for the person; false when nothing that can be answered so is open by this id (any more). */
  answer(requestId: RequestId, answer: RequestAnswer): boolean {
    return this.#connection.answer(requestId, answer);
  }

  /** Cancels every session that works and may be cancelled, settles every open request, and holds every prompt that waits. */
  async stopEverything(): Promise<void> {
    this.#queue.hold();
    const working = [...this.#store.sessions].filter((session) => isWorking(session) && (session.standing === "root" || session.canCancel));
    const sent = working.map((session) => this.#connection.cancel(session.id));
    for (const { id } of this.#store.openRequests) this.#connection.answer(id, { type: "cancelled" });
    await Promise.all(sent);
  }

  /** To be told what is noticed here beside the wire and shown with its sessions: how, after the end, it is tried to reach the agent again; a silence. */
  note(event: Extract<SessionEvent, { readonly type: "reconnectPlanned" | "silenceNoted" }>): void {
    this.#store.apply({ t: this.#connection.elapsed, event });
  }

  /** Ends the connection and resolves when no process of it is left (10 s at most). */
  end(): Promise<void> {
    this.#queue.withdrawAll();
    return this.#connection.end();
  }

  /** Begins to end the connection: open requests are answered with `cancelled`, then the whole process tree is ended. */
  dispose(): void {
    void this.end();
  }

  /** Says in the transcript of a session, as a row at its end, that its turn was cut off: it does not work any more. */
  tellCutOff(sessionId: SessionId, sentence: string): void {
    this.#connection.tell(sessionId, sentence, { isCutOff: true });
  }

  /** Answers to requests of the agent that the surroundings give: files, terminals. */
  #handlers({ host, launch }: AgentOptions): RequestHandlers {
    const surroundings: RequestSurroundings = {
      label: launch.label,
      model: this.#store,
      isRemote: "url" in launch,
      tellTerminal: (sessionId, terminalId, patch) => this.#connection.tellTerminal(sessionId, terminalId, patch),
      ask: (question, signal) => this.#connection.ask(question, signal),
      turn: (context) => this.#connection.turn(context),
      onDidClose: this.onDidClose,
    };
    return Object.assign({}, ...(host.requestHandlers ?? []).map((handlersFor) => handlersFor(surroundings)));
  }

  /** A child that we know only from its parent's frames has none of its own to fetch. */
  #follow(sessionId: SessionId): void {
    if (!isMadeUpId(sessionId, (id) => this.#store.get(id) !== undefined)) this.#connection.follow(sessionId);
  }

  /** Whether a sign-in is needed is good to know before it is missed; nothing depends on the answer. */
  async #askAuthStatus(): Promise<void> {
    try {
      await this.#connection.askAuthStatus();
    } catch (error) {
      this.#log.debug(messageOf(error));
    }
  }

  /** What the model settles by itself, because the work that asked is over or its page is done, gets its answer all the same. */
  #answerSettled(change: Change): void {
    for (const delta of change) {
      if (delta.type !== "requestSettled" || delta.outcome.type === "withdrawn") continue;
      this.#connection.answer(delta.requestId, delta.outcome);
    }
  }

  /** What of the frames is not drawn as it came can be found in the log. */
  #logDiagnostics(change: Change): void {
    for (const delta of change) {
      if (delta.type !== "diagnosticAdded") continue;
      const { level, message } = delta.diagnostic;
      this.#log[level === "warning" ? "warn" : level](`${this.launch.label}: ${message}`);
    }
  }

  /** What a rule of the person allows is answered before anybody is asked. */
  #apply({ t: at, event }: TimedEvent): void {
    const allowed = event.type === "requestOpened" && event.request.kind === "permission" ? this.#byRule(event.request) : undefined;
    if (allowed) this.#connection.allow(allowed);
    else this.#store.apply({ t: at, event });
  }

  #byRule(request: AskedPermission): Allowed | undefined {
    return ruleFor(this.#host.permissionRules?.() ?? [], request, this.#store.get(request.sessionId));
  }

  /** No `await` from here to the store: what is shown is always what the log says, in its order. */
  #take(entry: LogEntry): void {
    if (entry.type === "frame") this.#frames += 1;
    if (entry.type === "noise") this.#noise += 1;
    // Before the running prompt fails: the next one would be sent into the void.
    if (entry.type === "closed") this.#queue.withdrawAll();
    for (const event of this.#translator.translate(entry)) this.#apply(event);
    try {
      this.#onDidLog.fire(entry);
    } finally {
      // Told whatever a listener of the log does.
      if (entry.type === "closed") this.#onDidClose.fire(entry.reason);
    }
  }
}
