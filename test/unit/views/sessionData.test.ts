import assert from "node:assert/strict";
import type * as Copied from "../../../docs/api.d.ts";
import { type SessionData, sessionsData } from "../../../src/views/exports/sessionData.ts";
import type { AcpSubagentsApi } from "../../../src/vscode/api.ts";
import { Scene } from "./scene.ts";

/** The types that others copy are those that are built: this compiles only while each fits the other. */
const copied = (api: AcpSubagentsApi): Copied.AcpSubagentsApi => api;
const built = (api: Copied.AcpSubagentsApi): AcpSubagentsApi => api;

function outline(sessions: readonly SessionData[], depth = 0): readonly string[] {
  return sessions.flatMap(({ id, title, state, isWorking, waitingRequests, children }) => [
    `${"  ".repeat(depth)}${id} ${title}: ${state}${isWorking ? ", working" : ""}${waitingRequests > 0 ? `, ${waitingRequests} wait` : ""}`,
    ...outline(children, depth + 1),
  ]);
}

describe("sessions for other extensions", () => {
  it("are a tree of plain data, with the words of the tree", () => {
    const scene = new Scene().root("r").prompt("r", "Find the bug").child("a", "r").child("b", "a");
    const data = sessionsData([scene.connection]);
    assert.deepEqual(JSON.parse(JSON.stringify(data)), data);
    assert.deepEqual(
      outline(data).map((line) => line.split(":")[0]),
      ["c1/r Find the bug", "  c1/a Subagent 1", "    c1/b Subagent 2"],
    );
    assert.match(outline(data)[0] ?? "", /, working$/);
    assert.equal(data[0]?.agent, "Demo Agent");
  });

  it("are not those of recordings", () => {
    const scene = new Scene().root("r");
    Object.assign(scene.connection, { isReplay: true });
    assert.deepEqual(sessionsData([scene.connection]), []);
  });

  it("have the types that are copied", () => assert.deepEqual([typeof copied, typeof built], ["function", "function"]));
});
