import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Timer } from "../../../src/base/timer.ts";
import { isWorking } from "../../../src/session/session.ts";
import { noticeOf } from "../../../src/views/tree/treeRow.ts";
import { Reconnector } from "../../../src/vscode/agents/reconnector.ts";
import { RunningAgents, type RunningAgentsOptions } from "../../../src/vscode/agents/runningAgents.ts";
import { type AgentConnection, Connections } from "../../../src/vscode/connections.ts";
import { until } from "../acp/processes.ts";
import { testHost } from "../acp/scripted.ts";
import { startDemo, type TestDemo } from "../acp/servers.ts";

/** Time that passes only when it is told to. */
class ManualTimer implements Timer {
  readonly #due: { readonly ms: number; readonly run: () => void }[] = [];

  now(): number {
    return 0;
  }

  after(ms: number, run: () => void): { dispose(): void } {
    const item = { ms, run };
    this.#due.push(item);
    return { dispose: () => this.#due.splice(this.#due.indexOf(item), this.#due.includes(item) ? 1 : 0) };
  }

  /** What waits, in seconds. */
  get waits(): readonly number[] {
    return this.#due.map(({ ms }) => ms / 1000);
  }

  pass(): void {
    for (const { run } of this.#due.splice(0)) run();
  }
}

describe("a lost agent on a server", function () {
  this.timeout(20_000);
  const dir = mkdtempSync(join(tmpdir(), "acp-demo-"));
  const timer = new ManualTimer();
  const connections = new Connections();
  let demo: TestDemo;
  let agents: RunningAgents;
  let reconnector: Reconnector;

  before(async () => {
    demo = await startDemo({ dir });
    // The parts of the editor that are not asked for anything here.
    const editor = { log: silentLogger, traffic: { add: () => undefined } } as unknown as Pick<RunningAgentsOptions, "log" | "traffic">;
    agents = new RunningAgents({
      ...editor,
      connections,
      isTrusted: () => true,
      admitting: async () => ({
        host: testHost,
        prepare: async (definition) => ({ definition, release: async () => undefined }),
        signIn: async () => false,
      }),
      startFolder: () => dir,
      otherFolders: () => [],
    });
    reconnector = new Reconnector({
      connections,
      timer,
      log: silentLogger,
      reach: ({ definition }, signal) => agents.reach(definition, signal),
    });
    agents.onDidEnd(({ connection }) => reconnector.begin(connection));
  });
  after(async () => {
    reconnector.dispose();
    await agents.endAll();
    await demo.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const told = () => {
    const [connection] = connections.connections;
    const [root] = connection?.model.roots ?? [];
    return connection && root && noticeOf(connection, root);
  };

  it("is tried again less and less often, each try told, until it is there with its sessions", async () => {
    const definition = { id: "settings:Far", label: "Far", isDemo: false, url: demo.url("ws"), headers: {} };
    const { agent } = await agents.ensure(definition, new AbortController().signal);
    const session = await agent.newSession(dir);
    await agent.sendPrompt(session, "/one");
    await until("the end of the subagent", () => [...agent.model.sessions].every((each) => !isWorking(each)));
    const children = agent.model.get(session)?.children;

    await demo.close();
    const seen: string[] = [];
    for (const seconds of [1, 2, 4]) {
      await until(`a pause of ${seconds} s`, () => timer.waits[0] === seconds);
      seen.push(told()?.text.split(" · ")[0] ?? "");
      timer.pass();
    }
    await until("a pause of 8 s", () => timer.waits[0] === 8);
    assert.deepEqual(seen, ["trying again in 1 s", "trying again in 2 s", "trying again in 4 s"]);
    assert.deepEqual([told()?.action, agents.failures, timer.waits], ["reconnectNow", [], [8]]);

    demo = await startDemo({ dir, port: demo.port });
    const [lost] = reconnector.lost;
    assert.ok(lost);
    await reconnector.now(lost);
    assert.deepEqual([reconnector.lost, timer.waits, connections.connections.length], [[], [], 1]);
    const again = connections.agentConnections[0]?.agent;
    assert.notEqual(again, agent);
    assert.deepEqual(again?.model.get(session)?.children, children);
  });

  it("is not tried any more once what is shown of it was removed", async () => {
    await demo.close();
    await until("a pause", () => timer.waits.length === 1);
    connections.remove("settings:Far");
    assert.deepEqual([timer.waits, reconnector.lost], [[], []]);
    demo = await startDemo({ dir, port: demo.port });
  });

  it("is left alone by us once its server refuses the key, until the person wants another try", async () => {
    const definition = { id: "settings:Far", label: "Far", isDemo: false, url: demo.url("ws"), headers: {} };
    const { agent } = await agents.ensure(definition, new AbortController().signal);
    await agent.newSession(dir);
    await demo.close();
    demo = await startDemo({ dir, port: demo.port, token: "s3cret" });
    await until("the loss", () => reconnector.lost.length === 1);
    const [lost] = reconnector.lost;
    assert.ok(lost);
    const refusal =
      "Disconnected: The server of Far refuses us at ws://127.0.0.1:PORT/acp (HTTP 401). Check its headers in the settings, or its key with “ACP: Set Agent Key…”.";
    for (let tries = 0; tries < 2; tries++) {
      await reconnector.now(lost);
      assert.deepEqual([timer.waits, told()?.text.replace(/:\d{4,5}/, ":PORT"), told()?.action], [[], refusal, "reconnectNow"]);
    }

    await demo.close();
    demo = await startDemo({ dir, port: demo.port });
    await reconnector.now(lost);
    assert.deepEqual([reconnector.lost, connections.agentConnections.map((each) => each.agent.isClosed)], [[], [false]]);
  });

  it("is not even tried when it was the refusal that ended the connection", () => {
    const notes: unknown[] = [];
    const agent = { isRefused: true, note: (event: unknown) => notes.push(event) };
    const lost = { key: "settings:Shut", agent, model: { connectionLostReason: "Refused." } } as unknown as AgentConnection;
    reconnector.begin(lost);
    assert.deepEqual(notes, [{ type: "reconnectPlanned", plan: { type: "refused", because: "Refused." } }]);
    assert.deepEqual([timer.waits, reconnector.lost.includes(lost)], [[], true]);
  });
});
