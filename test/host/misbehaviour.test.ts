import assert from "node:assert/strict";
import { until } from "../workbench/until.ts";
import { activated, run } from "./extension.ts";

/** An agent that ends with its last words on "crash", asks three times for permission on "ask", and never answers anything, nor heeds a cancel. */
const script = `
  const write = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "initialize") write({ id, result: { protocolVersion: 1 } });
    else if (method === "session/new") write({ id, result: { sessionId: "m1" } });
    else if (method === "session/prompt" && params.prompt[0].text === "crash")
      process.stderr.write("no more memory\\n", () => process.exit(3));
    else if (method === "session/prompt" && params.prompt[0].text === "ask")
      for (const id of ["a", "b", "c"])
        write({ id, method: "session/request_permission", params: {
          sessionId: params.sessionId,
          toolCall: { toolCallId: id, title: "Ask " + id },
          options: [{ optionId: "yes", name: "Yes", kind: "allow_once" }],
        } });
  });
`;
const agentId = "settings:Misbehaving";

describe("an agent that misbehaves", () => {
  let ownAgents: unknown;

  /** The running agent and its session. */
  async function started() {
    const { parts } = await activated();
    const definition = { command: process.execPath, args: ["-e", script], env: { ELECTRON_RUN_AS_NODE: "1" } };
    ownAgents ??= parts.settings.ownAgents;
    await parts.settings.write("agents", { ...parts.settings.ownAgents, Misbehaving: definition });
    await run("startSession", agentId);
    const connection = parts.agents.running(agentId);
    const root = connection?.model.roots[0];
    assert.ok(connection && root, "a session is open");
    return { parts, connection, root };
  }

  afterEach(async () => {
    const { parts } = await activated();
    for (const connection of parts.connections.agentConnections.filter(({ definition }) => definition.id === agentId)) {
      await parts.agents.disconnect(connection);
      parts.connections.remove(connection.key);
    }
    await parts.settings.write("agents", ownAgents);
  });

  it("and ends is told with its last words, and started again from there", async () => {
    const { parts, connection, root } = await started();
    const told: { sentence: string; steps: readonly { label: string; run: () => unknown }[] }[] = [];
    const { fail } = parts.teller;
    parts.teller.fail = (_what, error, ...steps) => told.push({ sentence: (error as Error).message, steps });
    try {
      await connection.agent.sendPrompt(root.id, "crash").catch(() => undefined);
      await until("it is told", () => told.length > 0);
      assert.deepEqual(
        told.map(({ sentence, steps }) => [sentence, ...steps.map(({ label }) => label)]),
        [["Misbehaving ended with exit code 3. It wrote: no more memory", "Restart Agent"]],
      );
      await told[0]?.steps[0]?.run();
      assert.equal(parts.agents.running(agentId)?.agent.isClosed, false);
    } finally {
      parts.teller.fail = fail;
    }
  });

  it("asks no more of the person at a time than the setting says, and its transcript says so", async () => {
    const { settings } = (await activated()).parts;
    await settings.write("limits.openRequests", 2);
    try {
      const { connection, root } = await started();
      const turn = connection.agent.sendPrompt(root.id, "ask").catch(() => undefined);
      const notices = () => [...root.rows.values()].flatMap((row) => (row.kind === "notice" ? [row.text] : []));
      await until("it is told", () => notices().length > 0);
      assert.deepEqual(notices(), [
        "2 requests wait already; further ones are cancelled until some are answered (setting “acpSubagents.limits.openRequests”).",
      ]);
      assert.deepEqual(
        connection.model.openRequests.map(({ title }) => title),
        ["Ask a", "Ask b"],
      );
      await connection.agent.end();
      await turn;
    } finally {
      await settings.write("limits.openRequests", undefined);
    }
  });

  it("S40: and does not stop reads “stopping”, and its process can be ended after ten seconds", async () => {
    const { parts, connection, root } = await started();
    const told: { sentence: string; steps: readonly { label: string; run: () => unknown }[] }[] = [];
    const { warn } = parts.teller;
    parts.teller.warn = (sentence, ...steps) => told.push({ sentence, steps });
    try {
      const turn = assert.rejects(connection.agent.sendPrompt(root.id, "go on"));
      await until("it works", () => root.isTurnOpen);
      await connection.agent.cancel(root.id);
      const { description } = parts.tree.getTreeItem(`${connection.key}/${root.id}`);
      assert.equal(description, "stopping");
      await until("it is told", () => told.length > 0, 20_000);
      assert.match(told[0]?.sentence ?? "", /^Misbehaving was asked to stop “.*” 10 seconds ago and has not done so\./);
      assert.deepEqual(
        told[0]?.steps.map(({ label }) => label),
        ["End Agent"],
      );
      await told[0]?.steps[0]?.run();
      await turn;
      assert.equal(connection.agent.isClosed, true);
    } finally {
      parts.teller.warn = warn;
    }
  }).timeout(40_000);
});
