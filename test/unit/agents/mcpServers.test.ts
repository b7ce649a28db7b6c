// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of MCP servers
import assert from "node:assert/strict";
import { exactly, filled, parseMcpFile, readServers, variablesIn } from "../../../src/agents/mcpServers.ts";

const file = `{
  // where they are
  "inputs": [
    { "id": "token", "type": "promptString", "description": "The token", "password": true },
    { "id": "stage", "type": "pickString", "options": ["dev", { "label": "Live", "value": "live" }], "default": "dev" },
  ],
  "servers": {
    "files": { "command": "npx", "args": ["-y", "files", "\${workspaceFolder}"], "env": { "TOKEN": "\${input:token}", "N": 3, "GONE": null }, "cwd": "\${workspaceFolder}" },
    "docs": { "url": "https://docs.example/mcp", "headers": { "Authorization": "Bearer \${input:token}" } },
    "old": { "type": "sse", "url": "http://127.0.0.1/\${input:stage}" },
    "bad": { "args": [] },
    "worse": { "command": "x", "envFile": ".env" },
    "elsewhere": { "command": "x", "cwd": "\${workspaceFolder}/tools" },
  },
}`;

describe("MCP servers as they are written down", () => {
  it("are read from a workspace's file, with comments; what cannot be read is told", () => {
    const { servers, inputs, problems } = parseMcpFile(`\ufeff${file}`, ".vscode/mcp.json");
    assert.deepEqual(servers.map(exactly), [
      "files: TOKEN=${input:token} N=3 npx -y files ${workspaceFolder}",
      "docs: http https://docs.example/mcp Authorization: Bearer ${input:token}",
      "old: sse http://127.0.0.1/${input:stage}",
    ]);
    assert.deepEqual(inputs, [
      { id: "token", description: "The token", isSecret: true, options: [], proposed: "" },
      { id: "stage", description: "stage", isSecret: false, options: ["dev", "live"], proposed: "dev" },
    ]);
    assert.deepEqual(problems, [
      "The MCP server “bad” in .vscode/mcp.json is left out: it must have a “command”, or a “url” and one of the types “http” and “sse”.",
      "The MCP server “worse” in .vscode/mcp.json is left out: an “envFile” is not read; name its variables in “env”.",
      "The MCP server “elsewhere” in .vscode/mcp.json is left out: an agent cannot be told its “cwd”; use full paths, or a command that changes there first.",
    ]);
  });

  it("name the line that is no JSON", () => {
    const { problems } = parseMcpFile('{\n  "servers": {\n    "a": {,\n', "mcp.json");
    assert.deepEqual(problems, ["mcp.json cannot be read: line 3 is not JSON. Its MCP servers are left out."]);
    assert.equal(parseMcpFile("", "mcp.json").problems.length, 1);
    assert.equal(parseMcpFile("[]", "mcp.json").problems.length, 1);
  });

  it("are filled as a session gets them", () => {
    const { servers } = parseMcpFile(file, "f");
    const values = new Map([
      ["${input:token}", "t$&"],
      ["${workspaceFolder}", "/w"],
    ]);
    assert.deepEqual(
      servers.map((server) => variablesIn(server).map(({ kind, name }) => `${kind} ${name}`.trim())),
      [["workspaceFolder", "input token"], ["input token"], ["input stage"]],
    );
    assert.deepEqual(
      servers.slice(0, 2).map((server) => filled(server, values)),
      [
        {
          name: "files",
          command: "npx",
          args: ["-y", "files", "/w"],
          env: [
            { name: "TOKEN", value: "t$&" },
            { name: "N", value: "3" },
          ],
        },
        { type: "http", name: "docs", url: "https://docs.example/mcp", headers: [{ name: "Authorization", value: "Bearer t$&" }] },
      ],
    );
  });

  it("of the settings are read the same way", () => {
    assert.deepEqual(readServers({ a: { command: "b c" } }, "s").servers.map(exactly), ["a: 'b c'"]);
    assert.deepEqual(readServers([], "s").problems, ['The MCP servers in s must be an object: "name": {"command": …}.']);
    assert.deepEqual(readServers(undefined, "s").servers, []);
  });
});
