import assert from "node:assert/strict";
import { Masker } from "../../../src/acp/traffic/secrets.ts";
import { replayJson, transcriptJson } from "../../../src/replay/replayJson.ts";
import { toRequestId, toSessionId, toTerminalId } from "../../../src/session/ids.ts";
import type { SessionModel } from "../../../src/session/model.ts";
import { replayed } from "../../support/recordings.ts";
import { rich } from "../views/richScene.ts";
import { Scene } from "../views/scene.ts";

const whole = { hasThoughts: true, mask: (value: unknown) => value, rest: () => Promise.resolve() };

/** The rows of a session, each as the JSON that is written of it. */
function rowsOf(model: SessionModel, id: string): string {
  const { sessions } = replayJson(model) as { readonly sessions: readonly { readonly id: string; readonly rows: readonly object[] }[] };
  return (sessions.find((session) => session.id === id)?.rows ?? []).map((row) => JSON.stringify(row)).join("\n");
}

describe("replay/transcriptJson", () => {
  it("has the sessions that were asked for, in the shape of replay --json", async () => {
    const scene = rich("it");
    const all = replayJson(scene.store) as { readonly sessions: readonly object[] };
    const some = (await transcriptJson(scene.connection, [scene.session("a"), scene.session("b")], whole)) as typeof all;
    const untimed = JSON.stringify(some.sessions).replace(/"(?:at|startedAt|endedAt)":"[^"]*",/g, "");
    assert.equal(untimed, JSON.stringify(all.sessions.slice(1)));
  });

  it("says when everything was, as far as that is known", async () => {
    const scene = new Scene()
      .root("r")
      .at(1000)
      .prompt("r", "Go")
      .child("a", "r", { state: { state: "running" } });
    scene.at(2500).says("a", "Two.").at(4000).state("a", "idle", "end_turn");
    scene.load("s").says("s", "Told again.").loaded("s");
    const written = await transcriptJson(scene.connection, [...scene.store.sessions], whole);
    const [root, child, loaded] = (
      written as { readonly sessions: readonly { readonly rows: readonly object[]; readonly runs: readonly object[] }[] }
    ).sessions;
    const times = (rows: readonly object[] = []) =>
      rows.map((row) => Object.entries(row).flatMap(([name, at]) => (/^at$|At$/.test(name) ? `${at}` : [])));
    assert.deepEqual(times(root?.rows), [["1970-01-01T00:16:41.000Z"], ["1970-01-01T00:16:41.000Z"]]);
    assert.deepEqual(times(child?.runs), [["1970-01-01T00:16:41.000Z", "1970-01-01T00:16:44.000Z"]]);
    assert.deepEqual(times(child?.rows), [["1970-01-01T00:16:42.500Z"]]);
    assert.deepEqual(times(loaded?.rows), [["undefined"]]);
  });

  it("leaves out the thoughts in what a call gave, too", async () => {
    const scene = new Scene().root("r");
    const trajectory = [
      { type: "thinking", text: "Where?" },
      { type: "text", text: "There." },
    ];
    scene.tool("r", "t", { title: "Look", status: "completed", rawOutput: { trajectory } });
    const written = async (hasThoughts: boolean) =>
      JSON.stringify(await transcriptJson(scene.connection, [scene.session("r")], { ...whole, hasThoughts }));
    assert.deepEqual(
      [(await written(true)).includes("Where?"), /Where\?/.test(await written(false)), (await written(false)).includes("There.")],
      [true, false, true],
    );
  });

  it("leaves out thoughts, masks what it says, and ends when it is not wanted any more", async () => {
    const masker = new Masker();
    masker.learn("entered-by-hand");
    const scene = rich("token=abcdefgh entered-by-hand");
    const kinds = async (hasThoughts: boolean) =>
      JSON.stringify(await transcriptJson(scene.connection, [scene.session("r")], { ...whole, hasThoughts }));
    assert.deepEqual([(await kinds(true)).includes("agent_thought"), (await kinds(false)).includes("agent_thought")], [true, false]);
    const held = async (mask: (value: unknown) => unknown) => {
      const text = JSON.stringify(await transcriptJson(scene.connection, [scene.session("r")], { ...whole, mask }));
      return ["abcdefgh", "entered-by-hand"].map((secret) => text.includes(secret));
    };
    assert.deepEqual(await held((value) => masker.value(value)), [false, false]);
    assert.deepEqual(await held((value) => masker.learnedIn(value)), [true, false]);
    const rest = () => Promise.reject(new Error("cancelled"));
    await assert.rejects(transcriptJson(scene.connection, [scene.session("r")], { ...whole, rest }), /cancelled/);
  });

  it("has of each row what the other formats show of it, refusals included", () => {
    const scene = new Scene().root("r").prompt("r", "Go").says("r", "Before");
    const [sessionId, path] = [toSessionId("r"), "/w/plan.md"];
    scene.load("r").says("r", "Told again").loaded("r");
    for (const [planId, told] of Object.entries({ list: {}, file: { uri: path }, words: { markdown: "# First" } }))
      scene.apply({
        type: "planReported",
        sessionId,
        planId,
        entries: planId === "list" ? [{ content: "Read", status: "pending" }] : [],
        ...told,
      });
    scene.apply({ type: "planRemoved", sessionId, planId: "words" });
    scene.apply({ type: "compactionReported", sessionId, compactionId: "c", status: "failed", error: "Too long." });
    scene.apply({ type: "noticeReported", sessionId, severity: "warning", text: "Take care." });
    scene.asks("r", "q", { title: "touch it" });
    scene.apply({ type: "requestSettled", requestId: toRequestId("q"), outcome: { type: "selected", optionId: "no" } });
    const diff = { type: "diff", path: "/w/a.ts", oldText: "a", newText: "b" };
    scene.tool("r", "t", { title: "Run", kind: "execute", status: "in_progress", content: [diff], terminalIds: [toTerminalId("x")] });
    scene.tool("r", "t", { rawInput: { command: "ls" }, rawOutput: "done" });
    const patch = { output: "\u001b[31mred\u001b[0m", exit: { code: 1 } };
    scene.apply({ type: "terminalReported", sessionId, terminalId: toTerminalId("x"), patch });
    scene.cancel("r");
    assert.equal(
      rowsOf(scene.store, "r"),
      [
        '{"kind":"agent_message","isHistory":true,"text":"Told again"}',
        '{"kind":"plan","text":"[pending] Read","entries":[{"content":"Read","status":"pending"}]}',
        '{"kind":"plan","uri":"/w/plan.md"}',
        '{"kind":"plan","text":"# First","isRemoved":true}',
        '{"kind":"compaction","text":"","status":"failed","error":"Too long."}',
        '{"kind":"notice","text":"Take care.","severity":"warning"}',
        '{"kind":"request","title":"touch it","asked":"permission","outcome":"selected","option":{"name":"Reject","kind":"reject_once"}}',
        '{"kind":"tool_call","toolCallId":"t","title":"Run","toolKind":"execute","status":"in_progress","rawInput":{"command":"ls"},' +
          '"rawOutput":"done","content":[{"type":"diff","path":"/w/a.ts","oldText":"a","newText":"b"}],' +
          '"terminals":[{"id":"x","text":"red","exit":{"code":1}}],"closed":false,"isCancelled":true}',
      ].join("\n"),
    );
  });

  it("calls a session what it is called, live or recorded, and names a way of telling children for those alone", () => {
    const told = (recording: string) => {
      const { sessions } = replayJson(replayed(recording)) as {
        readonly sessions: readonly { readonly title: string; readonly dialect?: string }[];
      };
      return sessions.map(({ title, dialect }) => `${title} · ${dialect}`);
    };
    assert.deepEqual(told("gemini-cli-0.61.0/one-full.jsonl"), [
      "[[script:root-one]] Have a sub-agent inspect the readme. · undefined",
      "Delegating to agent 'helper' · launch",
    ]);
  });
});
