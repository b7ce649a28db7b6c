// A window without its editor: an agent under the supervisor, its model, everything that follows it, its journals on disk, and a page
// that believes only what it is sent.
import { join } from "node:path";
import { Agent } from "../../src/acp/agent.ts";
import type { AgentHost } from "../../src/acp/process/launch.ts";
import { Masker } from "../../src/acp/traffic/secrets.ts";
import { DisposableStore } from "../../src/base/disposables.ts";
import { Emitter } from "../../src/base/emitter.ts";
import { type Limits, usualLimits } from "../../src/base/limits.ts";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import { FileShelf } from "../../src/journal/fileShelf.ts";
import { JournalKeeper } from "../../src/journal/journalKeeper.ts";
import { JournalLibrary } from "../../src/journal/library.ts";
import { restoreSession } from "../../src/journal/restore.ts";
import { diskStorage } from "../../src/journal/storage.ts";
import type { SessionId } from "../../src/session/ids.ts";
import type { SessionModel } from "../../src/session/model.ts";
import { SessionStore } from "../../src/session/store.ts";
import { applyPatch } from "../../src/shared/applyPatch.ts";
import type { HostMessage } from "../../src/shared/protocol.ts";
import type { TranscriptState } from "../../src/shared/transcriptState.ts";
import type { Hub, HubChange, LiveConnection } from "../../src/views/hub.ts";
import { SilenceWatch } from "../../src/views/silenceWatch.ts";
import { StopWatch } from "../../src/views/stopWatch.ts";
import { TimelineModel } from "../../src/views/timeline/timelineModel.ts";
import { TranscriptPort } from "../../src/views/transcript/port.ts";
import { TranscriptView } from "../../src/views/transcript/transcriptView.ts";
import { SubagentTree } from "../../src/views/tree/treeView.ts";
import { countedEvent, countedTimer, type Tally } from "./counted.ts";

const agentProgram = join(import.meta.dirname, "soakAgent.ts");
const agentId = "soak";

const host: AgentHost = {
  runtimePath: process.execPath,
  supervisorPath: join(import.meta.dirname, "../../src/acp/process/supervisorMain.ts"),
  clientVersion: "0.0.0",
  loadSdk: () => import("../../src/acp/sdk.ts"),
  environment: async () => process.env,
  capabilities: async () => (await import("../../src/dialects/optIns.ts")).optIns,
};

/** A page: what it was sent, put together as a page does. */
class Page {
  state: TranscriptState | undefined;
  readonly #port: TranscriptPort;

  constructor(view: TranscriptView, timer: ReturnType<typeof countedTimer>) {
    const fault = (what: string, error: unknown) => {
      throw new Error(what, { cause: error });
    };
    this.#port = new TranscriptPort(
      { post: (message) => this.#take(message), timer, folds: () => ({}), didFold: () => undefined, fault },
      view,
    );
    this.#port.receive({ type: "ready", open: [] });
  }

  get port(): TranscriptPort {
    return this.#port;
  }

  #take(message: HostMessage): void {
    // Over the boundary goes text.
    const sent: HostMessage = JSON.parse(JSON.stringify(message));
    if (sent.type === "snapshot") this.state = sent.state;
    if (sent.type === "patch" && this.state) this.state = applyPatch(this.state, sent.ops);
    setImmediate(() => this.#port.receive({ type: "ack", seq: message.seq }));
  }
}

/** The transcript and the timeline of one root, as a reader has them open. */
export class Shown {
  readonly view: TranscriptView;
  readonly page: Page;
  readonly timeline: TimelineModel;

  constructor(connection: LiveConnection, rootId: SessionId, timer: ReturnType<typeof countedTimer>) {
    this.view = new TranscriptView(connection, rootId, { foldDefault: "collapsed", enterSends: true });
    this.page = new Page(this.view, timer);
    this.timeline = new TimelineModel(connection, rootId);
  }

  fold(sessionId: SessionId, isOpen: boolean): void {
    this.page.port.receive({ type: "fold", sessionId, isOpen, isChoice: true });
  }

  dispose(): void {
    this.page.port.dispose();
  }
}

export class Window {
  readonly listeners: Tally = { count: 0 };
  readonly timers: Tally = { count: 0 };
  readonly warnings: string[] = [];
  readonly agent: Agent;
  /** Rows by session, as the agent counted them, by what it said last. */
  rows: { readonly [id: string]: number } = {};

