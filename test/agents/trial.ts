import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporary } from "../../scripts/setup.mjs";
import { Agent } from "../../src/acp/agent.ts";
import { silentLogger } from "../../src/base/logger.ts";
import type { ProtocolVersion } from "../../src/base/protocolVersion.ts";
import { optIns } from "../../src/dialects/optIns.ts";
import type { SessionId } from "../../src/session/ids.ts";
import type { SessionModel } from "../../src/session/model.ts";
import type { Session } from "../../src/session/session.ts";
import { until } from "../unit/acp/processes.ts";
import { testHost } from "../unit/acp/scripted.ts";
import { modelText } from "../unit/replay/modelText.ts";
import { getAgent } from "./install.ts";
import type { Folders, Kit } from "./kits.ts";
import { ModelServer } from "./modelServer.ts";
import { marker } from "./script.ts";
import { scriptOf, tree } from "./tree.ts";

/** How long a real agent may take for one step, in ms. */
const patience = 30_000;

/** A real agent at work in folders of its own, through our own connection code, with a model that says what the scripts say. */
export class Trial {
  readonly server: ModelServer;
  readonly #kit: Kit;
  readonly #root: string;
  readonly #folders: Folders;
  #agent: Agent | undefined;

  private constructor(kit: Kit, server: ModelServer) {
    this.#kit = kit;
    this.server = server;
    this.#root = realpathSync(mkdtempSync(join(temporary, "acp-agent-")));
    this.#folders = { home: join(this.#root, "home"), temporary: join(this.#root, "tmp"), workspace: join(this.#root, "ws") };
    for (const folder of Object.values(this.#folders)) mkdirSync(folder);
    writeFileSync(join(this.#folders.workspace, "README.md"), "# A sample\n");
  }

  /** Starts the model. */
  static async open(kit: Kit): Promise<Trial> {
    return new Trial(kit, await ModelServer.start(kit.model));
  }

  /**
   * Starts the agent; after `endAgent` that is a fresh process in the same home. `asks`: it asks before guarded commands.
   * `protocol`: the version that it is asked for.
   */
  async startAgent({ asks = false, protocol = 1 }: { readonly asks?: boolean; readonly protocol?: ProtocolVersion } = {}): Promise<void> {
    const { home, workspace } = this.#folders;
    const own = this.#kit.prepare(this.#folders, this.server.url, asks);
    const args = [await getAgent(this.#kit.name)];
    const launch = { label: this.#kit.name, command: process.execPath, args, env: {}, cwd: workspace, protocol };
    // The whole environment: nothing of ours but the path, and the mark by which the tests find what is left over.
    const environment = {
      PATH: process.env.PATH,
      ACP_TEST_MARK: process.env.ACP_TEST_MARK,
      HOME: home,
      TMPDIR: this.#folders.temporary,
      LANG: "C.UTF-8",
      SHELL: "/bin/sh",
      USER: "user",
      NO_PROXY: "127.0.0.1",
      ...own,
    };
    const agent = new Agent({
      launch,
      host: { ...testHost, environment: async () => environment, capabilities: async () => optIns },
      log: silentLogger,
    });
    this.#agent = agent;
    await agent.start();
  }

  /** The running agent. */
  get agent(): Agent {
    if (!this.#agent) throw new Error("No agent was started.");
    return this.#agent;
  }

  get model(): SessionModel {
    return this.agent.model;
  }

  newSession(): Promise<SessionId> {
    return this.agent.newSession(this.#folders.workspace);
  }

  loadSession(sessionId: SessionId): Promise<void> {
    return this.agent.sessions.load(sessionId, this.#folders.workspace);
  }

  /** Sends a prompt that makes the root follow a script; resolves with the turn's stop reason. */
  prompt(sessionId: SessionId, script: string): Promise<string | undefined> {
    const turn = this.agent
      .sendPrompt(sessionId, `${marker(script)} Go.`)
      .then((end) => (end.type === "ended" ? end.stopReason : end.type));
    // A test that fails before it comes to the turn's end has told its fault already.
    turn.catch(() => undefined);
    return turn;
  }

  /** The session of the subagent that follows a script, once there is one. */
  find(script: string): Session | undefined {
    return [...this.model.sessions].find((session) => session.parentId !== null && scriptOf(session) === script);
  }

  /** The session of the subagent that follows a script. */
  child(script: string): Session {
    const session = this.find(script);
    if (!session) throw new Error(`There is no subagent that follows ${script}.\n${this.report()}`);
    return session;
  }

  /** Waits until a condition holds on the model; says what it looks like when that does not come. */
  async until(what: string, holds: () => boolean): Promise<void> {
    await until(what, holds, patience).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.report()}`);
    });
  }

  /** Waits until the tree reads like this. */
  async shows(expected: string): Promise<void> {
    await until("the tree", () => tree(this.model) === expected, patience).catch(() => {
      assert.equal(tree(this.model), expected);
    });
  }

  /** Whether the workspace holds this file. */
  hasFile(name: string): boolean {
    return readdirSync(this.#folders.workspace).includes(name);
  }

  /** Ends the agent's process and waits until nothing of it is left. */
  async endAgent(): Promise<void> {
    await this.agent.end();
    await until(`nothing of ${this.#kit.name} to be left`, () => this.#processes().length === 0).catch((error: Error) => {
      throw new Error(`${error.message}: ${this.#processes().join("; ")}`);
    });
  }

  /** Ends everything and takes the folders away. Throws when a process is left. */
  async end(): Promise<void> {
    try {
      if (this.#agent) await this.endAgent();
    } finally {
      await this.server.close();
      rmSync(this.#root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  }

  /** What there is to say about a fault. */
  report(): string {
    const parts = ["The model was asked:", ...this.server.asked];
    const agent = this.#agent;
    if (agent) parts.push("The store:", modelText(agent.model), "Standard error:", agent.stderrTail.slice(-2000));
    return parts.join("\n");
  }

  /** The command lines of living processes whose home is ours (read from /proc; elsewhere none is found). */
  #processes(): readonly string[] {
    if (process.platform !== "linux") return [];
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids
      .filter((pid) => contents(`/proc/${pid}/environ`).split("\0").includes(`HOME=${this.#folders.home}`))
      .map((pid) => `${pid} ${contents(`/proc/${pid}/cmdline`).replaceAll("\0", " ")}`);
  }
}

/** Empty when the process is gone or somebody else's. */
function contents(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
