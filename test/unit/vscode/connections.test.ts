import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";
import type { LiveConnection } from "../../../src/views/hub.ts";
import { Connections, resolveKey } from "../../../src/vscode/connections.ts";

function connection(key: string, ...sessionIds: readonly string[]): LiveConnection & { readonly model: SessionStore } {
  const model = new SessionStore();
  for (const id of sessionIds) model.apply({ t: 0, event: { type: "rootOpened", sessionId: toSessionId(id) } });
  return { key, agentLabel: key, model, startedAtEpoch: 0, isReplay: false, queued: () => [] };
}

describe("connections", () => {
  it("tell of what is added, changed and removed, and of nothing after that", () => {
    const connections = new Connections();
    const told: string[] = [];
    connections.onDidChange((change) => told.push(`${change.type} ${"key" in change ? change.key : change.connection.key}`));
    const demo = connection("demo");
    const open = (id: string) => demo.model.apply({ t: 0, event: { type: "rootOpened", sessionId: toSessionId(id) } });
    connections.add(demo);
    open("a");
    connections.remove("demo");
    connections.remove("demo");
    open("b");
    assert.deepEqual(told, ["connectionAdded demo", "modelChanged demo", "connectionRemoved demo"]);
  });

  it("number the connections of one agent", () => {
    const connections = new Connections();
    const keys = [1, 2, 3].map(() => {
      const key = connections.freeKey("demo");
      connections.add(connection(key));
      return key;
    });
    connections.remove("demo@2");
    assert.deepEqual([...keys, connections.freeKey("demo")], ["demo", "demo@2", "demo@3", "demo@2"]);
  });

  it("find a remembered session again where its agent has it now", () => {
    const connections = new Connections();
    for (const each of [connection("demo", "old"), connection("demo@2", "new"), connection("other", "new")]) connections.add(each);
    const found = ["demo/old", "demo@2/new", "demo/new", "demo@7/old", "gone/old", "demo/gone"].map(
      (key) => resolveKey(connections, key)?.key,
    );
    assert.deepEqual(found, ["demo/old", "demo@2/new", "demo@2/new", "demo/old", undefined, undefined]);
  });
});
