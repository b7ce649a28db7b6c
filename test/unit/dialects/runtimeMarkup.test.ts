import assert from "node:assert/strict";
import { replayTraffic } from "../../../src/replay/replay.ts";
import { toSessionId } from "../../../src/session/ids.ts";

const update = (sessionId: string, update: object): string =>
  JSON.stringify({ t: 0, dir: "agent", frame: { jsonrpc: "2.0", method: "session/update", params: { sessionId, update } } });

const text = (words: string): object => ({ type: "text", text: words });

// claude-agent-acp 0.101.0, recording failure-500: the list of tools stands in front of the second block.
describe("the runtime's list of used tools in what a parent receives", () => {
  it("goes from the head of every block, and from nowhere else", () => {
    const { model } = replayTraffic(
      [
        update("root", { sessionUpdate: "subagent_update", sessionId: "child", state: { state: "running" } }),
        update("root", { sessionUpdate: "subagent_update", sessionId: "child", state: { state: "idle", stopReason: "error" } }),
        update("root", {
          sessionUpdate: "session_message",
          messageId: "launch:reply",
          senderSessionId: "child",
          recipientSessionId: "root",
          content: [
            text("Ended early. "),
            text("<tools-used-before-summary>Bash</tools-used-before-summary>\n"),
            text("<tools-used-before-summary>Bash</tools-used-before-summary>\n\nStarting well: "),
            text("it said <tools-used-before-summary>"),
          ],
        }),
      ].join("\n"),
    );
    assert.equal(model.get(toSessionId("child"))?.runs[0]?.received, "Ended early. \n\nStarting well: it said <tools-used-before-summary>");
  });
});
