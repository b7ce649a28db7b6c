import assert from "node:assert/strict";
import { toRequestId, toSessionId } from "../../../src/session/ids.ts";
import type { ElicitationAsk } from "../../../src/session/requests.ts";
import { requestDetail, requestViews, waitingCount } from "../../../src/views/attention.ts";
import { findRequest } from "../../../src/views/hub.ts";
import { requestNotice } from "../../../src/views/summary.ts";
import { requestCounts } from "../../../src/views/transcript/sessionView.ts";
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

  it("[S07] [S12] counts on every header above the asking child, and shows the request at root and child alike", () => {
    const scene = new Scene()
      .root("r", { title: "R" })
      .child("a", "r", { title: "A" })
      .child("b", "a", { title: "B" })
      .asks("b", "q", { title: "Run" });
    const hub = new SceneHub(scene);
    const counts = requestCounts(scene.connection);
    assert.deepEqual(
      ["r", "a", "b"].map((id) => counts.get(toSessionId(id))),
      [1, 1, 1],
    );
    const shownIn = (sessionId: string) => requestViews(hub, { connectionKey: "c1", sessionId: toSessionId(sessionId) }).map(line);
    const asked = "c1/q here: R › A › B: Run";
    assert.deepEqual([shownIn("r"), shownIn("a"), shownIn("b")], [[asked], [asked], [asked]]);
    assert.equal(requestViews(hub)[0]?.sessionId, "b");
  });

  it("[S15] is gone from every surface with the one answer", () => {
    const scene = new Scene().root("r").child("a", "r").asks("a", "q", { title: "Run" });
    const hub = new SceneHub(scene);
    const shown = () => ["r", "a"].map((id) => requestViews(hub, { connectionKey: "c1", sessionId: toSessionId(id) }).length);
    assert.deepEqual(shown(), [1, 1]);
    scene.answers("q");
    assert.deepEqual([shown(), waitingCount(hub), findRequest(hub, "c1/q")], [[0, 0], 0, undefined]);
  });

  it("[S14] lists in a child's own tab what waits below it first, and marks the rest as elsewhere, each with who asks", () => {
    const scene = new Scene().root("r", { title: "R" }).child("a", "r", { title: "A" }).child("b", "r", { title: "B" });
    scene.asks("b", "q1", { title: "Sibling" }, 100).asks("a", "q2", { title: "Own" }, 200);
    const views = requestViews(new SceneHub(scene), { connectionKey: "c1", sessionId: toSessionId("a") });
    assert.deepEqual(views.map(line), ["c1/q2 here: R › A: Own", "c1/q1 elsewhere: R › B: Sibling"]);
  });

  it("of the agent itself is here in all its sessions, and where nothing is shown", () => {
    const request = {
      kind: "approval",
      sessionId: undefined,
      wireSessionId: undefined,
      title: "Sign in",
      detail: "",
      options: [],
    } as const;
    const scene = new Scene("c1", "One").root("r").apply({ type: "requestOpened", request: { ...request, id: toRequestId("own-0") } });
    const hub = new SceneHub(scene, new Scene("c2", "Two").root("x"));
    const here = (shown?: { connectionKey: string; sessionId: string }) =>
      requestViews(hub, shown && { ...shown, sessionId: toSessionId(shown.sessionId) }).map(line);
    assert.deepEqual(
      [here({ connectionKey: "c1", sessionId: "r" }), here(), here({ connectionKey: "c2", sessionId: "x" })],
      [["c1/own-0 here: One: Sign in"], ["c1/own-0 here: One: Sign in"], ["c1/own-0 elsewhere: One: Sign in"]],
    );
  });

  it("shows a form with its labels on one line each, and an address letter by letter", () => {
    const fields = [{ key: "x", label: "Two\nlines", isRequired: false, type: "boolean" }] as const;
    const ask = (elicitation: ElicitationAsk) => {
      const request = {
        kind: "elicitation",
        sessionId: toSessionId("r"),
        wireSessionId: toSessionId("r"),
        title: "A\nB",
        ask: elicitation,
      } as const;
      const scene = new Scene().root("r").apply({ type: "requestOpened", request: { ...request, id: toRequestId("q") } });
      const [view] = requestViews(new SceneHub(scene));
      return [view?.title, view?.message, view?.detail, view?.elicitation];
    };
    assert.deepEqual(ask({ mode: "form", fields }), ["A B", "A\nB", "", { mode: "form", fields: [{ ...fields[0], label: "Two lines" }] }]);
    const page = (url: string) => ask({ mode: "url", url }).slice(2);
    assert.deepEqual(
      [
        "https://a.example/x",
        "http://[::1]:80/",
        "command:quit",
        "javascript:alert(1)",
        "not an address",
        "https://a.example/\u202ecod.exe",
      ].map(page),
      [
        ["https://a.example/x", { mode: "url", url: "https://a.example/x", isWeb: true }],
        ["http://[::1]:80/", { mode: "url", url: "http://[::1]:80/", isWeb: true }],
        ["command:quit", { mode: "url", url: "command:quit", isWeb: false }],
        ["javascript:alert(1)", { mode: "url", url: "javascript:alert(1)", isWeb: false }],
        ["not an address", { mode: "url", url: "not an address", isWeb: false }],
        ["https://a.example/⟨U+202E⟩cod.exe", { mode: "url", url: "https://a.example/⟨U+202E⟩cod.exe", isWeb: false }],
      ],
    );
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

  it("offers options of every kind, and of kinds that nobody knows, in the agent's words and order", () => {
    const kinds = ["reject_always", "allow_always", "_maybe", "allow_once", "reject_once"];
    const options = kinds.map((kind, index) => ({ optionId: `${index}`, name: `Word ${index}`, kind }));
    const scene = new Scene().root("r");
    scene.apply({
      type: "requestOpened",
      request: {
        kind: "permission",
        id: toRequestId("q"),
        sessionId: toSessionId("r"),
        wireSessionId: toSessionId("r"),
        title: "Write",
        toolCall: {},
        options,
      },
    });
    assert.deepEqual(requestViews(new SceneHub(scene))[0]?.options, options);
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

  it("shows what nobody would see in a command, in the title, the command and the answers, and in the notification", () => {
    const shown = (command: string, title: string) => {
      const [view] = requestViews(new SceneHub(new Scene().root("r", { title: "R" }).asks("r", "q", { title, rawInput: { command } })));
      return [view?.title, view?.detail, view && requestNotice(view)];
    };
    assert.deepEqual(
      [
        shown("rm \u202etxt.lla\u202c", "Run"),
        shown("rm\u200b -rf ~", "rm\u200b -rf ~"),
        shown("\u001b[2Kls", "ls"),
        shown("rm a\nrm b", "rm a\nrm b"),
      ],
      [
        ["Run", "rm ⟨U+202E⟩txt.lla⟨U+202C⟩", "“R” waits for you: Run: rm ⟨U+202E⟩txt.lla⟨U+202C⟩"],
        ["rm⟨U+200B⟩ -rf ~", "rm⟨U+200B⟩ -rf ~", "“R” waits for you: rm⟨U+200B⟩ -rf ~: rm⟨U+200B⟩ -rf ~"],
        ["ls", "⟨U+001B⟩[2Kls", "“R” waits for you: ls: ⟨U+001B⟩[2Kls"],
        // A title of one line hides where a command ends.
        ["rm a rm b", "rm a\nrm b", "“R” waits for you: rm a rm b"],
      ],
    );
  });
});
