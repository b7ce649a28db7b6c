// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of MCP servers
import assert from "node:assert/strict";
import { exactly } from "../../../src/agents/mcpServers.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { Approvals } from "../../../src/vscode/agents/approvals.ts";
import { McpServers, type McpServersOptions } from "../../../src/vscode/agents/mcpServers.ts";

/** A memento that is a map. */
function memory() {
  const values = new Map<string, unknown>();
  return { get: (key: string) => values.get(key), update: async (key: string, value: unknown) => void values.set(key, value) };
}

function scene(more: Partial<McpServersOptions> & { readonly allows?: boolean; readonly state?: ReturnType<typeof memory> } = {}) {
  const told: string[] = [];
  const answers = new Map<string, string>();
  const ask = async (question: string, detail: string) => {
    told.push(`allow? ${question}\n${detail}`);
    return more.allows ?? true;
  };
  const options: McpServersOptions = {
    setting: () => ({ value: {}, own: {} }),
    workspace: async () => ({ folder: "/w" }),
    isTrusted: () => true,
    approvals: new Approvals((more.state ?? memory()) as ConstructorParameters<typeof Approvals>[0], ask, silentLogger),
    ask: async ({ id, isSecret }, server) => {
      told.push(`ask ${id} for ${server}${isSecret ? " (secret)" : ""}`);
      return `<${id}>`;
    },
    answers: { get: async (key) => answers.get(key), keep: async (key, value) => void answers.set(key, value) },
    environment: async () => ({ HOME: "/home/me" }),
    home: "/home/me",
    find: (command) => (command.startsWith("/") ? command : `/bin/${command}`),
    tell: (sentence) => told.push(sentence),
    ...more,
  };
  const servers = new McpServers(options);
  const lines = async (offers = { mcpHttp: true, mcpSse: false }) =>
    (await servers.for({ label: "Bot", cwd: "/w/src", offers })).map((server) => exactly(server));
  return { told, lines };
}

const withFile = (text: object) => ({ workspace: async () => ({ folder: "/w", text: JSON.stringify(text) }) });

describe("the MCP servers of a session", () => {
  it("are the person's own, without a question, and with full paths", async () => {
    const own = { files: { command: "files", args: ["${workspaceFolder}", "${env:HOME}", "${env:NONE}"] } };
    const { lines, told } = scene({ setting: () => ({ value: own, own }) });
    assert.deepEqual(await lines(), ["files: /bin/files /w /home/me ''"]);
    assert.deepEqual(told, []);
  });

  it("are those of the workspace's file once they are allowed, exactly as they stand there", async () => {
    const state = memory();
    const text = { servers: { run: { command: "sh", args: ["-c", "echo hi"] } } };
    const first = scene({ ...withFile(text), state });
    assert.deepEqual(await first.lines(), ["run: /bin/sh -c 'echo hi'"]);
    assert.deepEqual(first.told, [
      "allow? .vscode/mcp.json of “w” names an MCP server that agents shall use. Allow it?\nrun: sh -c 'echo hi'",
    ]);
    const again = scene({ ...withFile(text), state });
    assert.equal((await again.lines()).length, 1);
    assert.deepEqual(again.told, [], "once for each content");
    const changed = scene({ ...withFile({ servers: { run: { command: "sh", args: ["-c", "rm -rf ."] } } }), state });
    await changed.lines();
    assert.equal(changed.told.length, 1, "another content is another question");
  });

  it("are left out when they are not allowed, which is told and asked once", async () => {
    const { lines, told } = scene({ ...withFile({ servers: { run: { command: "sh" } } }), allows: false });
    assert.deepEqual([await lines(), await lines()], [[], []]);
    assert.equal(told.length, 2);
    assert.equal(told[1], ".vscode/mcp.json of “w”: its MCP servers are left out, since you did not allow them.");
  });

  it("of a workspace that is not trusted are not looked at", async () => {
    const { lines, told } = scene({ ...withFile({ servers: { run: { command: "sh" } } }), isTrusted: () => false });
    assert.deepEqual(await lines(), []);
    assert.deepEqual(told, []);
  });

  it("that the workspace's settings add or change are asked for", async () => {
    const own = { files: { command: "files" } };
    const value = { files: { command: "files", args: ["--evil"] }, more: { command: "more" } };
    const { lines, told } = scene({ setting: () => ({ value, own }), allows: false });
    assert.deepEqual(await lines(), []);
    assert.match(told[0] ?? "", /^allow\? The settings of “w” names 2 MCP servers .*\nfiles: files --evil\nmore: more$/);
  });

  it("that the agent cannot take are left out and told once", async () => {
    const own = { docs: { url: "http://x/" }, old: { type: "sse", url: "http://y/" } };
    const { lines, told } = scene({ setting: () => ({ value: own, own }) });
    assert.deepEqual([await lines(), await lines()], [["docs: http http://x/"], ["docs: http http://x/"]]);
    assert.deepEqual(told, ["Bot takes no MCP servers over sse: “old” is left out."]);
  });

  it("go over whatever the agent takes", async () => {
    const own = { files: { command: "files" }, docs: { url: "http://x/" }, old: { type: "sse", url: "http://y/" } };
    const { lines, told } = scene({ setting: () => ({ value: own, own }) });
    assert.deepEqual(await lines({ mcpHttp: true, mcpSse: true }), ["files: /bin/files", "docs: http http://x/", "old: sse http://y/"]);
    assert.deepEqual(told, []);
  });

  it("get what the person enters, which is asked once", async () => {
    const inputs = [{ id: "token", password: true }];
    const text = { inputs, servers: { a: { command: "a", env: { T: "${input:token}" } }, b: { command: "b", args: ["${input:token}"] } } };
    const { lines, told } = scene(withFile(text));
    assert.deepEqual(await lines(), ["a: T='<token>' /bin/a", "b: /bin/b '<token>'"]);
    await Promise.all([lines(), lines()]);
    assert.deepEqual(told.slice(1), ["ask token for a (secret)"]);
    const together = scene(withFile(text));
    await Promise.all([together.lines(), together.lines()]);
    assert.deepEqual(together.told.slice(1), ["ask token for a (secret)"], "also of sessions that are opened together");
  });

  it("for which nobody enters it are left out", async () => {
    const text = {
      inputs: [{ id: "x" }],
      servers: { a: { command: "a", args: ["${input:x}"] }, b: { command: "b", args: ["${input:unknown}"] } },
    };
    const { lines, told } = scene({ ...withFile(text), ask: async () => undefined });
    assert.deepEqual(await lines(), []);
    assert.deepEqual(told.slice(1), [
      "The MCP server “a” is left out: nobody said what ${input:x} is.",
      "The MCP server “b” is left out: nobody said what ${input:unknown} is.",
    ]);
  });
});