  readonly timer = countedTimer(this.timers);
  readonly #lifetime = new DisposableStore();
  readonly #changed = new Emitter<HubChange>();
  readonly #library: JournalLibrary;
  readonly #keeper: JournalKeeper;
  readonly #connection: LiveConnection;
  readonly #shown = new Set<Shown>();
  readonly #shelf: FileShelf;
  readonly #limits: Limits;

  /** `folder`: for its journals and the rows that leave memory; `rowsInMemory`: of each session. */
  constructor(folder: string, rowsInMemory: number) {
    this.#limits = { ...usualLimits, rowsInMemory };
    this.#shelf = this.#lifetime.add(new FileShelf({ folder: join(folder, "rows"), onDidRefuse: (reason) => this.warnings.push(reason) }));
    const log: Logger = {
      ...silentLogger,
      warn: (message) => this.warnings.push(message),
      error: (message) => this.warnings.push(message),
    };
    this.#library = new JournalLibrary(diskStorage, join(folder, "journals"), log);
    const { timer } = this;
    const options = { library: this.#library, storage: diskStorage, log, masker: new Masker(), timer, workspace: "w", maxBytes: () => 1e9 };
    this.#keeper = new JournalKeeper(options);
    let recorder: ReturnType<JournalKeeper["recorder"]> | undefined;
    const record = () =>
      (recorder ??= this.#keeper.recorder({
        model: this.agent.model,
        agentId,
        agentLabel: "Soak",
        startedAt: () => this.agent.startedAtEpoch,
        titleOf: (id) => id,
      }));
    this.agent = new Agent({
      launch: { label: "Soak", command: process.execPath, args: [agentProgram], env: {}, cwd: process.cwd() },
      host: { ...host, limits: () => this.#limits, shelf: this.#shelf },
      log,
      record: {
        frame: (entry, line) => record().frame(entry, line),
        own: (entry) => record().own(entry),
        closed: (t, reason) => record().closed(t, reason),
      },
    });
    const { agent } = this;
    this.#connection = connectionOf(agent.model, agent.startedAtEpoch);
    const hub: Hub = { connections: [this.#connection], onDidChange: countedEvent(this.#changed.event, this.listeners) };
    this.#follow(hub);
    agent.model.onDidChange((change) => {
      for (const shown of this.#shown) {
        shown.page.port.apply(change);
        shown.timeline.apply(change);
      }
      this.#changed.fire({ type: "modelChanged", connection: this.#connection, change });
    });
    agent.onDidLog((entry) => {
      if (entry.type !== "frame" || entry.message.type !== "response" || entry.message.method !== "session/prompt") return;
      const { _meta } = entry.message.result as { readonly _meta: { readonly rows: { readonly [id: string]: number } } };
      this.rows = _meta.rows;
    });
  }

  /** Opens the root for reading. */
  show(rootId: SessionId): Shown {
    const shown = new Shown(this.#connection, rootId, this.timer);
    this.#shown.add(shown);
    return shown;
  }

  hide(shown: Shown): void {
    this.#shown.delete(shown);
    shown.dispose();
  }

  /** What a fresh window would have of the root: read back from its journal, drawn once. */
  async reload(rootId: SessionId): Promise<SessionModel> {
    await this.#keeper.flush();
    const stored = await this.#library.find(agentId, rootId);
    if (!stored) throw new Error(`There is no journal of ${rootId}.`);
    const model = new SessionStore("h", this.#limits, this.#shelf);
    const log: Logger = { ...silentLogger, warn: (message) => this.warnings.push(message) };
    await restoreSession(stored, (timed) => model.apply(timed), { storage: diskStorage, log, epoch: 0 });
    new Shown(connectionOf(model, 0), rootId, this.timer).dispose();
    return model;
  }

  async end(): Promise<void> {
    await this.agent.end();
    await this.#keeper.flush();
    this.#lifetime.dispose();
  }

  /** What follows all sessions for as long as the window lives. VS Code asks for what the tree fires. */
  #follow(hub: Hub): void {
    const tree = this.#lifetime.add(new SubagentTree(hub, this.timer));
    const fetch = (key: string | undefined): void => {
      if (key !== undefined) tree.row(key);
      for (const child of tree.children(key)) fetch(child);
    };
    tree.onDidChange(fetch);
    fetch(undefined);
    this.#lifetime.add(new StopWatch(hub, this.timer));
    this.#lifetime.add(new SilenceWatch(hub, this.timer, () => 120_000));
  }
}

function connectionOf(model: SessionModel, startedAtEpoch: number): LiveConnection {
  return { key: agentId, agentLabel: "Soak", model, startedAtEpoch, isReplay: false, queued: () => [] };
}
