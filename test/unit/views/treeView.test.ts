import assert from "node:assert/strict";
import { type Limits, usualLimits } from "../../../src/base/limits.ts";
import { SubagentTree } from "../../../src/views/tree/treeView.ts";
import { Scene, SceneHub, TestTimer } from "./scene.ts";

/** The tree as VS Code would show it with everything expanded. */
class Shown {
  readonly tree: SubagentTree;
  readonly timer = new TestTimer();
  readonly #fired: string[] = [];

  constructor(hub: SceneHub, limits: Partial<Limits> = {}) {
    this.tree = new SubagentTree(hub, this.timer, () => ({ ...usualLimits, ...limits }));
    this.tree.onDidChange((key) => this.#fired.push(key ?? "all"));
  }

  text(): string[] {
    return this.#lines(undefined, "");
  }

  #lines(key: string | undefined, indent: string): string[] {
    return this.tree.children(key).flatMap((child) => {
      const row = this.tree.row(child);
      assert.equal(this.tree.parent(child), key);
      const words = [row?.icon, row?.label, row?.description].filter((part) => part).join(" | ");
      return [`${indent}${words}`, ...this.#lines(child, `${indent}  `)];
    });
  }

  /** What was fired since the last look; each is asked for again, as VS Code would. */
  fired(): string[] {
    const keys = this.#fired.splice(0);
    for (const key of keys) if (key !== "all") this.tree.row(key);
    if (keys.length > 0) this.text();
    return keys;
  }
}

const running = { state: { state: "running" } };

describe("SubagentTree", () => {
  it("[S46] [S22] shows every session with its state in words, children below", () => {
    const scene = new Scene().root("r", { title: "Review" }).prompt("r", "go");
    scene
      .child("a", "r", { title: "Explore", ...running })
      .tool("a", "t", { title: "Read $(x) a.ts" })
      .child("b", "a", { title: "Deep" });
    scene.child("c", "r", { title: "Failing", ...running }).state("c", "idle", "error", "boom\nstack");
    const other = new Scene("c2", "Other Agent").root("r").says("x", "early");
    assert.deepEqual(new Shown(new SceneHub(scene, other)).text(), [
      "loading~spin | Review | working",
      "  loading~spin | Explore | Read $\u200b(x) a.ts",
      "    circle-large-outline | Deep | not reported",
      "  error | Failing | failed: boom · 0s",
      "circle-outline | Other Agent | no prompt yet",
      "circle-large-outline | Unannounced session | not announced yet",
    ]);
  });

  it("fires one leaf when one leaf's words change, and nothing for its text", () => {
    const scene = new Scene().root("r").prompt("r", "go");
    for (let at = 0; at < 50; at++) scene.child(`k${at}`, "r", running);
    const shown = new Shown(new SceneHub(scene));
    shown.text();
    const firedSoon = () => {
      shown.timer.pass(50);
      return shown.fired();
    };
    scene.says("k7", "token ").says("k7", "token ");
    assert.deepEqual(firedSoon(), []);
    scene.tool("k7", "t", { title: "Read", status: "pending" });
    assert.deepEqual(firedSoon(), ["c1/k7"]);
    scene.tool("k7", "t", { status: "in_progress" }, false);
    assert.deepEqual(firedSoon(), []);
    scene.at(3000).state("k7", "idle", "end_turn");
    assert.deepEqual(firedSoon(), ["c1/k7"]);
  });

  it("fires a row that was looked for when it changed, and not drawn since", () => {
    const scene = new Scene().root("r");
    const shown = new Shown(new SceneHub(scene));
    shown.text();
    scene.load("r");
    shown.timer.pass(50);
    assert.deepEqual([shown.fired(), shown.text()], [["c1/r"], ["loading~spin | Demo Agent | loading"]]);
    scene.loaded("r");
    assert.deepEqual([shown.tree.makeVisible("c1/r"), shown.tree.sessionOf("c1/r")], [true, "c1/r"]);
    shown.timer.pass(1000);
    assert.deepEqual(shown.fired(), ["c1/r"]);
  });

  it("fires a row with children at most once a second", () => {
    const scene = new Scene().root("r").prompt("r", "go").child("a", "r", running);
    const shown = new Shown(new SceneHub(scene));
    shown.text();
    for (let at = 0; at < 30; at++) {
      scene.tool("r", `t${at}`, { title: `Step ${at}` });
      shown.timer.pass(100);
    }
    assert.deepEqual(shown.fired(), ["c1/r", "c1/r", "c1/r", "c1/r"]);
    shown.timer.pass(5000);
    assert.deepEqual(shown.fired(), []);
  });

  it("fires the node above when children come, and once for many", () => {
    const scene = new Scene().root("r").prompt("r", "go");
    const shown = new Shown(new SceneHub(scene));
    shown.text();
    scene.child("a", "r").child("b", "r").child("c", "r");
    assert.deepEqual(shown.fired(), ["c1/r"]);
    shown.timer.pass(1000);
    assert.deepEqual(shown.fired(), ["c1/r"]);
    scene.child("d", "c");
    assert.deepEqual(shown.fired(), ["c1/c"]);
    assert.equal(shown.text().length, 5);
  });

  it("fires the whole list when a session is opened, announced or removed", () => {
    const scene = new Scene();
    const hub = new SceneHub(scene);
    const shown = new Shown(hub);
    shown.text();
    scene.root("r").says("x", "early");
    shown.timer.pass(1000);
    assert.deepEqual(shown.fired(), ["all", "all"]);
    shown.timer.pass(1000);
    scene.child("x", "r", { title: "X" });
    assert.deepEqual(shown.fired(), ["c1/x", "all", "c1/r"]);
    shown.timer.pass(1000);
    hub.remove(scene);
    assert.deepEqual(shown.fired(), ["all"]);
    assert.deepEqual(shown.text(), []);
  });

  it("fires the list that a session left, not the session", () => {
    const scene = new Scene().root("r").load("s");
    const shown = new Shown(new SceneHub(scene));
    shown.text();
    scene.apply({ type: "restoreEnded", sessionId: "s" as never, error: "not found" });
    assert.deepEqual(shown.fired(), ["all"]);
    assert.deepEqual(shown.text(), ["circle-outline | Demo Agent | no prompt yet"]);
  });

  it("fires siblings that are numbered anew", () => {
    const scene = new Scene().root("r").child("a", "r", { title: "Task" }).child("b", "r", { title: "Task" });
    const shown = new Shown(new SceneHub(scene));
    shown.text();
    scene.child("a", "r", { title: "Other" });
    assert.deepEqual(shown.fired().sort(), ["c1/a", "c1/b"]);
  });

  it("of a long list shows what works and the newest, and the rest page by page", () => {
    const scene = new Scene().root("r", { title: "R" });
    for (let at = 0; at < 450; at++) scene.child(`k${at}`, "r", { title: `K${at}` });
    scene.state("k3", "running");
    const shown = new Shown(new SceneHub(scene));
    const [root] = shown.tree.children();
    const first = shown.tree.children(root);
    assert.deepEqual([first.length, first[0], first[1], first[199], first[200]], [201, "c1/k3", "c1/k449", "c1/k251", "more:c1/r"]);
    const { label, description } = shown.tree.row("more:c1/r") ?? {};
    assert.deepEqual([label, description], ["show 200 more", "200 at a time"]);
    shown.tree.showMore("more:c1/r");
    assert.deepEqual(shown.fired(), ["c1/r"]);
    assert.equal(shown.tree.children(root).length, 401);
    assert.equal(shown.tree.row("more:c1/r")?.label, "show 50 more");
    scene.state("k3", "idle", "end_turn");
    assert.deepEqual(shown.fired(), ["c1/k3", "c1/r"]);
    assert.equal(shown.tree.makeVisible("c1/k3"), true);
    assert.deepEqual([shown.tree.children(root).length, shown.tree.children(root)[0]], [450, "c1/k0"]);
  });

  it("shows as many children as the limit says, and a row where there is more", () => {
    const scene = new Scene().root("r", { title: "R" });
    for (const title of ["A", "B", "C"]) scene.child(title, "r", { title });
    assert.deepEqual(new Shown(new SceneHub(scene), { children: 2 }).text(), [
      "circle-outline | R | no prompt yet",
      "  circle-large-outline | C | not reported",
      "  circle-large-outline | B | not reported",
      "  ellipsis | show 1 more | 2 at a time",
    ]);
  });

  it("keeps what is above a session that passes the filter, and says when nothing does", () => {
    const scene = new Scene()
      .root("r", { title: "R" })
      .child("a", "r", { title: "A" })
      .child("b", "a", { title: "B", ...running });
    scene.child("c", "r", { title: "C", ...running }).state("c", "idle", "error", "boom");
    const shown = new Shown(new SceneHub(scene));
    shown.text();
    shown.tree.setFilter("running");
    assert.deepEqual(shown.fired(), ["all"]);
    assert.deepEqual(
      shown.text().map((line) => line.split(" | ")[1]),
      ["R", "A", "B"],
    );
    scene.state("b", "idle", "end_turn");
    assert.equal(shown.fired().includes("all"), true);
    assert.deepEqual([shown.text(), shown.tree.isAllFiltered, shown.tree.makeVisible("c1/b")], [[], true, false]);
    scene.child("d", "b", { title: "D", ...running }).state("d", "idle", "cancelled");
    const passing = (["failed", "cancelled", "finished"] as const).map((filter) => {
      shown.tree.setFilter(filter);
      return shown.text().map((line) => line.split(" | ")[1]);
    });
    assert.deepEqual(passing, [
      ["R", "C"],
      ["R", "A", "B", "D"],
      ["R", "A", "B"],
    ]);
  });

  it("[S42] says in a last row why there is nothing, or nothing more", () => {
    const last = (scene: Scene, root = "r") => {
      const { tree } = new Shown(new SceneHub(scene));
      const row = tree.row(tree.children(`c1/${root}`).at(-1) ?? "");
      return row?.kind === "notice" ? `${row.description} → ${row.action ?? "-"}` : "none";
    };
    const signedOut = new Scene().root("r");
    signedOut.apply({ type: "signInReported", isNeeded: true });
    const recorded = new Scene().root("r").lose("end of file");
    recorded.connection.isReplay = true;
    assert.deepEqual(
      [
        last(new Scene().root("r")),
        last(new Scene().root("r").prompt("r", "go")),
        last(new Scene().root("r").prompt("r", "go").turnEnded("r", "end_turn")),
        last(new Scene().root("r").prompt("r", "go").turnEnded("r", "end_turn").root("s").child("a", "s")),
        last(new Scene().root("r").child("a", "r").lose("exit code 1")),
        last(signedOut),
        last(recorded),
      ],
      [
        "none",
        "none",
        "This agent has not reported subagents so far → showLog",
        "No subagents in this session → -",
        "Disconnected: exit code 1 → restartAgent",
        "Sign in to go on → signIn",
        "The recorded connection ended here → -",
      ],
    );
  });

  it("tells when the sign-in changes, and when the connection is lost", () => {
    const scene = new Scene().root("r").child("a", "r", running);
    const hub = new SceneHub(scene);
    const shown = new Shown(hub);
    shown.text();
    scene.apply({ type: "signInReported", isNeeded: true });
    assert.deepEqual(shown.fired(), ["c1/r"]);
    shown.timer.pass(1000);
    scene.lose("exit 1");
    assert.deepEqual(shown.fired().sort(), ["c1/a", "c1/r"]);
  });

  it("offers in a row's menu what can be done with it", () => {
    const scene = new Scene().root("r").prompt("r", "go");
    scene.child("a", "r", { ...running, prompt: "p", capabilities: { canCancel: true } }).says("x", "early");
    const hub = new SceneHub(scene);
    const { tree } = new Shown(hub);
    const words = () => ["r", "a", "x"].map((id) => tree.row(`c1/${id}`)?.contextValue);
    assert.deepEqual(words(), [
      "session root canPrompt canCancelTurn hasPrompt canDisconnect",
      "session child hasParent canStop hasPrompt",
      "session detached",
    ]);
    scene.says("a", "done").state("a", "idle", "end_turn").turnEnded("r", "end_turn").lose("exit");
    assert.deepEqual(words(), [
      "session root hasPrompt hasAnswer canRestart",
      "session child hasParent hasPrompt hasAnswer",
      "session detached",
    ]);
  });

  it("S25: has a tooltip of plain values, among them the child's own context and cost", () => {
    const scene = new Scene().root("r", { cwd: "/w" }).prompt("r", "go");
    scene.child("a", "r", {
      title: "[x](command:y)",
      role: "explorer",
      model: "haiku",
      cwd: "/w/sub",
      prompt: "one\ntwo\n\nfour",
      ...running,
    });
    scene.tool("a", "t", { title: "Read" });
    scene.apply({ type: "usageReported", sessionId: "a" as never, used: 1200, size: 200_000, cost: { amount: 0.25, currency: "USD" } });
    const { tree, timer } = new Shown(new SceneHub(scene));
    timer.pass(72_000);
    assert.deepEqual(tree.tooltip("c1/a"), {
      title: "[x]\u200b(command:y)",
      lines: [
        { name: "State", value: "Read" },
        { name: "Role", value: "explorer" },
        { name: "Model", value: "haiku" },
        { name: "Folder", value: "/w/sub" },
        { name: "Elapsed", value: "1m 12s" },
        { name: "Tool calls", value: "1" },
        { name: "Context", value: "1.2k of 200k tokens (1%)" },
        { name: "Cost", value: "0.25 USD" },
        { name: "Dialect", value: "standard" },
        { name: "Session id", value: "a" },
      ],
      prompt: "one\ntwo\n\nfour",
    });
  });
});
