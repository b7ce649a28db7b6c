import { assertNever } from "../base/assertNever.ts";
import { messageOf } from "../base/personError.ts";
import type { JsonObject } from "../session/content.ts";
import { Actor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import { type Display, type Outgoing, show } from "./display.ts";
import type { SessionIds } from "./ids.ts";
import { launchingCall, received, startEvent } from "./launching.ts";
import {
  type ChildEnd,
  type ClientAnswer,
  type ClientRequest,
  type LaunchSpec,
  type Play,
  type Script,
  type Step,
  type StepReply,
  WorkFailed,
} from "./script.ts";
import type { DemoEvent, StreamComplete, WorkEvent } from "./spawnEvents.ts";
import type { SpawnTracker } from "./spawnTracker.ts";

/** What a stage is built from. */
export interface StageOptions {
  readonly rootSessionId: string;
  readonly cwd: string;
  /** What the client gave to the session, in words. */
  readonly given?: string;
  readonly clock: Clock;
  readonly ids: SessionIds;
  readonly tracker: SpawnTracker;
  readonly display: Display;
  /** Sends one `session/update`; calls keep their order. */
  readonly send: (outgoing: Outgoing) => Promise<void>;
  /** Sends a request to the client and resolves with what it said; aborting takes it back. */
  readonly request: (method: string, params: JsonObject, signal: AbortSignal) => Promise<ClientAnswer>;
  /** Sends a notification that is no update of a session. */
  readonly notify: (method: string, params: JsonObject) => Promise<void>;
  /** Keeps an event for later loads. */
  readonly record: (event: DemoEvent) => void;
  /** True for an id that a child of this agent has already. */
  readonly isTaken: (childSessionId: string) => boolean;
}

interface Running {
  readonly actor: Actor;
  readonly script: Script;
  /** Script ms at which the next step is due; undefined while it waits for a child or an answer. */
  dueAt: number | undefined;
  reply: StepReply;
  joining: readonly string[];
  question: AbortController | undefined;
  isStopped: boolean;
}

/**
 * Plays the scripts of one root session, its own and its children's. The order of events follows the scripts' own
 * time and not the speed at which it passes, so that it is the same at every speed.
 */
export class Stage {
  readonly #options: StageOptions;
  readonly #running: Running[] = [];
  readonly #ends = new Map<string, ChildEnd>();
  readonly #whenEnded = new Map<string, NonNullable<LaunchSpec["whenEnded"]>>();
  #turn: { readonly root: Running; readonly resolve: (stopReason: "end_turn" | "cancelled") => void } | undefined;
  #wake = new AbortController();
  #isLooping = false;

  constructor(options: StageOptions) {
    this.#options = options;
  }

  /** True while a prompt is not answered. */
  get isTurnOpen(): boolean {
    return this.#turn !== undefined;
  }

  /** Tells something of the root that no script says. */
  tell(event: WorkEvent): Promise<void> {
    return this.#show(this.#accept(this.#options.rootSessionId, event));
  }

  /** True for a child that works or waits. */
  isRunning(childSessionId: string): boolean {
    return this.#options.tracker.isRunning(childSessionId);
  }

  /** Plays a prompt; resolves with the stop reason when the root's script has ended or was cancelled. Background children play on. */
  prompt(play: Play): Promise<"end_turn" | "cancelled"> {
    if (this.#turn) throw new Error("A turn is open already.");
    return new Promise((resolve) => {
      this.#turn = { root: this.#start(this.#options.rootSessionId, play), resolve };
    });
  }

  /** The person cancels the root's turn or one child. Nothing happens when it does not run. */
  async cancel(sessionId: string): Promise<void> {
    const isRoot = sessionId === this.#options.rootSessionId;
    if (isRoot) this.#stop(sessionId);
    await this.#show(this.#options.tracker.cancel(sessionId));
    if (isRoot) this.#answerTurn("cancelled");
  }

  /** Ends all work and tells the ends. */
  async close(): Promise<void> {
    this.#whenEnded.clear();
    this.#stop(this.#options.rootSessionId);
    await this.#show(this.#options.tracker.close());
    this.#answerTurn("cancelled");
  }

  #start(sessionId: string, play: Play, dueAt = this.#options.clock.now()): Running {
    const actor = new Actor(sessionId, this.#options.cwd, this.#options.ids, this.#options.given);
    const running: Running = {
      actor,
      script: play(actor),
      dueAt,
      reply: { type: "done" },
      joining: [],
      question: undefined,
      isStopped: false,
    };
    this.#running.push(running);
    this.#wake.abort();
    if (!this.#isLooping) void this.#loop();
    return running;
  }

  async #loop(): Promise<void> {
    this.#isLooping = true;
    // Whoever started the first script goes on before it plays.
    await Promise.resolve();
    while (this.#running.length > 0) {
      await this.#waitUntilDue();
      await this.#show(this.#options.tracker.expire());
      const next = this.#nextDue();
      if (next?.dueAt !== undefined && next.dueAt <= this.#options.clock.now()) await this.#play(next);
    }
    this.#isLooping = false;
  }

  async #waitUntilDue(): Promise<void> {
    const { clock, tracker } = this.#options;
    const at = Math.min(this.#nextDue()?.dueAt ?? Number.POSITIVE_INFINITY, tracker.nextDeadline() ?? Number.POSITIVE_INFINITY);
    const ms = at - clock.now();
    if (ms <= 0) return;
    this.#wake = new AbortController();
    const { signal } = this.#wake;
    if (at < Number.POSITIVE_INFINITY) await clock.wait(ms, signal);
    else await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  }

  /** The earliest; among equals the one that was started first. */
  #nextDue(): Running | undefined {
    let next: Running | undefined;
    for (const running of this.#running)
      if (running.dueAt !== undefined && (next?.dueAt === undefined || running.dueAt < next.dueAt)) next = running;
    return next;
  }

  /** Plays one script up to its next pause, wait or end. */
  async #play(running: Running): Promise<void> {
    const startedAt = running.dueAt;
    while (!running.isStopped && running.dueAt === startedAt) {
      let result: IteratorResult<Step, string>;
      try {
        result = running.script.next(running.reply);
      } catch (error) {
        return this.#finish(running, "error", messageOf(error), error instanceof WorkFailed ? error.code : -32603);
      }
      if (result.done) return this.#finish(running, "success", result.value);
      running.reply = { type: "done" };
      await this.#perform(running, result.value);
    }
  }

  async #perform(running: Running, step: Step): Promise<void> {
    switch (step.type) {
      case "pause":
        running.dueAt = (running.dueAt ?? 0) + step.ms;
        return;
      case "work":
        return this.#show(this.#accept(running.actor.sessionId, step.event));
      case "launch":
        return this.#launch(running, step.spec);
      case "message":
        return this.#message(running, step);
      case "join":
        return this.#join(running, step.childSessionIds);
      case "request":
        running.dueAt = undefined;
        return this.#request(running, step.request);
      case "notify":
        return this.#options.notify(step.method, step.params);
      default:
        return assertNever(step);
    }
  }

  async #finish(running: Running, outcome: "success" | "error", result: string, errorCode?: number): Promise<void> {
    this.#remove(running);
    if (this.#turn?.root === running) return this.#answerTurn("end_turn");
    const childSessionId = running.actor.sessionId;
    if (childSessionId === this.#options.rootSessionId) return;
    const complete: StreamComplete = { type: "StreamComplete", childSessionId, outcome, result, ...(errorCode && { errorCode }) };
    await this.#show(this.#options.tracker.accept(complete), running.dueAt);
  }

  async #launch(running: Running, spec: LaunchSpec): Promise<void> {
    const { tracker, ids, isTaken } = this.#options;
    const parentSessionId = running.actor.sessionId;
    const wanted = spec.childSessionId;
    const childSessionId = wanted === undefined || isTaken(wanted) ? ids.child() : wanted;
    const toolCallId = ids.toolCall();
    running.reply = { type: "launched", childSessionId };
    const sent: Promise<void>[] = [];
    if (spec.showsCall) sent.push(this.#show(this.#accept(parentSessionId, launchingCall(toolCallId, spec))));
    const { maxDepth } = tracker;
    const depth = tracker.depthOf(parentSessionId) + 1;
    const accepted = tracker.accept(startEvent(spec, { childSessionId, parentSessionId, toolCallId, depth, maxDepth }));
    if (accepted.length === 0) {
      this.#ends.set(childSessionId, { childSessionId, outcome: "notStarted", result: "It was not started." });
      if (spec.showsCall) sent.push(this.#show(this.#accept(parentSessionId, { type: "toolCallEnded", toolCallId, status: "failed" })));
    } else {
      if (spec.whenEnded) this.#whenEnded.set(childSessionId, spec.whenEnded);
      sent.push(this.#show(accepted), this.#show(this.#accept(childSessionId, received(toolCallId, parentSessionId, spec.prompt))));
      this.#start(childSessionId, spec.play, running.dueAt);
    }
    await Promise.all(sent);
  }

  async #message(running: Running, step: Step & { type: "message" }): Promise<void> {
    const { childSessionId, text, play } = step;
    const message = received(this.#options.ids.toolCall(), running.actor.sessionId, text);
    const sent = [
      this.#show(this.#accept(childSessionId, { type: "stateReported", state: "running" })),
      this.#show(this.#accept(childSessionId, message)),
    ];
    this.#ends.delete(childSessionId);
    this.#start(childSessionId, play, running.dueAt);
    await Promise.all(sent);
  }

  async #request(running: Running, { method, params, waitsFor, takenBackAfter }: ClientRequest): Promise<void> {
    const { request, clock, display } = this.#options;
    const sessionId = running.actor.sessionId;
    const controller = new AbortController();
    running.question = controller;
    if (waitsFor !== undefined) await this.#show(this.#accept(sessionId, { type: "permissionNeeded", toolCallId: waitsFor }));
    const asked = request(method, { sessionId: display.requestSession(sessionId), ...params }, controller.signal);
    // Not awaited: the others play on while the person thinks.
    const answered = new AbortController();
    if (takenBackAfter !== undefined)
      void clock.wait(takenBackAfter, answered.signal).then(() => answered.signal.aborted || controller.abort());
    void asked.then(async (answer) => {
      answered.abort();
      if (running.isStopped) return;
      running.question = undefined;
      if (waitsFor !== undefined) await this.#show(this.#accept(sessionId, { type: "permissionSettled", toolCallId: waitsFor }));
      running.reply = { type: "answered", answer };
      running.dueAt = clock.now();
      this.#wake.abort();
    });
  }

  #accept(sessionId: string, event: WorkEvent): readonly DemoEvent[] {
    const { rootSessionId, tracker } = this.#options;
    return tracker.accept(
      sessionId === rootSessionId ? { type: "RootEvent", event } : { type: "SubAgentEvent", childSessionId: sessionId, event },
    );
  }

  /** Records and sends what the tracker let through; `at` is the script time at which those who wait go on. */
  async #show(events: readonly DemoEvent[], at = this.#options.clock.now()): Promise<void> {
    const { display, record, send } = this.#options;
    const sent: Promise<void>[] = [];
    // A request of an ended child is withdrawn before the ends of its calls and its own end are told.
    for (const event of events) if (event.type === "StreamComplete") this.#stop(event.childSessionId);
    for (const event of events) {
      record(event);
      sent.push(...show(display, event).map(send));
      if (event.type === "StreamComplete") this.#ended(event, at);
    }
    await Promise.all(sent);
  }

  #ended({ childSessionId, outcome, result }: StreamComplete, at: number): void {
    const end: ChildEnd = { childSessionId, outcome, result };
    this.#ends.set(childSessionId, end);
    const whenEnded = this.#whenEnded.get(childSessionId);
    if (whenEnded) this.#start(this.#options.rootSessionId, (me) => whenEnded(me, end), at);
    for (const running of this.#running) this.#resumeJoined(running, at);
  }

  #join(running: Running, childSessionIds: readonly string[]): void {
    const at = running.dueAt ?? this.#options.clock.now();
    running.joining = childSessionIds;
    running.dueAt = undefined;
    this.#resumeJoined(running, at);
  }

  /** A script goes on at the script time `at` when all children that it waits for have ended. */
  #resumeJoined(running: Running, at: number): void {
    if (running.joining.length === 0) return;
    const ends = running.joining.map((id) => this.#ends.get(id));
    if (!ends.every((end) => end !== undefined)) return;
    running.joining = [];
    running.reply = { type: "joined", ends };
    running.dueAt = at;
    this.#wake.abort();
  }

  #stop(sessionId: string): void {
    for (const running of this.#running.filter((candidate) => candidate.actor.sessionId === sessionId)) {
      running.question?.abort();
      running.script.return("");
      this.#remove(running);
    }
  }

  #remove(running: Running): void {
    running.isStopped = true;
    this.#running.splice(this.#running.indexOf(running), 1);
    this.#wake.abort();
  }

  #answerTurn(stopReason: "end_turn" | "cancelled"): void {
    const turn = this.#turn;
    this.#turn = undefined;
    turn?.resolve(stopReason);
  }
}
