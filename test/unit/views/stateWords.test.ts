import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { markIcon } from "../../../src/shared/markIcon.ts";
import { isSettled, runWords, stateGroup, stateWords, toolStatus } from "../../../src/views/stateWords.ts";
import { Scene } from "./scene.ts";

function words(scene: Scene, id = "a"): string {
  const state = stateWords(scene.session(id), scene.connection);
  return `${state.mark}${state.isDim ? " dim" : ""} | ${state.words} | ${stateGroup(scene.session(id), scene.connection)}`;
}

const child = () => new Scene().root("r").prompt("r", "go").child("a", "r");
const live = () => child().at(2000).state("a", "running");

describe("state words", () => {
  it("say what was reported, as the table has it", () => {
    const cases: readonly (readonly [string, Scene])[] = [
      ["notReported | not reported | other", child()],
      ["running | working | running", live()],
      ["running | Read src/store.ts | running", live().tool("a", "t", { title: "Read src/store.ts", status: "in_progress" })],
      ["waiting | waiting for you | waiting", live().state("a", "requires_action")],
      ["waiting | waiting for you | waiting", live().asks("a", "q", { title: "Write" })],
      ["finished | finished its turn · 48s | finished", live().at(48_000).state("a", "idle", "end_turn")],
      ["finishedWithError | completed, but says: no route · 2s | finished", live().state("a", "idle", "end_turn", "no route\nat x")],
      ["failed | failed: 500 from the model · 2s | failed", live().state("a", "idle", "error", "500 from the model\nstack")],
      ["failed | failed · 2s | failed", live().state("a", "idle", "error")],
      [
        "failed | failed: no such model · 2s | failed",
        live().state("a", "idle", "error", '{"error":{"message":"no such model","code":4}}'),
      ],
      ['failed | failed: {"error": · 2s | failed', live().state("a", "idle", "error", '{"error":')],
      ["cancelled | cancelled · 2s | cancelled", live().state("a", "idle", "cancelled")],
      ["warning | refused to go on · 2s | finished", live().state("a", "idle", "refusal")],
      ["warning | stopped: token limit reached · 2s | finished", live().state("a", "idle", "max_tokens")],
      ["warning | stopped: request limit reached · 2s | finished", live().state("a", "idle", "max_turn_requests")],
      ["warning | stopped: _paused · 2s | finished", live().state("a", "idle", "_paused")],
      ["idle | idle | finished", live().state("a", "idle")],
      ["unknown | activity unknown (last known: running) | other", live().state("a", "unknown")],
      ["unknown | activity unknown (last known: running) | other", live().child("a", "r", { state: null })],
      ["unknown | _sleeping | other", live().state("a", "_sleeping")],
      ["stopping | stopping | running", live().cancel("a")],
      ["running | working | running", live().state("a", "idle", "end_turn").state("a", "running")],
      ["disconnected | disconnected (last known: running) | other", live().lose("exit 1")],
      ["finished | finished its turn · 3s | finished", live().at(3000).state("a", "idle", "end_turn").lose("exit 1")],
      ["disconnected | disconnected | other", child().lose("exit 1")],
    ];
    assert.deepEqual(
      cases.map(([, scene]) => words(scene)),
      cases.map(([expected]) => expected),
    );
  });

  it("of a root come from its own turns", () => {
    const scene = new Scene().root("r");
    const said = [words(scene, "r")];
    said.push(words(scene.at(1000).prompt("r", "go"), "r"));
    said.push(words(scene.at(3000).turnEnded("r", "end_turn"), "r"));
    said.push(words(scene.at(4000).prompt("r", "again").turnEnded("r", undefined, "Rate limited"), "r"));
    assert.deepEqual(said, [
      "idle | no prompt yet | other",
      "running | working | running",
      "finished | finished its turn · 2s | finished",
      "failed | failed: Rate limited · 0s | failed",
    ]);
  });

  it("say of a loaded session that it is history, and never that it runs", () => {
    const scene = new Scene().load("r").child("a", "r").child("b", "r").child("c", "r");
    const during = words(scene, "r");
    scene.state("a", "idle", "error", "broken").state("b", "running").loaded("r");
    assert.deepEqual(
      [during, words(scene, "r"), words(scene, "a"), words(scene, "b"), words(scene, "c")],
      [
        "running | loading | running",
        "notReported dim | from history | other",
        "failed dim | failed: broken · from history | failed",
        "unknown dim | from history (last known: running) | other",
        "notReported dim | from history | other",
      ],
    );
  });

  it("do not tell how long a run took that a load told again, even when its end is reported anew", () => {
    const scene = new Scene().load("r").child("a", "r").state("a", "running").says("a", "fourteen").loaded("r");
    assert.equal(words(scene.at(2000).state("a", "idle", "end_turn")), "finished | finished its turn | finished");
  });

  it("tell how long a run took when that was known before a load told it again; not when only the load told of its end", () => {
    const scene = new Scene()
      .root("r")
      .child("a", "r", { state: { state: "running" } })
      .child("b", "r", { state: { state: "running" } });
    scene.at(3000).state("a", "idle", "end_turn");
    scene
      .at(60_000)
      .load("r")
      .child("a", "r", { state: { state: "running" } })
      .child("b", "r", { state: { state: "running" } });
    scene.state("a", "idle", "end_turn").state("b", "idle", "end_turn").loaded("r");
    assert.equal(words(scene, "a"), "finished dim | finished its turn · 3s · from history | finished");
    assert.equal(words(scene, "b"), "finished dim | finished its turn · from history | finished");
  });

  it("tell how long a run took that a load called ended, and that went on all the same", () => {
    const scene = new Scene()
      .root("r")
      .child("a", "r", { state: { state: "running" } })
      .says("a", "Looking.");
    scene
      .at(3000)
      .load("r")
      .child("a", "r", { state: { state: "running" } })
      .says("a", "Looking.");
    scene.state("a", "idle").loaded("r");
    assert.equal(words(scene, "a"), "warning dim | its turn was cut off · from history | finished");
    scene.at(8000).says("a", "All is well.", "m").state("a", "idle", "end_turn");
    assert.equal(words(scene, "a"), "finished | finished its turn · 8s | finished");
  });

  it("say of a child that a reload cut off, at work or while it waited, that it was, until more is told of it", () => {
    const was = (state: string) => {
      const scene = live().says("a", "Looking.").state("a", state).load("r");
      scene.state("a", "running").says("a", "Looking.").state("a", "idle").loaded("r");
      // Some agents tell after a load how their children are now.
      return scene.state("a", "idle");
    };
    const cutOff = "warning | its turn was cut off | finished";
    assert.deepEqual(
      [
        words(was("running")),
        words(was("requires_action")),
        words(was("running").state("a", "idle")),
        words(was("idle")),
        words(was("running").says("a", "All is well.", "m").state("a", "idle")),
        words(was("running").state("a", "running").state("a", "idle")),
        words(was("running").state("a", "idle", "cancelled")),
        words(was("running").state("a", "idle", undefined, "boom")),
      ],
      [
        cutOff,
        cutOff,
        cutOff,
        "idle | idle | finished",
        "idle | idle | finished",
        "idle | idle | finished",
        "cancelled | cancelled | cancelled",
        "finishedWithError | completed, but says: boom | finished",
      ],
    );
  });

  it("of a recording say what was under way at its end, and never that it is", () => {
    const recorded = (scene: Scene) => {
      scene.connection.isReplay = true;
      return [words(scene), words(scene, "r")];
    };
    const still = "unknown dim | running at the end of the recording | other";
    const waited = "unknown dim | was waiting at the end of the recording | other";
    assert.deepEqual(
      [recorded(live()), recorded(live().lose("end")), recorded(live().asks("a", "q", { title: "Write" })), recorded(live().cancel("a"))],
      [
        [still, still],
        [still, still],
        [waited, still],
        [still, still],
      ],
    );
    const over = live().at(3000).state("a", "idle", "end_turn").turnEnded("r", "end_turn").lose("end");
    assert.deepEqual(recorded(over), ["finished | finished its turn · 3s | finished", "finished | finished its turn · 3s | finished"]);
  });

  it("of an unannounced session say so", () => {
    assert.equal(words(new Scene().says("x", "hello"), "x"), "detached | not announced yet | other");
  });

  it("show a call that was never closed as such once nothing more can come", () => {
    const scene = live().tool("a", "t", { title: "Read", status: "in_progress" });
    const status = (_told: Scene) => {
      const [row] = scene.session("a").rows.values();
      assert.equal(row?.kind, "tool_call");
      return toolStatus(row, isSettled(scene.session("a"), scene.connection));
    };
    const seen = [status(scene)];
    seen.push(status(scene.state("a", "idle", "end_turn")));
    seen.push(status(scene.turnEnded("r", "end_turn")));
    seen.push(status(scene.state("a", "running")));
    seen.push(status(scene.cancel("a")));
    seen.push(status(scene.tool("a", "t", { status: "failed" }, false)));
    seen.push(status(scene.tool("a", "t", { status: "completed" }, false)));
    assert.deepEqual(seen, ["in_progress", "in_progress", "noResult", "in_progress", "unconfirmed", "cancelled", "completed"]);
  });

  it("never use green, and keep a dim mark's glyph", () => {
    assert.deepEqual(markIcon("running", false), { icon: "loading~spin", color: "charts.blue" });
    assert.deepEqual(markIcon("finished", false), { icon: "check" });
    assert.deepEqual(markIcon("failed", true), { icon: "error", color: "disabledForeground" });
  });

  it("say of a run that ended with its turn what they say of its child", () => {
    const scene = live();
    const patch = { state: { state: "idle" }, outcome: "endedWithTurn" } as const;
    scene.at(3000).apply({ type: "childUpdated", sessionId: toSessionId("a"), parentId: toSessionId("r"), dialect: "launch", patch });
    const runs = scene.session("a").runs.map(runWords);
    assert.deepEqual([words(scene), ...runs], ["idle | ended with the turn | finished", "ended with the turn"]);
  });

  it("says of a turn that was cut off by us that it was, unless its agent told more of it", () => {
    const r = toSessionId("r");
    const reports = (scene: Scene) => scene.apply({ type: "stateReported", sessionId: r, state: { state: "running" } });
    const loaded = () => reports(new Scene().load("r")).loaded("r");
    const cut = (scene: Scene) =>
      scene.apply({ type: "noticeReported", sessionId: r, severity: "warning", text: "It was cut off.", isCutOff: true });
    const words = (scene: Scene) => stateWords(scene.session("r"), scene.connection).words;
    assert.deepEqual([loaded(), cut(loaded()), cut(reports(loaded())), cut(loaded()).prompt("r", "Go on")].map(words), [
      "from history (last known: running)",
      "its turn was cut off",
      "working",
      "working",
    ]);
    const again = cut(loaded()).load("r").says("r", "Hello", undefined, "user_message").loaded("r");
    assert.equal(words(again), "its turn was cut off · from history");
  });
});
