// What a timeline shows, as lines of text, and over every recorded connection: parts end where a snapshot does.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseTraffic } from "../../../src/acp/traffic/traffic.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { TimelineData } from "../../../src/shared/timelineData.ts";
import type { LiveConnection } from "../../../src/views/hub.ts";
import { TimelineModel } from "../../../src/views/timeline/timelineModel.ts";
import { lines } from "../../support/story.ts";
import { timelineText } from "../../support/timelineText.ts";
import { epoch, Scene } from "./scene.ts";

/** A timeline that was open from the beginning, and one that is opened now. */
class Watched {
  readonly #data = new TimelineData();
  readonly #scene: Scene;
  #model: TimelineModel;

  constructor(scene: Scene, id = "root") {
    this.#scene = scene;
    this.#model = new TimelineModel(scene.connection, scene.session(id).id);
    scene.store.onDidChange((change) => {
      this.#model.apply(change);
      const part = this.#model.takePart();
      if (part) this.#data.take(part);
    });
    this.#data.take(this.#model.snapshot());
  }

  get isStale(): boolean {
    return this.#model.isStale;
  }

  get text(): string {
    const fresh = freshText(this.#scene.connection, this.#model.rootId);
    const patched = timelineText(this.#data, epoch);
    assert.deepEqual(patched.split("\n").sort(), fresh.split("\n").sort(), "parts end where a snapshot does");
    return fresh;
  }
}

function freshText(connection: LiveConnection, rootId: TimelineModel["rootId"], from = epoch): string {
  const data = new TimelineData();
  data.take(JSON.parse(JSON.stringify(new TimelineModel(connection, rootId).snapshot())));
  return timelineText(data, from);
}

const rooted = () => new Scene().at(0).root("root", { title: "Tidy up" });

describe("a timeline", () => {
  it("has a lane for the root and each child, nested, with its runs, waits and calls", () => {
    const scene = rooted();
    const timeline = new Watched(scene);
    scene.at(1000).prompt("root", "Tidy up the store");
    scene.at(2000).child("a", "root", { title: "Explore", role: "explorer", prompt: "Look around", state: { state: "running" } });
    scene.at(3000).tool("a", "t1", { title: "Read store.ts", kind: "read", status: "pending" });
    scene.at(4000).child("b", "a", { title: "Count", state: { state: "running" } });
    scene.at(5000).tool("a", "t1", { status: "completed" }, false);
    scene.asks("b", "q1", { title: "rm -rf build" }, 6000);
    scene.at(9000).answers("q1");
    scene.at(9500).tool("b", "t2", { title: "rm", kind: "execute", status: "failed" });
    scene.at(10_000).says("b", "Two.").state("b", "idle", "end_turn");
    scene.at(11_000).says("a", "All tidy.").state("a", "idle", "end_turn");
    assert.equal(
      timeline.text,
      lines(
        "Tidy up: working",
        "  run 1s– “Tidy up the store”",
        "  Explore (explorer): finished its turn",
        "    run 2s–11s “Look around”",
        "    tool 3s–5s “Read store.ts” completed",
        "    Count: finished its turn",
        "      run 4s–10s",
        "      wait 6s–9s “rm -rf build”",
        "      tool 9.5s–9.5s “rm” failed",
        "spawn 2s Tidy up → Explore “Look around”",
        "answer 11s Explore → Tidy up “All tidy.”",
        "spawn 4s Explore → Count",
        "answer 10s Count → Explore “Two.”",
      ),
    );
    scene.at(12_000).turnEnded("root", "end_turn");
    assert.match(timeline.text, /^Tidy up: finished its turn\n {2}run 1s–12s/);
  });

  it("calls what a cancel ended cancelled, whatever its agent calls that", () => {
    const scene = rooted().at(1000).prompt("root", "Go").tool("root", "t", { title: "sleep", kind: "execute", status: "in_progress" });
    const timeline = new Watched(scene);
    scene.at(2000).cancel("root").tool("root", "t", { status: "failed" }, false).at(5000).turnEnded("root", "cancelled");
    assert.match(timeline.text, /tool 1s–2s “sleep” cancelled$/m);
  });

  it("keeps every turn and run, also for who opens it late; a message shows once", () => {
    const scene = rooted().at(1000).prompt("root", "One").at(2000).turnEnded("root", "end_turn");
    const timeline = new Watched(scene);
    scene
      .at(60_000)
      .prompt("root", "Two")
      .child("a", "root", { title: "A", state: { state: "running" } });
    scene.at(61_000).says("a", "Done").state("a", "idle", "end_turn");
    scene.at(62_000).message("root", "m", "root", "a", "Once more").state("a", "running");
    scene.at(63_000).says("a", "Done again", "x").state("a", "idle", "end_turn");
    assert.equal(
      timeline.text,
      lines(
        "Tidy up: working",
        "  run 1s–2s “One”",
        "  run 60s– “Two”",
        "  A: finished its turn",
        "    run 60s–61s",
        "    run 62s–63s",
        "spawn 60s Tidy up → A",
        "answer 61s A → Tidy up “Done”",
        "message 62s Tidy up → A",
        "answer 63s A → Tidy up “Done again”",
      ),
    );
  });

  it("has the message that began a later run also where only the child's transcript tells it, and once where both do", () => {
    const scene = rooted()
      .at(1000)
      .prompt("root", "Go")
      .child("a", "root", { title: "A", state: { state: "running" } });
    const timeline = new Watched(scene);
    scene.message("root", "launch", "root", "a", "Count.").at(2000).says("a", "Two.", "x").state("a", "idle", "end_turn");
    scene.at(3000).message("a", "m", "root", "a", "Count again.").state("a", "running");
    const arrows = () => timeline.text.split("\n").filter((line) => line.startsWith("message"));
    assert.deepEqual(arrows(), ["message 3s Tidy up → A “Count again.”"]);
    scene.at(3100).message("root", "m", "root", "a", "Count again.");
    assert.deepEqual(arrows(), ["message 3.1s Tidy up → A “Count again.”"]);
  });

  it("draws no answer where a run was cut off: its last words went to nobody, what its parent got of it did", () => {
    const scene = rooted().at(1000).prompt("root", "Go");
    const timeline = new Watched(scene);
    for (const [id, title] of Object.entries({ a: "A", b: "B", c: "C" })) {
      scene.at(2000).child(id, "root", { title, state: { state: "running" } });
      scene.at(3000).says(id, "I try");
    }
    scene.at(4000).state("a", "idle", "error", "no model").state("b", "idle", "cancelled");
    scene.apply({ type: "answerReceived", childId: toSessionId("c"), text: "It broke off." }).state("c", "idle", "error");
    assert.deepEqual(
      timeline.text.split("\n").filter((line) => line.startsWith("answer")),
      ["answer 4s C → Tidy up “It broke off.”"],
    );
  });

  it("does not invent an end: what went on when the connection was lost is seen to go on until then", () => {
    const scene = rooted().at(1000).prompt("root", "Go");
    const timeline = new Watched(scene);
    scene.at(2000).child("a", "root", { title: "A", state: { state: "running" } });
    scene.at(3000).tool("a", "t", { title: "Read", status: "pending" });
    scene.at(9000).lose("the agent ended");
    assert.equal(
      timeline.text.split("\n").slice(1, 5).join("\n"),
      lines("  run 1s–9s? “Go”", "  A: disconnected (last known: running)", "    run 2s–9s?", "    tool 3s “Read” pending"),
    );
  });

  it("gives what a load told no times but an order, before what is live", () => {
    const scene = new Scene().at(5000);
    scene.load("root").says("root", "Hello", "u1", "user_message");
    scene.child("a", "root", { title: "A", state: { state: "running" } }).tool("a", "t1", { title: "Read", status: "completed" });
    scene.says("a", "Read it.").state("a", "idle", "end_turn");
    scene.loaded("root");
    const timeline = new Watched(scene);
    scene.at(8000).prompt("root", "Go on").tool("root", "t2", { title: "Edit", status: "completed" });
    scene.at(9000).turnEnded("root", "end_turn");
    assert.equal(
      timeline.text,
      lines(
        "Hello: finished its turn",
        "  run #0–#2",
        "  run 8s–9s “Go on”",
        "  tool 8s–8s “Edit” completed",
        "  A: finished its turn · from history",
        "    run #2–#4",
        "    tool #2 “Read” completed",
        "spawn #1 Hello → A",
        "answer #3 A → Hello “Read it.”",
      ),
    );
  });

  it("has of what a load tells again the times that were known before, and draws nothing twice", () => {
    const scene = rooted().at(1000).prompt("root", "Tidy up the store");
    scene.at(2000).child("a", "root", { title: "Explore", prompt: "Look around", state: { state: "running" } });
    scene.at(3000).tool("a", "t1", { title: "Read", status: "pending" }).at(5000).tool("a", "t1", { status: "completed" }, false);
    scene.at(6000).tool("a", "t2", { title: "Cut off", status: "pending" });
    scene.at(7000).says("a", "All tidy.").state("a", "idle", "end_turn").at(8000).says("root", "Done.").turnEnded("root", "end_turn");
    scene.at(9000).prompt("root", "Again").at(9500).turnEnded("root", "end_turn");
    const before = freshText(scene.connection, scene.session("root").id);
    const timeline = new Watched(scene);
    scene.at(60_000).load("root").says("root", "Tidy up the store", undefined, "user_message");
    scene.child("a", "root", { title: "Explore", prompt: "Look around", state: { state: "running" } });
    scene.tool("a", "t1", { title: "Read", status: "completed" }).tool("a", "t2", { title: "Cut off", status: "completed" });
    scene.tool("a", "t9", { title: "Unheard of", status: "completed" });
    scene.says("a", "All tidy.").state("a", "idle", "end_turn").says("root", "Done.");
    scene.says("root", "Again", undefined, "user_message").loaded("root");
    assert.ok(timeline.isStale, "what had an order at first has times now");
    const changed = freshText(scene.connection, scene.session("root").id).split("\n");
    const was = before.split("\n");
    assert.deepEqual(
      [was.filter((line) => !changed.includes(line)), changed.filter((line) => !was.includes(line))],
      [
        ["Tidy up: finished its turn", "  Explore: finished its turn", "    tool 6s “Cut off” pending"],
        [
          "Tidy up: finished its turn · from history",
          "  Explore: finished its turn · from history",
          "    run #0–#1",
          "    tool #0 “Unheard of” completed",
          "    tool 6s “Cut off” completed",
        ],
      ],
    );
  });

  it("ends a turn that a reload cut off with the connection that it was on, whatever comes later", () => {
    const sessionId = toSessionId("root");
    const scene = new Scene().at(0).apply({ type: "storedBegan", sessionId });
    scene
      .at(1000)
      .prompt("root", "Go")
      .at(2000)
      .child("a", "root", { title: "A", state: { state: "running" } });
    scene.at(3000).tool("a", "t", { title: "Read", status: "pending" }).at(4000).says("root", "A is at work.", "m1");
    scene.apply({ type: "storedEnded", sessionId });
    const again = (t: number) => {
      scene.at(t).load("root").says("root", "Go", undefined, "user_message").says("root", "A is at work.", "m1");
      scene.child("a", "root", { title: "A", state: { state: "running" } }).tool("a", "t", { title: "Read", status: "failed" });
      scene.state("a", "idle").loaded("root");
    };
    const runs = () => {
      const all = freshText(scene.connection, sessionId).split("\n");
      return all.filter((line) => /^ +(A:|run [^#]+$)/.test(line));
    };
    const child = ["  A: its turn was cut off · from history", "    run 2s–4s?"];
    again(60_000);
    assert.deepEqual(runs(), ["  run 1s–4s? “Go”", ...child]);
    again(120_000);
    scene.at(200_000).prompt("root", "Go on");
    assert.deepEqual(runs(), ["  run 1s–4s? “Go”", "  run 200s– “Go on”", ...child]);
  });

  it("has the end of a call that went on while its session was loaded again", () => {
    const scene = rooted().at(1000).prompt("root", "Go").at(2000).tool("root", "t", { title: "sleep", status: "pending" });
    scene.at(3000).load("root").says("root", "Go", undefined, "user_message").tool("root", "t", { title: "sleep", status: "pending" });
    scene.loaded("root").at(9000).tool("root", "t", { status: "completed" }, false);
    assert.match(freshText(scene.connection, scene.session("root").id), /tool 2s–9s “sleep” completed$/m);
  });

  it("takes the tick of a call away when the call becomes a child's card, and shows a child of unknown standing once it is announced", () => {
    const scene = rooted().at(1000).prompt("root", "Go").at(2000).tool("root", "t", { title: "Task", status: "pending" });
    const timeline = new Watched(scene);
    scene.at(3000).tool("a", "t1", { title: "Early" });
    assert.doesNotMatch(timeline.text, /Early/);
    scene.at(4000).child("a", "root", { title: "A", launchToolCallId: "t" as never, state: { state: "running" } });
    scene.apply({ type: "childLinked", sessionId: "a" as never, toolCallId: "t" as never });
    assert.equal(
      timeline.text,
      lines("Tidy up: Task", "  run 1s– “Go”", "  A: Early", "    run 4s–", "    tool 3s “Early”", "spawn 4s Tidy up → A"),
    );
  });

  it("has to be made anew when a transcript is drawn afresh or a session goes", () => {
    const scene = rooted().at(1000).prompt("root", "Go").child("a", "root", { title: "A" }).turnEnded("root", "end_turn");
    const timeline = new Watched(scene);
    assert.equal(timeline.isStale, false);
    scene.load("root").says("root", "Hello", "u1", "user_message");
    assert.equal(timeline.isStale, true);
  });

  it("looks again only at the waits that go on, however many are over", () => {
    const scene = rooted().at(1000).prompt("root", "Go");
    const model = new TimelineModel(scene.connection, scene.session("root").id);
    for (let n = 0; n < 300; n++) scene.asks("root", `q${n}`, { title: `Run ${n}` });
    for (let n = 1; n < 300; n++) scene.answers(`q${n}`);
    let looked = 0;
    const { waits } = scene.session("root");
    const counted = new Proxy(waits, {
      get(target, key) {
        if (/^\d+$/.test(String(key))) looked += 1;
        return Reflect.get(target, key);
      },
    });
    Object.defineProperty(scene.session("root"), "waits", { value: counted });
    const touch = () => model.apply([{ type: "sessionChanged", session: scene.session("root") }]);
    touch();
    assert.equal(model.takePart()?.spans?.filter(({ kind }) => kind === "wait").length, 300);
    for (let n = 0; n < 50; n++) touch();
    model.takePart();
    assert.equal(looked, 300 + 1, "each once, and the one that still waits once more");
  });

  it("ends by parts where a snapshot does, over every recording, event by event", () => {
    const recordings = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "recordings");
    const files = globSync("*/*.jsonl", { cwd: recordings });
    assert.ok(files.length > 50);
    for (const file of files) for (const [patched, fresh] of playBoth(join(recordings, file))) assert.deepEqual(patched, fresh, file);
  }).timeout(60_000);
});

/** For each root of a recording: the lines by parts, and those of a snapshot at its end. */
function playBoth(file: string): readonly (readonly [readonly string[], readonly string[]])[] {
  const model = new SessionStore();
  const connection: LiveConnection = { key: "c", agentLabel: "Agent", model, startedAtEpoch: 0, isReplay: true, queued: () => [] };
  const shown = new Map<TimelineModel["rootId"], { model: TimelineModel; data: TimelineData }>();
  const begin = (id: TimelineModel["rootId"]) => {
    const begun = { model: new TimelineModel(connection, id), data: new TimelineData() };
    begun.data.take(begun.model.snapshot());
    shown.set(id, begun);
  };
  model.onDidChange((change) => {
    for (const [id, at] of shown) {
      at.model.apply(change);
      const part = at.model.takePart();
      if (part) at.data.take(part);
      if (at.model.isStale) begin(id);
    }
    for (const { id, standing } of model.roots) if (standing === "root" && !shown.has(id)) begin(id);
  });
  const translator = new Translator();
  for (const entry of parseTraffic(readFileSync(file, "utf8")).entries) for (const event of translator.translate(entry)) model.apply(event);
  return [...shown].map(([id, { data }]) => [timelineText(data, 0).split("\n").sort(), freshText(connection, id, 0).split("\n").sort()]);
}
