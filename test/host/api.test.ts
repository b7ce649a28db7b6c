import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { AcpSubagentsApi } from "../../docs/api.d.ts";
import { until } from "../workbench/until.ts";
import { startDemo } from "./extension.ts";

/** The interface as another extension gets it. */
async function published(): Promise<AcpSubagentsApi> {
  const api = await vscode.extensions.getExtension<AcpSubagentsApi>("acp-subagents.acp-subagents")?.activate();
  assert.ok(api);
  assert.equal(api.version, 1);
  return api;
}

describe("the interface for other extensions", () => {
  it("sends a prompt to a new session and gives its own agent's answer, then goes on in it", async () => {
    const api = await published();
    await startDemo();
    const { text, stopReason, sessionId } = await api.sendPrompt("/nested", { agent: "Quick Demo" });
    assert.equal(stopReason, "end_turn");
    // It quotes what its children brought back, in its own words.
    assert.equal(
      text,
      "The lead reports: The store can be changed safely. The list only reads; the counter says: One caller, and it is a test.",
    );
    const found = api.getSessions().find(({ id }) => id === sessionId);
    const titles = (each: typeof found): readonly string[] => (each ? [each.title, ...each.children.flatMap(titles)] : []);
    assert.deepEqual(titles(found), ["/nested", "Plan the change", "Survey the callers", "Count the callers"]);
    const second = await api.sendPrompt("/help", { sessionId });
    assert.equal(second.sessionId, sessionId);
    assert.match(second.text, /^Ask for one of these/);
  });

  it("says in a sentence what it does not do", async () => {
    const api = await published();
    const demo = await startDemo();
    const { sessionId } = await api.sendPrompt("/one", { sessionId: demo.key(demo.id) });
    const child = api.getSessions().find(({ id }) => id === sessionId)?.children[0]?.id;
    assert.ok(child);
    await assert.rejects(api.sendPrompt("go", { sessionId: child }), /A subagent takes no prompts/);
    await assert.rejects(api.sendPrompt("go", { sessionId: "nonsense/1" }), /There is no session with this id/);
    await assert.rejects(api.sendPrompt("go", { agent: "Nobody" }), /There is no agent “Nobody”/);
    await assert.rejects(api.sendPrompt("  "), /the text is empty/);
  });

  it("tells of changes", async () => {
    const api = await published();
    let changes = 0;
    const listener = api.onDidChangeSessions(() => changes++);
    const demo = await startDemo();
    await until("it is told", () => changes > 0);
    assert.ok(api.getSessions().some(({ id }) => id === demo.key(demo.id)));
    listener.dispose();
  });
});
