import { setImmediate as nextTurn } from "node:timers/promises";
import type { Disposable } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import { messageOf, PersonError } from "../base/personError.ts";
import type { ProtocolVersion } from "../base/protocolVersion.ts";
import { t } from "../base/words.ts";
import { isOwn, type LogEntry, type OwnEntry, type Question } from "../dialects/logEntry.ts";
import type { ContentBlock, JsonObject } from "../session/content.ts";
import { type RequestId, type SessionId, type TerminalId, toSessionId } from "../session/ids.ts";
import type { Allowed } from "../session/permissionRules.ts";
import type { AnswerByKind, RequestAnswer } from "../session/requests.ts";
import type { TerminalPatch } from "../session/terminals.ts";
import type { AgentLink } from "./agentLink.ts";
import {
  type AgentInfo,
  type AgentOffers,
  type InitializeAnswer,
  noOffers,
  readInitializeAnswer,
  readStopReason,
} from "./calls/agentAnswers.ts";
import { answeredWithError, endedBefore, isAgentsError, notAnswered, type RequestFacts, SignInRequired } from "./calls/callErrors.ts";
import { SessionCalls, type SessionCallsOptions } from "./calls/sessionCalls.ts";
import { SettingCalls } from "./calls/settingCalls.ts";
import { defaultNoiseLimit, defaultTimeLimits, startLimit } from "./calls/timeLimits.ts";
import { initializeParams } from "./clientCapabilities.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { ConnectionOptions } from "./connectionOptions.ts";
import { negotiate } from "./negotiation.ts";
import { openLink } from "./openLink.ts";
import { type AgentOutput, foreignSentence } from "./process/endSentences.ts";
import { FirstOutput } from "./process/firstOutput.ts";
import { initializeAnswerOf, Protocol2Connection } from "./protocol2.ts";
import { AccessRefused } from "./remote/accessRefused.ts";
import type { RequestContext } from "./requests/agentRequests.ts";
import { AnswerTurns } from "./requests/answerTurns.ts";
import { answeredByPerson, RequestDesk } from "./requests/requestDesk.ts";
import type { SdkConnection } from "./sdkConnection.ts";
import type { SignInMethod } from "./signInMethods.ts";
import type { JsonText } from "./traffic/frameReader.ts";
import { Traffic } from "./traffic/traffic.ts";
import { Wire } from "./traffic/wire.ts";

/** One agent connection: its link, the wire, and the requests that a client may make. */
export class Connection implements Disposable {
  /** The last frames, for saving. */
  readonly traffic: Traffic;
  /** Epoch ms of the moment that every `t` counts from. */
  readonly startedAtEpoch: number;
  /** Resolves when the connection has ended, with the reason in words. */
  readonly closed: Promise<string>;

