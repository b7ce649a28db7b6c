import assert from "node:assert/strict";
import { parseAgents } from "../../../src/agents/agentSettings.ts";

function tell(setting: unknown): string {
  const { agents, problems } = parseAgents(setting);
  const lines = agents.map((a) =>
    [a.id, a.command, ...a.args, ...Object.entries(a.env).map(([k, v]) => `${k}=${v}`), a.cwd ?? "-"].join(" | "),
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
        'The agent "word" in the setting acpSubagents.agents must be an object with a "command".',
        'The agent "empty" has no "command": name the program to start.',
        'The "args" of the agent "args" must be a list of strings, one per argument.',
        'The "env" of the agent "env" must be an object whose values are strings.',
        'The "cwd" of the agent "cwd" must be a path.',
        'The agent "typo" has a field "argv" that is not known; known are: command, args, env, cwd.',
      ].join("\n"),
    );
  });

  it("tells when the setting is no object at all", () => {
    assert.equal(tell(["claude"]), 'The setting acpSubagents.agents must be an object: "name": {"command": …}.');
  });
});
