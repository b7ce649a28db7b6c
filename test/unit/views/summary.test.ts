import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import { requestViews } from "../../../src/views/attention.ts";
import { EndWatch } from "../../../src/views/endWatch.ts";
import { endNotice, requestNotice, statusBar, stopWords, summariseSubagents } from "../../../src/views/summary.ts";
import { composerView } from "../../../src/views/transcript/composerView.ts";
import { neighbourSubagent } from "../../../src/views/tree/neighbour.ts";
import { Scene, SceneHub } from "./scene.ts";

const running = { state: { state: "running" } };

function busy(): Scene {
  const scene = new Scene().root("r", { title: "Review" }).prompt("r", "go");
  scene.child("a", "r", { title: "Explore", role: "explorer", ...running }).tool("a", "t", { title: "Read a.ts" });
  scene.child("b", "a", { title: "Deep", ...running }).asks("b", "q", { title: "rm -rf build" });
  return scene.child("c", "r", { title: "Plan" }).at(48_000).state("c", "idle", "end_turn");
}

describe("summary", () => {
  it("of a stop counts sessions, subagents and requests, each in a sentence", () => {
    assert.deepEqual(
      [
        stopWords({ sessions: 2, children: 0, requests: 1 }),
        stopWords({ sessions: 1, children: 3, requests: 0 }),
        stopWords({ sessions: 0, children: 1, requests: 2 }),
      ],
      [
        "2 sessions will be stopped. One request that waits for you will be cancelled.",
        "One session will be stopped. 3 subagents will be stopped.",
        "One subagent will be stopped. 2 requests that wait for you will be cancelled.",
      ],
    );
  });

  it("S17: of the status bar names the agent, what runs and what waits", () => {
    const texts = [
      statusBar(new SceneHub()),
      statusBar(new SceneHub(new Scene().root("r"))),
      statusBar(new SceneHub(busy(), new Scene("c2"))),
      statusBar(new SceneHub(new Scene("c1", "$(zap) Evil"), new Scene("c2").lose("gone"))),
    ];
    assert.deepEqual(
      texts.map((item) => item && `${item.text}${item.isWaiting ? " !" : ""}`),
      [undefined, "Demo Agent", "2 agents · 1 running · 1 waiting !", "$\u200b(zap) Evil"],
    );
    assert.equal(texts[2]?.tooltip, "2 agents\n1 subagent running\n1 request waits for you");
  });

  it("of the status bar does not name the agent that is shown for what another does", () => {
    const [shown, other] = [new Scene("c0", "Shown").root("r"), busy()];
    const text = () => statusBar(new SceneHub(shown, other), shown.connection)?.text;
    assert.equal(text(), "2 agents · 1 running · 1 waiting");
    other.answers("q").state("a", "idle").state("b", "idle");
    shown.child("x", "r", { title: "Read", ...running });
    assert.equal(text(), "Shown · 1 running");
    assert.equal(statusBar(new SceneHub(shown, new Scene("c2")), shown.connection)?.text, "Shown · 1 running");
    assert.equal(statusBar(new SceneHub(new Scene("c1", "Idle"), new Scene("c2")), shown.connection)?.text, "Shown");
  });

  it("of the status bar says of a lost agent when it is tried again", () => {
    const scene = new Scene()
      .root("r")
      .lose("The connection to Far was cut.")
      .apply({ type: "reconnectPlanned", plan: { type: "waiting", seconds: 8 } });
    const item = statusBar(new SceneHub(scene));
    assert.deepEqual(
      [item?.text, item?.tooltip.split("\n")[1]],
      ["Demo Agent · trying again in 8 s", "Demo Agent: disconnected, trying again in 8 s"],
    );
    scene.apply({ type: "reconnectPlanned", plan: { type: "refused", because: "Its server refuses us. Check its key." } });
    assert.equal(statusBar(new SceneHub(scene))?.text, "Demo Agent · its server refuses us");
    scene.apply({ type: "reconnectPlanned", plan: { type: "none" } });
    assert.equal(statusBar(new SceneHub(scene)), undefined);
  });

  it("[U17] of a notification names who asks or ended, in which session, and for what exactly", () => {
    const scene = new Scene()
      .root("r", { title: "Review" })
      .prompt("r", "go")
      .child("a", "r", { title: "Explore", ...running });
    scene.asks("a", "q", { title: "Clean up", rawInput: { command: "rm -rf build" } });
    const [request] = requestViews(new SceneHub(scene));
    assert.ok(request);
    scene.answers("q").state("a", "idle", "end_turn");
    assert.deepEqual(
      [requestNotice(request), endNotice(scene.connection, scene.session("a")).replace(/ · .*/, "")],
      ["“Explore” in “Review” waits for you: Clean up: rm -rf build", "“Explore” in “Review”: finished its turn"],
    );
  });

  it("for a screen reader reads the tree line by line", () => {
    const scene = busy();
    assert.equal(
      summariseSubagents(scene.connection, scene.session("r")),
      [
        "Review: working. 3 subagents, 1 running, 1 waiting for you, 1 finished.",
        "Explore, explorer, Read a.ts",
        "  Deep, waiting for you, level 2",
        "Plan, finished its turn · 48s",
      ].join("\n"),
    );
  });

  it("counts each state by its own word", () => {
    const scene = new Scene().root("r", { title: "Review" }).prompt("r", "go");
    for (const [id, reason] of Object.entries({ a: "end_turn", b: "cancelled", c: undefined, d: "error", e: "max_tokens" }))
      scene.child(id, "r", running).state(id, "idle", reason);
    scene.child("f", "r");
    assert.equal(
      summariseSubagents(scene.connection, scene.session("r")).split("\n")[0],
      "Review: working. 6 subagents, 1 failed, 1 finished, 1 ended early, 1 cancelled, 1 idle, 1 not reported.",
    );
  });

  it("of a notification names who and where", () => {
    const scene = busy();
    const [request] = requestViews(new SceneHub(scene));
    assert.equal(request && requestNotice(request), "“Deep” in “Review” waits for you: rm -rf build");
    assert.equal(endNotice(scene.connection, scene.session("c")), "“Plan” in “Review”: finished its turn · 48s");
    scene.turnEnded("r", undefined, "Rate limited [now](command:x)");
    assert.equal(endNotice(scene.connection, scene.session("r")), "“Review”: failed: Rate limited [now]\u200b(command:x) · 48s");
  });

  it("notices an end once, and neither history nor a lost connection as one", () => {
    const scene = new Scene().root("r").prompt("r", "go").child("a", "r", running).child("b", "r", running);
    const hub = new SceneHub(scene);
    const watch = new EndWatch();
    const ended: string[] = [];
    hub.onDidChange((change) => ended.push(...watch.apply(change).map(({ session }) => session.id)));
    scene.tool("a", "t", { title: "x" }).tool("b", "t", { title: "x" }).tool("r", "t", { title: "x" });
    scene.state("a", "idle", "end_turn").state("a", "idle", "end_turn").turnEnded("r", "end_turn").lose("exit");
    assert.deepEqual(ended, ["a", "r"]);
  });
});

