import assert from "node:assert/strict";
import { valuesOf } from "../../../src/agents/agentDefinition.ts";
import { parseAgents } from "../../../src/agents/agentSettings.ts";

function tell(setting: unknown): string {
  const { agents, problems } = parseAgents(setting);
  const lines = agents.map((a) =>
    [
      a.id,
      ...("url" in a ? [a.url] : [a.command, ...a.args]),
      ...Object.entries(valuesOf(a)).map(([k, v]) => `${k}=${v}`),
      "url" in a ? "remote" : (a.cwd ?? "-"),
      ...(a.protocol === undefined ? [] : [a.protocol]),
    ].join(" | "),
  );
  return [...lines, ...problems].join("\n");
}

describe("agents from the settings", () => {
  it("reads an object of entries, in order, with what is left out filled in", () => {
    const setting = {
      Codex: { command: " codex-acp " },
      "My Agent 50% @ a/b": { command: "/opt/a b/agent", args: ["--acp", ""], env: { KEY: "1" }, cwd: "/src" },
    };
    assert.equal(
      tell(setting),
      "settings:Codex | codex-acp | -\nsettings:My Agent 50%25 %40 a%2Fb | /opt/a b/agent | --acp |  | KEY=1 | /src",
    );
  });

  it("reads agents behind a url, and which protocol is asked for", () => {
    const setting = {
      Far: { url: " wss://host/acp ", headers: { Authorization: "Bearer key" }, protocol: "auto" },
      Near: { command: "x", protocol: 2 },
    };
    assert.equal(tell(setting), "settings:Far | wss://host/acp | Authorization=Bearer key | remote | auto\nsettings:Near | x | - | 2");
  });

  it("tells what is wrong with an agent behind a url", () => {
    const setting = {
      both: { command: "x", url: "ws://host" },
      file: { url: "file:///x" },
      mixed: { url: "ws://host", args: [] },
      headers: { url: "ws://host", headers: { A: 1 } },
      smuggled: { url: "ws://host", headers: { A: "b\r\nHost: c" } },
      odd: { url: "ws://host", protocol: 3 },
    };
    assert.equal(
      tell(setting),
      [
        'The agent "both" has a "command" and a "url": it can only have one of them.',
        'The "url" of the agent "file" must begin with ws://, wss://, http:// or https://.',
        'The agent "mixed" has a field "args" that is not known; known are: url, headers, protocol.',
        'The "headers" of the agent "headers" must be an object whose values are strings.',
        'The agent "smuggled" has a header "A" that cannot be sent.',
        'The "protocol" of the agent "odd" must be 1, 2 or "auto".',
      ].join("\n"),
    );
  });

  it("has no agents when nothing is set", () => {
    assert.equal(tell(undefined) + tell(null) + tell({}), "");
  });

  it("tells what is wrong with an entry and keeps the others", () => {
    const setting = {
      "": { command: "x" },
      word: "claude",
      empty: { command: "  " },
      args: { command: "x", args: "--acp" },
      env: { command: "x", env: { PORT: 80 } },
      cwd: { command: "x", cwd: 1 },
      typo: { command: "x", argv: [] },
      good: { command: "x" },
    };
    assert.equal(
      tell(setting),
      [
        "settings:good | x | -",
        "An agent in the setting acpSubagents.agents has an empty name.",
        'The agent "word" in the setting acpSubagents.agents must be an object with a "command" or a "url".',
        'The agent "empty" has no "command": name the program to start, or a "url".',
        'The "args" of the agent "args" must be a list of strings, one per argument.',
        'The "env" of the agent "env" must be an object whose values are strings.',
        'The "cwd" of the agent "cwd" must be a path.',
        'The agent "typo" has a field "argv" that is not known; known are: command, args, env, cwd, protocol.',
      ].join("\n"),
    );
  });

  it("tells when the setting is no object at all", () => {
    assert.equal(tell(["claude"]), 'The setting acpSubagents.agents must be an object: "name": {"command": …} or {"url": …}.');
  });
});
