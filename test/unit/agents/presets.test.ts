import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { findOlderAgent, npmPresets, presets } from "../../../src/agents/presets.ts";
import { isOlder } from "../../../src/agents/versions.ts";

function older(name: string | undefined, version: string | undefined): string {
  const found = findOlderAgent(name, version);
  return found ? `${found.preset.id} since ${found.since}` : "-";
}

const recordings = new URL("../../recordings/", import.meta.url);

/** The recordings of an agent in which a subagent has rows of its own. */
function withSteps(id: string): readonly string[] {
  return readdirSync(recordings, { recursive: true, encoding: "utf8" }).filter((name) => {
    if (!name.startsWith(`${id}-`) || !name.endsWith(".expected.txt")) return false;
    const [, ...children] = readFileSync(new URL(name, recordings), "utf8").split(/^S\d+ child of /m);
    return children.some((child) => /^ {2}\| /m.test(child));
  });
}

describe("presets", () => {
  it("say that an agent tells no steps only where none were recorded", () => {
    const results = presets.filter(({ tells }) => tells === "results");
    assert.deepEqual(
      results.flatMap(({ id }) => withSteps(id)),
      [],
    );
    assert.notDeepEqual(withSteps("cline"), []);
  });

  it("have ids that can be folder names and parts of keys, each once", () => {
    const ids = presets.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id, at) => !/^[a-z0-9-]+$/.test(id) || ids.indexOf(id) !== at),
      [],
    );
  });

  it("have a program that can be looked for on the PATH", () => {
    assert.deepEqual(
      presets.filter(({ program }) => program === undefined),
      [],
    );
  });

  it("install nothing that should be updated at once", () => {
    assert.deepEqual(
      npmPresets.filter(({ npm }) => npm.childrenSince !== undefined && isOlder(npm.version, npm.childrenSince)),
      [],
    );
  });

  it("know from what an agent says of itself whether it should be updated", () => {
    assert.deepEqual(
      [
        older("@agentclientprotocol/claude-agent-acp", "0.79.0"),
        older("@agentclientprotocol/claude-agent-acp", "0.90.0"),
        older("@zed-industries/claude-code-acp", "0.16.2"),
        older("@agentclientprotocol/codex-acp", "2.3.9"),
        older("@agentclientprotocol/codex-acp", "2.6.0"),
        older("OpenCode", "0.0.1"),
        older("@agentclientprotocol/codex-acp", undefined),
        older(undefined, "0.1.0"),
      ],
      ["claude-agent since 0.90.0", "-", "claude-agent since 0.90.0", "codex since 2.4.0", "-", "-", "-", "-"],
    );
  });
});
