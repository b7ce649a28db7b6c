import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { requestDetail, requestViews, waitingCount } from "../../../src/views/attention.ts";
import { findRequest } from "../../../src/views/hub.ts";
import { epoch, Scene, SceneHub } from "./scene.ts";

function line({ key, isHere, path, who, title }: ReturnType<typeof requestViews>[number]): string {
  return `${key} ${isHere ? "here" : "elsewhere"}: ${[...path, who].join(" › ")}: ${title}`;
}

describe("attention", () => {
  it("lists the requests of all connections, oldest first", () => {
    const first = new Scene("c1", "One").root("r", { title: "R" }).child("a", "r", { title: "A" }).child("b", "a", { title: "B" });
    first.asks("b", "q1", { title: "Write x" }, 5000).asks("a", "q2", { title: "Run y" }, 1000).asks("lost", "q3", { title: "Who" }, 9000);
    const second = new Scene("c2", "Two", epoch + 2000).root("r").asks("r", "q1", { title: "Fetch" }, 100);
    const recorded = new Scene("c3").root("r").asks("r", "q1", { title: "Old" });
    recorded.connection.isReplay = true;
    const hub = new SceneHub(first, second, recorded);
    assert.deepEqual(requestViews(hub, { connectionKey: "c1", sessionId: toSessionId("r") }).map(line), [
      "c1/q2 here: R › A: Run y",
      "c2/q1 elsewhere: Two: Fetch",
      "c1/q1 here: R › A › B: Write x",
      "c1/q3 elsewhere: Unannounced session: Who",
    ]);
    assert.deepEqual(requestViews(hub, { connectionKey: "c1", sessionId: toSessionId("b") }).map(line), [
      "c1/q1 here: R › A › B: Write x",
      "c1/q2 elsewhere: R › A: Run y",
      "c2/q1 elsewhere: Two: Fetch",
      "c1/q3 elsewhere: Unannounced session: Who",
    ]);
    assert.equal(waitingCount(hub), 4);
    assert.equal(findRequest(hub, "c2/q1")?.request.title, "Fetch");
    assert.equal(findRequest(hub, "c9/q1"), undefined);
  });

  it("gives the agent's own options, and marks what a stop above left open", () => {
    const scene = new Scene().root("r").prompt("r", "go").child("a", "r").asks("a", "q", { title: "Write" }).cancel("r");
    const [request] = requestViews(new SceneHub(scene));
    assert.deepEqual(request?.options, [
      { optionId: "yes", name: "Allow", kind: "allow_once" },
      { optionId: "no", name: "Reject", kind: "reject_once" },
    ]);
    assert.equal(request?.isParentStopped, true);
  });

  it("shows exactly what is asked for", () => {
    const detail = (toolCall: Record<string, unknown>) => {
      const scene = new Scene().root("r").asks("r", "q", toolCall);
      const [request] = scene.store.openRequests;
      return request && requestDetail(request);
    };
    const diff = { type: "diff", path: "/w/a.ts", oldText: "one\ntwo\nthree\n", newText: "one\n2\nthree\n" };
    assert.deepEqual(
      [
        detail({ title: "Clean", rawInput: { command: "rm -rf build", description: "Clean" } }),
        detail({ title: "rm -rf build", rawInput: { command: "rm -rf build" } }),
        detail({ title: "Run", rawInput: { command: ["bash", "-lc", "echo 'hi' && ls"], cwd: "/w" } }),
        detail({ title: "Run", rawInput: { command: "git", args: ["commit", "-m", "two words"] } }),
        detail({ title: "Edit", rawInput: { file_path: "/w/a.ts" }, content: [diff] }),
        detail({ title: "New", content: [{ type: "diff", path: "/w/b.ts", oldText: null, newText: "x\n" }] }),
        detail({ title: "Read", rawInput: { file_path: "/w/a.ts" } }),
        detail({ title: "Fetch", rawInput: { url: "https://example.test", depth: 2 } }),
        detail({ title: "Do it", rawInput: {} }),
        detail({ title: "Do it" }),
      ],
      [
        "rm -rf build",
        "",
        "bash -lc 'echo '\\''hi'\\'' && ls'",
        "git commit -m 'two words'",
        "/w/a.ts\n one\n-two\n+2\n three",
        "/w/b.ts\n+x",
        "/w/a.ts",
        '{\n  "url": "https://example.test",\n  "depth": 2\n}',
        "",
        "",
      ],
    );
  });

  it("shows what would turn the order of a command", () => {
    const scene = new Scene().root("r").asks("r", "q", { title: "Run", rawInput: { command: "rm \u202etxt.lla\u202c" } });
    assert.equal(requestViews(new SceneHub(scene))[0]?.detail, "rm \ufffdtxt.lla\ufffd");
  });
});
