import assert from "node:assert/strict";
import type { Agent } from "../../../src/acp/agent.ts";
import type { AgentDefinition } from "../../../src/agents/agentDefinition.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { lossWords } from "../../../src/views/lossWords.ts";
import { RunningAgents, type RunningAgentsOptions } from "../../../src/vscode/agents/runningAgents.ts";
import { type AgentConnection, Connections } from "../../../src/vscode/connections.ts";
import { until } from "../acp/processes.ts";
import { scriptedLaunch, testHost } from "../acp/scripted.ts";

const never = new AbortController().signal;

describe("an agent that is started again after a crash", function () {
  this.timeout(30_000);
  const all: RunningAgents[] = [];
  after(() => Promise.all(all.map((agents) => agents.endAll())));

  /** Two sessions of an agent that crashes; what the next process answers is in `then`. */
  async function crashed(then: object) {
    const connections = new Connections();
    let overrides: object = {};
    const definition: AgentDefinition = { id: "scripted", label: "Scripted", isDemo: false, command: "", args: [], env: {} };
    const editor = { log: silentLogger, traffic: { add: () => undefined } } as unknown as Pick<RunningAgentsOptions, "log" | "traffic">;
    // Whoever keeps what crosses the connection knows the agent before it is shown.
    let newest: (() => Agent) | undefined;
    const forAgent = (_definition: AgentDefinition, agent: () => Agent) => {
      newest = agent;
      return {};
    };
    const journals = { forAgent, flush: async () => undefined } as unknown as Awaited<
      ReturnType<NonNullable<RunningAgentsOptions["journals"]>>
    >;
    const agents = new RunningAgents({
      ...editor,
      connections,
      isTrusted: () => true,
      admitting: async () => ({
        host: testHost,
        prepare: async () => ({ definition: { ...definition, ...scriptedLaunch(overrides) }, release: async () => undefined }),
        signIn: async () => false,
      }),
      startFolder: () => process.cwd(),
      otherFolders: () => [],
      journals: async () => journals,
    });
    all.push(agents);
    const told: string[] = [];
    agents.onDidLose((broughtBack) => told.push(lossWords(broughtBack)));
    const before = await agents.ensure(definition, never);
    const [first, closed] = [await before.agent.newSession("/w"), await before.agent.newSession("/w")];
    await before.agent.sessions.close(closed);
    await before.agent.sendPrompt(first, "child c1\nsay done");
    overrides = then;
    await before.agent.sendPrompt(first, "exit 7").catch(() => undefined);
    await until("it has ended", () => before.agent.isClosed);
    const again = (signal = never) => agents.ensure(definition, signal);
    return { connections, before, again, told, newest: () => newest?.() };
  }

  const rootsOf = ({ model }: AgentConnection) =>
    model.roots.map(({ id, isClosed, children }) => `${id}${isClosed ? " closed" : ""} ${children.join()}`);

  it("U15: loads its sessions under their ids and takes the place of what was shown; what the person closed stays closed", async () => {
    const { connections, before, again, told } = await crashed({});
    const now = await again();
    assert.deepEqual([now.key, connections.connections.length, rootsOf(now), told], [before.key, 1, ["s1 "], []]);
  });

  it("S34: resumes them where it cannot load; the tree that was shown stays, and it is said what is not told again", async () => {
    const sessionCapabilities = { resume: {} };
    const { before, again, told, connections } = await crashed({
      initialize: { result: { protocolVersion: 1, agentCapabilities: { sessionCapabilities } } },
    });
    const now = await again();
    assert.deepEqual([connections.connections.length, rootsOf(now), rootsOf(before)], [2, ["s1 "], ["s1 closed c1", "s2 closed "]]);
    assert.match(told.join(), /^Scripted runs again\. “child c1”: the agent goes on with it, but does not tell again what was said\./);
  });

  it("U15: says in the agent's words what it could not bring back", async () => {
    const { again, told } = await crashed({ "session/load": { error: { code: -32002, message: "No such session" } } });
    await again();
    assert.match(told.join(), /was not brought back: Scripted does not have this session any more: No such session \(-32002\)/);
  });

  it("is ended when the person does not wait for its sessions", async () => {
    const { again, connections, newest } = await crashed({ "session/load": { hang: true } });
    const giveUp = new AbortController();
    const starting = again(giveUp.signal);
    await until("the load is under way", () => newest()?.model.roots[0]?.isRestoring === true);
    giveUp.abort(new DOMException("enough", "AbortError"));
    await assert.rejects(starting, { name: "AbortError" });
    await until("it has ended", () => newest()?.isClosed === true);
    assert.equal(connections.connections.length, 1, "only what was shown before");
  });
});
