// What agents did to files, told event by event beside a disk in memory, and what a review says of it.
import assert from "node:assert/strict";
import type { ToolCallPatch } from "../../../src/session/events.ts";
import { type SessionId, toSessionId, toToolCallId } from "../../../src/session/ids.ts";
import { Baselines } from "../../../src/views/files/baselines.ts";
import type { FileContent } from "../../../src/views/files/fileContent.ts";
import { filesAround, type ReviewScope, reviewList } from "../../../src/views/files/reviewList.ts";
import { changeWords, doubtsOn, nameOf, notesOn, whyNoRevert } from "../../../src/views/files/reviewWords.ts";
import { SettledChanges } from "../../../src/views/files/settledChanges.ts";
import { fullPath } from "../../../src/views/files/touches.ts";
import { Labels } from "../../../src/views/labels.ts";
import { Scene, SceneHub } from "./scene.ts";

const diff = (path: string, oldText: string | null | undefined, newText: string) => ({
  type: "diff",
  path,
  newText,
  ...(oldText !== undefined && { oldText }),
});

/** A root R with two children, A and B, and the files of /repo. */
class Story {
  readonly scene = new Scene()
    .root("R", { cwd: "/repo", title: "R" })
    .prompt("R", "Go.")
    .child("A", "R", { title: "Fix it", state: { state: "running" } })
    .child("B", "R", { title: "Test it", state: { state: "running" } });
  readonly disk = new Map<string, FileContent>();
  settled = new SettledChanges(fingerprintOf);
  readonly baselines: Baselines;
  readonly #reader = {
    read: async ({ path, folder }: { path: string; folder: string | undefined }) => this.disk.get(`/${fullPath(path, folder)}`) ?? absent,
  };
  #at = 10;

  constructor(limits?: { bytes: number; files: number }) {
    this.baselines = new Baselines(new SceneHub(this.scene), this.#reader, limits);
  }

  pass(ms: number): void {
    this.#at += ms;
  }

  file(path: string, text: string | undefined): this {
    const key = `/${fullPath(path, "/repo")}`;
    if (text === undefined) this.disk.delete(key);
    else this.disk.set(key, { type: "text", text });
    return this;
  }

  tool(id: string, callId: string, patch: ToolCallPatch, isNew = true): this {
    this.pass(10);
    this.scene.at(this.#at).tool(id, callId, { title: "Edit", ...(isNew ? { kind: "edit" } : {}), ...patch }, isNew);
    return this;
  }

  /** The person accepts a change, or reverts it to this content. */
  settle(toolCallId: string, path: string, putBack?: FileContent): void {
    const change = { sessionId: toSessionId("A"), toolCallId: toToolCallId(toolCallId), turn: 1, isHistory: false } as const;
    this.settled.add([{ ...change, how: "edited", isOpen: false }], fullPath(path, "/repo"), putBack);
    this.settled = new SettledChanges(fingerprintOf, this.settled.stored);
  }

  /** A call that says first what it will change, changes it, and says that it is done. */
  async edits(id: string, callId: string, path: string, text: string | undefined, patch: ToolCallPatch = {}): Promise<this> {
    this.tool(id, callId, { status: "pending", locations: [{ path }], ...patch });
    await this.baselines.allRead();
    this.file(path, text).tool(id, callId, { status: "completed" }, false);
    await this.baselines.allRead();
    return this;
  }

  async #files(id: string, stretch: Omit<ReviewScope, "session">) {
    const { connection } = this.scene;
    const sources = { connection, baselines: this.baselines, reader: this.#reader, settled: this.settled };
    const session = this.scene.session(id);
    const files = await reviewList(sources, { session, ...stretch }, await filesAround(session, connection.model));
    const labels = new Labels(connection);
    return { files, labelOf: (sessionId: SessionId) => labels.apart(this.scene.session(sessionId)) };
  }

  /** What is said before the files are reverted, a line each. */
  async doubts(id = "R", stretch: Omit<ReviewScope, "session"> = {}): Promise<string> {
    const { files, labelOf } = await this.#files(id, stretch);
    return files.flatMap((file) => doubtsOn(file, labelOf, file.path, false).map((doubt) => `${nameOf(file)}: ${doubt}`)).join("\n");
  }

  /** The review, two lines a file: what became of it, and from what to what; notes behind it. */
  async review(id = "R", stretch: Omit<ReviewScope, "session"> = {}): Promise<string> {
    const { files, labelOf } = await this.#files(id, stretch);
    const lines = files.map((file) => {
      const [before, after] = file.asTold ? [file.asTold.before, file.asTold.after] : [shown(file.before), shown(file.now)];
      const head = `${nameOf(file)} ${changeWords(file, labelOf)}${whyNoRevert(file) === undefined ? "" : ", for good"}`;
      const notes = notesOn(file, labelOf, false).map((note) => `\n  ${note}`);
      return `${head}\n  ${JSON.stringify(before)} → ${JSON.stringify(after)}${notes.join("")}`;
    });
    return lines.join("\n");
  }
}

const absent: FileContent = { type: "absent" };
const fingerprintOf = (content: FileContent) => (content.type === "text" ? `text:${content.text.trim()}` : content.type);
const shown = (content: FileContent | undefined) => (content?.type === "text" ? content.text : `<${content?.type ?? "not known"}>`);

describe("a review", () => {
  it("compares with what stood there when the edit was announced, without any diff", async () => {
    const story = new Story().file("a.ts", "one\n").file("old.ts", "old\n");
    await story.edits("A", "t1", "a.ts", "two\n");
    await story.edits("A", "t2", "new.ts", "new\n");
    await story.edits("B", "t3", "old.ts", undefined, { kind: "delete" });
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it
  "one\\n" → "two\\n"
new.ts created by Fix it
  "<absent>" → "new\\n"
old.ts deleted by Test it
  "old\\n" → "<absent>"`,
    );
    assert.equal(await story.review("B"), 'old.ts deleted by Test it\n  "old\\n" → "<absent>"');
  });

  it("says whose changes a file holds, and who else changed it", async () => {
    const story = new Story().file("a.ts", "one\n");
    await story.edits("A", "t1", "a.ts", "two\n");
    await story.edits("B", "t2", "/repo/./a.ts", "three\n");
    assert.match(await story.review(), /^a\.ts edited by Fix it, Test it\n {2}"one\\n" → "three\\n"/);
    assert.match(await story.review("B"), /^a\.ts edited by Test it\n {2}"two\\n" → "three\\n"\n {2}Also changed by Fix it\./);
    story.scene.child("B2", "B", { title: "Fix it", state: { state: "running" } });
    await story.edits("B2", "t3", "a.ts", "four\n");
    assert.match(await story.review(), /^a\.ts edited by Fix it in R, Test it, Fix it in Test it\n {2}"one\\n" → "four\\n"/);
  });

  it("leaves out what failed, was cancelled, is under way and not done, or was taken back", async () => {
    const story = new Story().file("a.ts", "one\n");
    await story.edits("A", "t1", "a.ts", "one\n");
    story.tool("A", "t2", { status: "failed", content: [diff("b.ts", "x", "y")] });
    story.tool("A", "t3", { status: "cancelled", content: [diff("c.ts", "x", "y")] });
    story.tool("A", "t4", { status: "pending", content: [diff("d.ts", "x", "y")] });
    story.tool("A", "t5", { kind: "read", status: "completed", locations: [{ path: "e.ts" }] });
    assert.equal(await story.review(), "");
    story.tool("B", "t6", { status: "in_progress", locations: [{ path: "a.ts" }] });
    await story.baselines.allRead();
    story.file("a.ts", "half\n");
    assert.equal(await story.review(), 'a.ts edited by Fix it, Test it\n  "one\\n" → "half\\n"\n  A call that changes it has not ended.');
  });

  it("follows a file that was moved, edited before and after", async () => {
    const story = new Story().file("a.ts", "one\n");
    await story.edits("A", "t1", "a.ts", "two\n");
    story.tool("A", "t2", { kind: "move", status: "pending", locations: [{ path: "a.ts" }, { path: "b.ts" }] });
    await story.baselines.allRead();
    story.file("a.ts", undefined).file("b.ts", "two\n").tool("A", "t2", { status: "completed" }, false);
    await story.edits("B", "t3", "b.ts", "three\n");
    assert.equal(await story.review(), 'a.ts → b.ts moved by Fix it, Test it\n  "one\\n" → "three\\n"');
    story.file("b.ts", undefined).file("a.ts", "one\n");
    assert.equal(await story.review(), "");
  });

  it("takes diffs back where nothing was read in time: whole files, pieces, the same piece told twice", async () => {
    const story = new Story().file("whole.ts", "two\r\n").file("piece.ts", "first\nNEW\nlast, by the person\n").file("made.ts", "made\n");
    story.tool("A", "t1", { status: "completed", content: [diff("whole.ts", "one\n", "two\n")] });
    story.tool("A", "t2", { status: "completed", content: [diff("piece.ts", "old", "NEW")] });
    story.tool("R", "t3", { status: "completed", content: [diff("piece.ts", "old", "NEW")] });
    story.tool("A", "t4", { status: "completed", content: [diff("made.ts", null, "made\n")] });
    assert.equal(
      await story.review(),
      `whole.ts edited by Fix it
  "one\\n" → "two\\r\\n"
piece.ts edited by Fix it, R
  "first\\nold\\nlast, by the person\\n" → "first\\nNEW\\nlast, by the person\\n"
made.ts created by Fix it
  "<absent>" → "made\\n"`,
    );
  });

  it("does not take for the former text what was read too late", async () => {
    const story = new Story().file("a.ts", "two\n").file("b.ts", "made\n").file("c.ts", "?");
    story.tool("A", "t1", { status: "pending", content: [diff("a.ts", "one\n", "two\n")] });
    story.tool("A", "t2", { status: "pending", content: [diff("b.ts", undefined, "made\n")] });
    story.tool("A", "t3", { status: "pending", locations: [{ path: "c.ts" }] });
    for (const call of ["t1", "t2", "t3"]) story.tool("A", call, { status: "completed" }, false);
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it
  "one\\n" → "two\\n"
b.ts created by Fix it
  "<absent>" → "made\\n"
c.ts edited by Fix it, for good
  "<not known>" → "?"
  What stood there before is not known. It cannot be reverted from here.`,
    );
  });

  it("shows the changes alone where the file reads otherwise by now, and takes no old text for a new file that was there", async () => {
    const story = new Story().file("a.ts", "quite another\n").file("b.ts", "was here\n");
    story.tool("A", "t1", { status: "completed", content: [diff("a.ts", "one\n", "two\n")] });
    story.tool("A", "t2", { status: "completed", content: [diff("a.ts", "two\n", "three\n")] });
    await story.edits("A", "t3", "b.ts", "anew\n", { content: [diff("b.ts", null, "anew\n")] });
    story.tool("A", "t4", { status: "completed", content: [diff("elsewhere.ts", "x", "y")] });
    story.tool("B", "t5", { status: "completed", content: [diff("elsewhere.ts", "x", "y")] });
    story.tool("B", "t6", { status: "completed", content: [diff("pieces.ts", "a", "b"), diff("pieces.ts", "m", "n")] });
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it, for good
  "one\\n" → "three\\n"
  It reads otherwise by now: shown as the agent told it. It cannot be reverted from here.
b.ts edited by Fix it
  "was here\\n" → "anew\\n"
elsewhere.ts edited by Fix it, Test it, for good
  "x" → "y"
  There is no such file: shown as the agent told it. It cannot be reverted from here.
pieces.ts edited by Test it, for good
  "a\\n\\n⋯\\n\\nm" → "b\\n\\n⋯\\n\\nn"
  There is no such file: shown as the agent told it. It cannot be reverted from here.`,
    );
  });

  it("has nothing of a file that was told as created, where there is none: made and gone again, or never made", async () => {
    const story = new Story();
    story.tool("A", "t1", { status: "completed", content: [diff("never.ts", null, "made\n")] });
    story.tool("A", "t2", { status: "completed", content: [diff("gone.ts", null, "made\n")] });
    story.tool("A", "t3", { status: "completed", content: [diff("gone.ts", "made\n", "more\n")] });
    story.tool("A", "t4", { kind: "delete", status: "completed", locations: [{ path: "was.ts" }] });
    assert.equal(
      await story.review(),
      `was.ts deleted by Fix it, for good
  "<not known>" → "<absent>"
  What stood there before is not known. It cannot be reverted from here.`,
    );
    story.scene.turnEnded("R", "end_turn").at(1000).prompt("R", "Again.");
    story.pass(1000);
    story.tool("A", "t5", { status: "completed", content: [diff("gone.ts", "more\n", "most\n")] });
    story.file("gone.ts", "by the person\n");
    assert.match(await story.review(), /^gone\.ts created by Fix it, for good\n {2}"" → "most\\n"/m);
    assert.match(await story.review("R", { from: 2 }), /^gone\.ts edited by Fix it, for good\n {2}"more\\n" → "most\\n"/);
  });

  it("notices what the person changed afterwards, what is no text, and what is too big", async () => {
    const story = new Story().file("a.ts", "one\n");
    await story.edits("A", "t1", "a.ts", "two\n");
    story.file("a.ts", "two, by the person\n");
    story.disk.set("/repo/logo.png", { type: "binary", bytes: Uint8Array.of(1, 0) });
    story.tool("A", "t2", { status: "pending", locations: [{ path: "logo.png" }] });
    story.disk.set("/repo/big.log", { type: "huge" });
    story.tool("A", "t3", { status: "pending", locations: [{ path: "big.log" }] });
    await story.baselines.allRead();
    story.disk.set("/repo/logo.png", { type: "binary", bytes: Uint8Array.of(1, 0, 2) });
    for (const call of ["t2", "t3"]) story.tool("A", call, { status: "completed" }, false);
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it
  "one\\n" → "two, by the person\\n"
  Changed again after the agent’s last change.
logo.png edited by Fix it
  "<binary>" → "<binary>"
  Not text: it cannot be shown here.
big.log edited by Fix it, for good
  "<not known>" → "<huge>"
  Too big to be compared.
  What stood there before is not known. It cannot be reverted from here.`,
    );
  });

  it("says that somebody changed a file between two turns, and takes nothing that agents did for that", async () => {
    const story = new Story().file("a.ts", "one\n").file("b.ts", "one\n").file("c.ts", "one\n").file("d.ts", "one\n");
    for (const name of ["a", "b", "c", "d"]) await story.edits("A", `${name}1`, `${name}.ts`, "two\n");
    story.scene.turnEnded("R").prompt("R", "Go on.");
    story.file("a.ts", "two, by the person\n");
    await story.edits("A", "a2", "a.ts", "three\n");
    // This one has written already when it says that it will.
    story.file("b.ts", "two\nthree\n");
    await story.edits("A", "b2", "b.ts", "two\nthree\n", { content: [diff("b.ts", "two\n", "two\nthree\n")] });
    // Two at once: what one finds is what the other does.
    story.tool("A", "c2", { status: "pending", locations: [{ path: "c.ts" }] });
    await story.baselines.allRead();
    story.file("c.ts", "half\n");
    await story.edits("B", "c3", "c.ts", "three\n");
    story.tool("A", "c2", { status: "completed" }, false);
    await story.edits("B", "d2", "d.ts", "three\n");
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it
  "one\\n" → "three\\n"
  Also changed in between, not by a call that says so.
b.ts edited by Fix it
  "one\\n" → "two\\nthree\\n"
c.ts edited by Fix it, Test it
  "one\\n" → "three\\n"
d.ts edited by Fix it, Test it
  "one\\n" → "three\\n"`,
    );
    assert.equal(
      await story.review("A", { from: 2 }),
      `a.ts edited by Fix it
  "two, by the person\\n" → "three\\n"
b.ts edited by Fix it
  "two\\n" → "two\\nthree\\n"
c.ts edited by Fix it
  "two\\n" → "three\\n"
  Also changed by Test it.`,
    );
  });

  it("of one turn has what began in it, from what stood there then", async () => {
    const story = new Story().file("a.ts", "one\n");
    await story.edits("R", "t1", "a.ts", "two\n");
    await story.edits("A", "t2", "b.ts", "made\n");
    story.scene.turnEnded("R", "end_turn").at(1000).prompt("R", "Again.");
    story.pass(1000);
    await story.edits("A", "t3", "a.ts", "three\n");
    assert.equal(await story.review("R", { from: 2 }), 'a.ts edited by Fix it\n  "two\\n" → "three\\n"\n  Also changed by R.');
    assert.match(
      await story.review("R", { to: 2 }),
      /^a\.ts edited by R\n.*"one\\n" → "three\\n"\n {2}Also changed by Fix it\.\nb\.ts created/s,
    );
    assert.equal(await story.doubts("R", { from: 2 }), "");
    assert.equal(await story.doubts("R", { to: 2 }), "a.ts: It was also changed by Fix it. That would be lost too.");
  });

  it("warns of what was accepted in it, when what stood before is of an earlier time", async () => {
    const story = new Story().file("a.ts", "1\n2\n");
    story.tool("A", "t1", { status: "pending", locations: [{ path: "a.ts" }] });
    story.tool("B", "u1", { status: "pending", locations: [{ path: "a.ts" }] });
    await story.baselines.allRead();
    story.file("a.ts", "1, by A\n2\n").tool("A", "t1", { status: "completed" }, false);
    story.file("a.ts", "1, by A\n2, by B\n").tool("B", "u1", { status: "completed" }, false);
    story.settle("t1", "a.ts");
    assert.equal(await story.review(), 'a.ts edited by Test it\n  "1\\n2\\n" → "1, by A\\n2, by B\\n"\n  Also changed by Fix it.');
    assert.equal(await story.doubts(), "a.ts: It was also changed by Fix it. That would be lost too.");
  });

  it("forgets what was accepted, and compares anew from then on", async () => {
    const story = new Story().file("a.ts", "one\n");
    await story.edits("A", "t1", "a.ts", "two\n");
    const { baselines, scene } = story;
    story.settle("t1", "a.ts");
    baselines.forget(scene.connection.key, "repo/a.ts", { sessions: new Set([scene.session("A").id]), from: 0, to: Infinity });
    assert.equal(await story.review(), "");
    await story.edits("A", "t2", "a.ts", "three\n");
    assert.equal(await story.review(), 'a.ts edited by Fix it\n  "two\\n" → "three\\n"');
  });

  it("has of a session that was loaded again only what its diffs tell", async () => {
    const story = new Story().file("a.ts", "two\n").file("b.ts", "b\n");
    story.scene.load("R").child("A", "R", { title: "Fix it" });
    story.tool("A", "t1", { status: "completed", content: [diff("a.ts", "one\n", "two\n")] });
    story.tool("A", "t2", { status: "pending", locations: [{ path: "b.ts" }] });
    await story.baselines.allRead();
    story.tool("A", "t2", { status: "completed" }, false).scene.loaded("R");
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it
  "one\\n" → "two\\n"
b.ts edited by Fix it, for good
  "<not known>" → "b\\n"
  What stood there before was lost when the window was reloaded. It cannot be reverted from here.`,
    );
  });

  it("tells the turns of a session that was loaded again apart, named by their prompts, whatever the clock said", async () => {
    const story = new Story().file("a.ts", "three\n").file("b.ts", "b2\n").file("c.ts", "c2\n");
    const { scene } = story;
    story.pass(990);
    scene.at(1000).turnEnded("R", "end_turn").load("R").says("R", "Go.", undefined, "user_message");
    scene
      .child("A", "R", { title: "Fix it" })
      .tool("A", "t1", { kind: "edit", status: "completed", content: [diff("a.ts", "one\n", "two\n")] });
    scene.tool("R", "t2", { kind: "edit", status: "completed", content: [diff("b.ts", "b1\n", "b2\n")] });
    scene.says("R", "Done.").says("R", "Again.", undefined, "user_message");
    scene.tool("A", "t3", { kind: "edit", status: "completed", content: [diff("a.ts", "two\n", "three\n")] }).loaded("R");
    scene.prompt("R", "And now c.");
    scene.tool("A", "t4", { kind: "edit", status: "completed", content: [diff("c.ts", "c1\n", "c2\n")] });
    const root = scene.session("R");
    const told = root.turns.map(({ promptRowId, isUntimed }) => {
      const row = root.rows.get(promptRowId);
      return `${row && "text" in row ? row.text : "?"}${isUntimed ? " untimed" : ""}`;
    });
    assert.deepEqual(told, ["Go.", "Again. untimed", "And now c."]);
    const files = async (turn: number) =>
      [...(await story.review("R", { from: turn, to: turn + 1 })).matchAll(/^\S+ edited by [^,\n]+/gm)].flat();
    assert.deepEqual(await files(1), ["a.ts edited by Fix it", "b.ts edited by R"]);
    assert.deepEqual(await files(2), ["a.ts edited by Fix it"]);
    assert.deepEqual(await files(3), ["c.ts edited by Fix it"]);
  });

  it("takes no later look at a file for what stood there before all of its changes, of which the first were before a reload", async () => {
    const story = new Story().file("a.ts", "by A\n").file("b.ts", "by A\n");
    story.scene.turnEnded("R", "end_turn").load("R").says("R", "Go.", undefined, "user_message").child("A", "R", { title: "Fix it" });
    story.tool("A", "t1", { status: "completed", locations: [{ path: "a.ts" }] });
    story.tool("A", "t2", { status: "completed", locations: [{ path: "b.ts" }] }).scene.loaded("R");
    story.scene.at(1000).prompt("R", "Again.");
    story.pass(1000);
    await story.edits("B", "u1", "a.ts", "by B\n");
    await story.edits("B", "u2", "b.ts", "by A\n");
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it, Test it, for good
  "<not known>" → "by B\\n"
  What stood there before is not known. It cannot be reverted from here.
b.ts edited by Fix it, Test it, for good
  "<not known>" → "by A\\n"
  What stood there before is not known. It cannot be reverted from here.`,
    );
    assert.equal(await story.review("R", { from: 2 }), 'a.ts edited by Test it\n  "by A\\n" → "by B\\n"\n  Also changed by Fix it.');
  });

  it("leaves out what was reverted while the file holds what was put back, after a reload too", async () => {
    const story = new Story().file("a.ts", "one\n");
    story.scene.load("R").child("A", "R", { title: "Fix it" });
    story.tool("A", "t1", { status: "completed", locations: [{ path: "a.ts" }] });
    story.tool("A", "t2", { status: "completed", locations: [{ path: "made.ts" }] }).scene.loaded("R");
    story.settle("t1", "a.ts", { type: "text", text: "one\r\n" });
    story.settle("t2", "made.ts", absent);
    assert.equal(await story.review(), "");
    story.file("a.ts", "two\n").file("made.ts", "made\n");
    assert.match(await story.review(), /^a\.ts edited by Fix it, for good\n.*made\.ts edited by Fix it, for good\n/s);
  });

  it("keeps within bounds: the oldest goes first", async () => {
    const story = new Story({ bytes: 30, files: 100 }).file("a.ts", "0123456789").file("b.ts", "9876543210");
    await story.edits("A", "t1", "a.ts", "a");
    await story.edits("A", "t2", "b.ts", "b");
    assert.equal(
      await story.review(),
      `a.ts edited by Fix it, for good
  "<not known>" → "a"
  What stood there before is not known. It cannot be reverted from here.
b.ts edited by Fix it
  "9876543210" → "b"`,
    );
  });
});