  readonly #options: ConnectionOptions;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #desk = new RequestDesk(
    () => this.elapsed,
    (entry) => this.#note(entry),
  );
  readonly #turns = new AnswerTurns();
  readonly #ended = new AbortController();
  readonly #onDidLog = new Emitter<LogEntry>();
  readonly #firstOutput: FirstOutput;
  /** What is ours and came while an entry was being told. */
  readonly #noted: OwnEntry[] = [];
  #isTelling = false;
  #link: AgentLink | undefined;
  #wire: Wire | undefined;
  #sdk: SdkConnection | undefined;
  #agent: InitializeAnswer = { protocolVersion: undefined, offers: noOffers, info: {}, signInMethods: [] };
  #isInitialized = false;
  #isRefused = false;
  #closedBecause: string | undefined;
  #tellClosed: (reason: string) => void = () => undefined;

  /** The requests that begin, bring back, end and name sessions. */
  readonly sessions: SessionCalls;
  /** The requests that change how sessions and the agent work. */
  readonly settings: SettingCalls;

  /** The ordered log: every frame of both directions, noise, and at last `closed`, exactly once. Synchronous. */
  readonly onDidLog: Event<LogEntry> = this.#onDidLog.event;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.traffic = new Traffic(options.limits && { bytes: options.limits.logBytes });
    this.#clock = options.clock ?? systemClock;
    this.#firstOutput = new FirstOutput(options.noiseLimit ?? defaultNoiseLimit);
    this.#startedAt = this.#clock.now();
    this.startedAtEpoch = this.#clock.epoch();
    this.closed = new Promise((resolve) => {
      this.#tellClosed = resolve;
    });
    const calls: SessionCallsOptions = {
      label: this.#label,
      request: (method, params, signal) => this.#requestSignedIn(method, params, signal),
      checkCall: options.checkCall,
      offers: () => this.offers,
      mcpServers: options.host.mcpServers,
    };
    this.sessions = new SessionCalls(calls);
    this.settings = new SettingCalls(calls);
  }

  get isClosed(): boolean {
    return this.#closedBecause !== undefined;
  }

  /** True once a server ended the connection, or did not begin one, because of our key. */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** The log's time now: ms since the connection began. */
  get elapsed(): number {
    return Math.round(this.#clock.now() - this.#startedAt);
  }

  /** What the agent offers; nothing before `start` has resolved. */
  get offers(): AgentOffers {
    return this.#agent.offers;
  }

  /** What the agent says of itself; nothing before `start` has resolved. */
  get info(): AgentInfo {
    return this.#agent.info;
  }

  /** The ways to sign in that the agent named; none before `start` has resolved. */
  get signInMethods(): readonly SignInMethod[] {
    return this.#agent.signInMethods;
  }

  /** The end of what the agent wrote on standard error. */
  get stderrTail(): string {
    return this.#link?.stderrTail ?? "";
  }

  /** Starts the agent and initializes the protocol. Rejects with a PersonError, after which the connection is closed. */
  async start(): Promise<void> {
    try {
      await this.#open();
      const answer = await negotiate(this.#options.launch.protocol ?? 1, {
        label: this.#label,
        initialize: (version) => Promise.race([this.#initialize(version), this.#failOnForeign()]),
        reopen: () => this.#reopen(),
      });
      this.#agent = readInitializeAnswer(initializeAnswerOf(answer));
      if (answer.protocolVersion === 2) this.#sdk = new Protocol2Connection(this.#connected, this.onDidLog);
      this.#isInitialized = true;
    } catch (error) {
      this.#close(messageOf(error));
      throw this.#isRefused ? new AccessRefused(messageOf(error)) : error;
    } finally {
      this.#firstOutput.dispose();
    }
  }

  /** Has the agent sign in by one of its methods; takes as long as the person does. Aborting takes it back. */
  async authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
    await this.#request("authenticate", { methodId }, signal);
  }

  async logout(): Promise<void> {
    if (!this.offers.logout) throw new PersonError(t("{0} does not offer {1}.", this.#label, t("to sign out")));
    await this.#request("logout", {});
  }

  /** Asks an agent that offers `auth/status` whether a sign-in is needed; the answer is read from the log. */
  async askAuthStatus(): Promise<void> {
    await this.#request("auth/status", {});
  }

  /** Sends a prompt and resolves with the stop reason when its turn has ended. */
  async prompt(sessionId: SessionId, content: readonly ContentBlock[]): Promise<string | undefined> {
    return readStopReason(await this.#requestSignedIn("session/prompt", { sessionId, prompt: content }));
  }

  /** Asks to cancel what a session is doing. */
  async cancel(sessionId: SessionId): Promise<void> {
    const method = "session/cancel";
    this.#options.checkCall(method, sessionId);
    try {
      await this.#connected.notify(method, { sessionId });
    } catch (error) {
      throw error instanceof PersonError ? error : endedBefore(await this.closed, this.#facts(method));
    }
  }

  /** To be told of each session once it is known, so that its frames come (see `AgentLink`). */
  follow(sessionId: SessionId): void {
    this.#link?.follow(sessionId);
  }

  /** Answers what waits for the person; false when nothing that can be answered so is open by this id (any more). */
  answer(requestId: RequestId, answer: RequestAnswer): boolean {
    return this.#desk.answer(requestId, answer);
  }

  /** Answers what a rule of the person allows, and puts into the log that it did. */
  allow(allowed: Allowed): void {
    this.#note({ type: "allowed", t: this.elapsed, ...allowed });
    this.#desk.answer(allowed.requestId, { type: "selected", optionId: allowed.option.optionId });
  }

  /** Asks the person something ourselves, see `RequestDesk.ask`. */
  async ask(question: Question, signal?: AbortSignal): Promise<AnswerByKind["approval"]> {
    return this.isClosed ? { type: "cancelled" } : this.#desk.ask(question, signal);
  }

  /** Waits for a turn to make an answer that may be large, see `AnswerTurns`. */
  turn(context: RequestContext): Promise<void> {
    return this.#turns.take(context);
  }

  /** Puts into the log what became of a terminal that we keep for the agent. */
  tellTerminal(sessionId: SessionId, terminalId: TerminalId, patch: TerminalPatch): void {
    this.#note({ type: "terminal", t: this.elapsed, sessionId, terminalId, patch });
  }

  /** Puts into the log what is to be known of a session, in words: it becomes a row of the transcript. */
  tell(sessionId: SessionId, text: string, more: { readonly isCutOff?: boolean } = {}): void {
    this.#note({ type: "notice", t: this.elapsed, sessionId, text, ...more });
  }

  /** Ends the connection; resolves when no process of it is left (10 s at most). */
  async end(): Promise<void> {
    this.#desk.cancelAll();
    // The SDK writes the answers in this turn of the event loop; after it nothing more goes out.
    await nextTurn();
    this.#close(t("{0} was stopped.", this.#label));
    await this.#link?.ended;
  }

  dispose(): void {
    void this.end();
  }

  async #initialize(version: ProtocolVersion): Promise<unknown> {
    const { clientVersion, capabilities } = this.#options.host;
    return this.#request("initialize", initializeParams(clientVersion, await capabilities(), version));
  }

  /** Rejects early when what the agent prints is not the protocol. */
  async #failOnForeign(): Promise<never> {
    const line = await this.#firstOutput.foreign;
    throw new PersonError(foreignSentence(this.#label, line, this.stderrTail), this.stderrTail || undefined);
  }

  async #open(): Promise<void> {
    const { launch, host, log } = this.#options;
    const sdk = await host.loadSdk();
    const link = await openLink(launch, host, log, (sessionId, reason) => this.tell(sessionId, reason));
    this.#link = link;
    if (this.#closedBecause !== undefined) {
      link.dispose();
      throw new PersonError(this.#closedBecause);
    }
    const wire = new Wire({ channel: link.channel, log, now: () => this.elapsed, onEntry: (entry, json) => this.#take(entry, json) });
    this.#wire = wire;
    const requests = { ...this.#options.handlers, ...answeredByPerson(this.#desk) };
    this.#sdk = sdk.connectSdk(wire.stream, { requests, ended: this.#ended.signal });
    void link.over.then((end) => {
      if (link !== this.#link) return;
      this.#isRefused = end.isRefused === true;
      this.#close(this.#isInitialized ? end.reason : end.notStarted(this.#output));
    });
  }

  /** Ends the link to the agent without ending the connection, and opens another one. */
  async #reopen(): Promise<void> {
    const link = this.#link;
    // From here on, the end of this link is not the end of the connection.
    this.#link = undefined;
    if (this.#closedBecause !== undefined) throw new PersonError(this.#closedBecause);
    this.#wire?.dispose();
    this.#sdk?.close();
    link?.dispose();
    await link?.ended;
    await this.#open();
  }

  /** Takes what is ours, after the entry that is being told, if one is: each is told to all and kept before the next. */
  #note(entry: OwnEntry): void {
    if (this.#isTelling) this.#noted.push(entry);
    else this.#take(entry, undefined);
  }

  #take(entry: LogEntry, json: JsonText | undefined): void {
    if (this.isClosed) return;
    const isWithin = this.#isTelling;
    this.#isTelling = true;
    const line = entry.type === "frame" && json !== undefined ? this.traffic.add(entry.t, entry.dir, json) : undefined;
    this.#firstOutput.look(entry);
    this.#desk.look(entry);
    this.#turns.look(entry);
    try {
      this.#onDidLog.fire(entry);
    } finally {
      if (line && entry.type === "frame") this.#options.record?.frame(entry, line);
      if (isOwn(entry)) this.#options.record?.own(entry);
      this.#isTelling = isWithin;
    }
    const next = isWithin ? undefined : this.#noted.shift();
    if (next) this.#take(next, undefined);
  }

  #close(reason: string): void {
    if (this.#closedBecause !== undefined) return;
    this.#closedBecause = reason;
    this.#desk.cancelAll();
    this.#ended.abort();
    this.#wire?.dispose();
    this.#sdk?.close();
    this.#link?.dispose();
    try {
      this.#options.record?.closed(this.elapsed, reason);
      this.#onDidLog.fire({ type: "closed", t: this.elapsed, reason });
    } catch (error) {
      this.#options.log.error(`A listener of the connection failed at its end: ${error instanceof Error ? error.stack : String(error)}`);
    }
    this.#tellClosed(reason);
  }

  /** Like `#request`; when the agent wants a sign-in first, the person is asked, and the request is sent once more. */
  async #requestSignedIn(method: string, params: JsonObject, signal?: AbortSignal): Promise<unknown> {
    try {
      return await this.#request(method, params, signal);
    } catch (error) {
      if (!(error instanceof SignInRequired) || !(await this.#options.signIn?.(error))) throw error;
      return this.#request(method, params, signal);
    }
  }

  async #request(method: string, params: JsonObject, signal?: AbortSignal): Promise<unknown> {
    if (typeof params.sessionId === "string") this.#options.checkCall(method, toSessionId(params.sessionId));
    signal?.throwIfAborted();
    const limit = (this.#options.timeLimits ?? defaultTimeLimits)[method];
    const timeUp = new AbortController();
    const stop =
      limit === undefined
        ? undefined
        : startLimit(
            limit,
            () => this.#desk.isWaiting,
            () => timeUp.abort(),
          );
    try {
      const signals = signal ? AbortSignal.any([timeUp.signal, signal]) : timeUp.signal;
      return await this.#connected.request(method, params, signals);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof PersonError) throw error;
      if (limit !== undefined && timeUp.signal.aborted) throw notAnswered(limit, this.#facts(method));
      if (isAgentsError(error)) throw answeredWithError(error, this.#facts(method));
      // Everybody who listens to the log knows of the end before the one who waits for the answer does.
      throw endedBefore(await this.closed, this.#facts(method));
    } finally {
      stop?.();
    }
  }

  get #connected(): SdkConnection {
    if (this.#closedBecause !== undefined || !this.#sdk) {
      throw new PersonError(t("{0} is not connected. Start it again.", this.#label), this.#closedBecause);
    }
    return this.#sdk;
  }

  get #label(): string {
    return this.#options.launch.label;
  }

  #facts(method: string): RequestFacts {
    return { label: this.#label, method, signInMethods: this.#agent.signInMethods, ...this.#output };
  }

  get #output(): AgentOutput {
    return { printed: this.#firstOutput.line, stderr: this.stderrTail };
  }
}