describe("composer", () => {
  it("says why nothing can be sent", () => {
    const said = (change: (scene: Scene) => void) => {
      const scene = new Scene().root("r");
      change(scene);
      return composerView(scene.connection, scene.session("r"), true)?.blockedBecause;
    };
    assert.deepEqual(
      [
        said(() => undefined),
        said((scene) => scene.prompt("r", "go")),
        said((scene) => scene.lose("exit")),
        said((scene) => {
          scene
            .lose("cut")
            .apply({ type: "reconnectPlanned", plan: { type: "refused", because: "Its server refuses us. Check its key." } });
        }),
        said((scene) => scene.load("r")),
        said((scene) => scene.apply({ type: "sessionClosed", sessionId: toSessionId("r") })),
        said((scene) => {
          Object.assign(scene.connection, { offers: { load: false, resume: false } });
          scene.apply({ type: "sessionClosed", sessionId: toSessionId("r") });
        }),
        said((scene) => Object.assign(scene.connection, { isReplay: true })),
      ],
      [
        "",
        "",
        "The agent is not running. “ACP: Restart Agent” goes on.",
        "Its server refuses us. Check its key. Then “ACP: Reconnect Now” goes on.",
        "The session is being loaded.",
        "This session is closed.",
        "This session is closed, and its agent cannot open it again. “ACP: New Session” begins another.",
        "This is a recording: it can be read, and takes no prompts.",
      ],
    );
  });

  it("offers what the session has, and nothing for a child", () => {
    const scene = new Scene().root("r").prompt("r", "go").child("a", "r");
    scene.queue = [{ id: "q1", text: "next", attachmentCount: 2 }];
    scene.apply({
      type: "commandsReported",
      sessionId: toSessionId("r"),
      commands: [{ name: "plan", description: "Plan it", hint: "what" }],
    });
    assert.deepEqual(composerView(scene.connection, scene.session("r"), false), {
      blockedBecause: "",
      isTurnOpen: true,
      isStopping: false,
      agentLabel: "Demo Agent",
      queued: [{ id: "q1", text: "next", attachmentCount: 2, isHeld: undefined }],
      attachments: [],
      takesImages: false,
      canFork: false,
      commands: [{ name: "plan", description: "Plan it", hint: "what" }],
      settings: [],
      refusal: "",
      usage: undefined,
      enterSends: false,
    });
    assert.equal(composerView(scene.connection, scene.session("a"), true), null);
  });
});

describe("next and previous subagent", () => {
  it("go through the tree and round", () => {
    const scene = new Scene().root("r").child("a", "r").child("c", "r").child("b", "a");
    const go = (from: string | undefined, direction: "next" | "previous") =>
      neighbourSubagent(scene.store, toSessionId("r"), from === undefined ? undefined : toSessionId(from), direction);
    assert.deepEqual(
      [undefined, "a", "b", "c", "r"].map((from) => go(from, "next")),
      ["a", "b", "c", "a", "a"],
    );
    assert.deepEqual(
      [undefined, "a", "b", "c"].map((from) => go(from, "previous")),
      ["c", "c", "a", "b"],
    );
    assert.equal(neighbourSubagent(scene.store, toSessionId("c"), undefined, "next"), undefined);
  });
});
