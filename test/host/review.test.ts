// What an agent changed, reviewed in the editor: side by side with what stood there, accepted or put back.
import assert from "node:assert/strict";
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as vscode from "vscode";
import { VsCodeFiles } from "../../src/vscode/editorFiles.ts";
import type { OpenFile } from "../../src/vscode/review/review.ts";
import { revertOne } from "../../src/vscode/review/reviewActs.ts";
import { ReviewDisk } from "../../src/vscode/review/reviewDisk.ts";
import { scopeChoices } from "../../src/vscode/review/reviewScopes.ts";
import { closeLeftTabs } from "../../src/vscode/review/reviewTabs.ts";
import type { NextStep } from "../../src/vscode/teller.ts";
import { Scene } from "../unit/views/scene.ts";
import { until } from "../workbench/until.ts";
import { activated, run, send, startDemo, told } from "./extension.ts";

describe("a review of changes", () => {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const folder = realpathSync(workspace?.uri.fsPath ?? "");
  let scene: Scene;
  let made: string[] = [];

  beforeEach(async () => {
    scene = new Scene("told", "Told Agent").root("R", { cwd: folder, title: "Told" }).prompt("R", "Go.");
    (await activated()).parts.connections.add(scene.connection);
  });
  afterEach(async () => {
    (await activated()).parts.connections.remove(scene.connection.key);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    for (const path of made) rmSync(path, { force: true });
    made = [];
  });

  function file(name: string, text?: string): string {
    const path = join(folder, name);
    made.push(path);
    if (text !== undefined) writeFileSync(path, text);
    return path;
  }
  /** The agent says that it edits a file, does it, and says that it is done. */
  async function edits(callId: string, path: string, text: string | undefined, by = "R"): Promise<void> {
    const { reviews } = (await activated()).parts;
    scene.tool(by, callId, { title: "Edit", kind: "edit", status: "pending", locations: [{ path }] });
    await reviews.baselines.allRead();
    if (text === undefined) rmSync(path);
    else writeFileSync(path, text);
    scene.tool(by, callId, { status: "completed" }, false);
    await reviews.baselines.allRead();
  }
  const editors = async () => (await activated()).parts.reviews.editors();
  const open = () => run("reviewChanges", `${scene.connection.key}/R`);
  /** The review that has the focus. */
  async function opened() {
    await open();
    await until("its tab has the focus", async () => (await editors()).active !== undefined);
    const { active } = await editors();
    assert.ok(active);
    return active;
  }
  const names = (files: readonly OpenFile[]) => files.map(({ place }) => basename(place.editorPath));
  const labelsOfTabs = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
  const text = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

  /** *Revert File* of the only file that there is. */
  async function revert(): Promise<void> {
    const { parts } = await activated();
    const { active } = await parts.reviews.editors();
    const [only] = active?.files ?? [];
    assert.ok(active && only);
    await revertOne(parts, active, only);
  }

  it("shows many files in one tab, and what is said of one takes it out", async () => {
    const [one, two, gone] = [file("one.txt", "1\n"), file("two.txt"), file("gone.txt", "was here\n")];
    await edits("t1", one, "one\n");
    await edits("t2", two, "two\n");
    await edits("t3", gone, undefined);
    const review = await opened();
    const [, second] = review.files;
    assert.ok(second);
    const sides = await Promise.all(review.files.map(async ({ original, modified }) => `${await text(original)}→ ${await text(modified)}`));
    assert.deepEqual(sides, ["1\n→ one\n", "→ two\n", "was here\n→ "]);

    await (await editors()).accept(review, [second]);
    await until("it has left the review", () => labelsOfTabs().join().endsWith("Review: Told (2 files)"));
    assert.deepEqual(names((await editors()).active?.files ?? []), ["one.txt", "gone.txt"]);
    assert.match((await activated()).parts.memory.settledChanges.at(-1) ?? "", /"t2",".*two\.txt"\]$/);

    assert.deepEqual(await told(() => run("revertAllFiles")), [
      "Revert 2 files? A message will follow that can undo it.",
      "2 files were reverted.",
    ]);
    assert.deepEqual([readFileSync(one, "utf8"), readFileSync(two, "utf8"), readFileSync(gone, "utf8")], ["1\n", "two\n", "was here\n"]);
    await until("the tab is closed when all is said", async () => (await editors()).active === undefined);
    assert.deepEqual(await told(open), ["“Told” left no file changed that is still to be reviewed."]);

    await vscode.window.showTextDocument(vscode.Uri.file(one));
    await vscode.commands.executeCommand("undo");
    await until("the revert is undone", () => vscode.window.activeTextEditor?.document.getText() === "one\n");
    assert.deepEqual(names((await opened()).files), ["one.txt"]);
  });

  it("undoes a revert by the button of its message, when the review is closed too: of edits, new, moved and deleted files", async () => {
    const [one, made, from, to, gone] = [
      file("a-one.txt", "1\n"),
      file("b-made.txt"),
      file("c.txt", "c\n"),
      file("d.txt"),
      file("e.txt", "e\n"),
    ];
    await edits("t1", one, "one\n");
    await edits("t2", made, "made\n");
    scene.tool("R", "t3", { title: "Move", kind: "move", status: "pending", locations: [{ path: from }, { path: to }] });
    await (await activated()).parts.reviews.baselines.allRead();
    renameSync(from, to);
    scene.tool("R", "t3", { status: "completed" }, false);
    await edits("t4", gone, undefined);
    await opened();
    const steps: NextStep[] = [];
    await told(() => run("revertAllFiles"), true, steps);
    const disk = () => [one, made, from, to, gone].map((path) => existsSync(path) && readFileSync(path, "utf8"));
    assert.deepEqual(disk(), ["1\n", false, "c\n", false, "e\n"]);
    assert.deepEqual(
      steps.map(({ label }) => label),
      ["Undo"],
    );
    writeFileSync(gone, "of the person\n");
    await assert.rejects(async () => steps[0]?.run(), { message: "e.txt: It was changed since it was reverted, and stays as it is." });
    assert.deepEqual(disk(), ["one\n", "made\n", false, "c\n", "of the person\n"]);
    assert.deepEqual(names((await editors()).active?.files ?? []), ["a-one.txt", "b-made.txt", "d.txt", "e.txt"]);
  });

  it("lets a file go that the agent made and that is reverted; it can be written again, and is to be reviewed again", async () => {
    const [made, other] = [file("made-by-agent.txt"), file("other.txt", "1\n")];
    await edits("t1", made, "made\n");
    await edits("t2", other, "2\n");
    const review = await opened();
    const [first] = review.files;
    assert.ok(first);
    await vscode.workspace.openTextDocument(first.modified);
    await (await editors()).revert(review, [first]);
    assert.equal(existsSync(made), false);
    await until("it has left the review", () => labelsOfTabs().join().endsWith("Review: Told (1 file)"));

    const files = new VsCodeFiles();
    await files.write(first.place, "made\n");
    await files.write(first.place, "made again\n");
    assert.equal(readFileSync(made, "utf8"), "made again\n");
    await run("refreshReview");
    assert.deepEqual(names((await editors()).active?.files ?? []), ["made-by-agent.txt", "other.txt"]);
    assert.match((await activated()).parts.memory.settledChanges.at(-1) ?? "", /"t1",".*made-by-agent\.txt"\]absent$/);
  });

  it("says in its title that it is out of date, and has more when it is refreshed; what was not seen is not accepted", async () => {
    const [one, two] = [file("one.txt", "1\n"), file("two.txt", "2\n")];
    const isOutdated = async () => {
      const { active } = await editors();
      return active !== undefined && (await editors()).isOutdated(active);
    };
    await edits("t1", one, "one\n");
    const review = await opened();
    scene.tool("R", "t2", { title: "Read", kind: "read", status: "completed", locations: [{ path: two }] });
    scene.tool("R", "t3", { title: "Edit", kind: "edit", status: "pending", locations: [{ path: two }] });
    assert.equal(await isOutdated(), false);
    await edits("t4", two, "two\n");
    assert.equal(await isOutdated(), true);
    assert.deepEqual(names((await editors()).active?.files ?? []), ["one.txt"]);
    await run("acceptAllFiles");
    assert.deepEqual(names((await editors()).active?.files ?? []), ["two.txt"]);
    assert.equal(await isOutdated(), false);
    scene.tool("R", "t3", { status: "completed" }, false);
    assert.equal(await isOutdated(), true);
    await run("refreshReview");
    assert.deepEqual([await isOutdated(), (await editors()).active === review], [false, false]);
  });

  it("takes with a file what came to it while it was shown", async () => {
    const [one, other] = [file("grows.txt", "1\n"), file("stays.txt", "1\n")];
    await edits("t1", one, "one\n");
    await edits("t2", other, "other\n");
    const review = await opened();
    await edits("t3", one, "one, again\n");
    await (await editors()).accept(review, review.files.slice(0, 1));
    assert.deepEqual(names((await editors()).active?.files ?? []), ["stays.txt"]);
    await edits("t4", one, "one, later\n");
    await run("refreshReview");
    const [again] = (await editors()).active?.files ?? [];
    assert.deepEqual(again?.file.before, { type: "text", text: "one, again\n" });
  });

  it("goes on with the file behind the one that was accepted, and does not accept what is not over", async () => {
    const [a, b, c] = [file("a.txt"), file("b.txt"), file("c.txt")];
    for (const [call, path] of [
      ["t1", a],
      ["t2", b],
      ["t3", c],
    ] as const)
      await edits(call, path, "made\n");
    await (await activated()).parts.reviews.baselines.allRead();
    const review = await opened();
    const [, second] = review.files;
    assert.ok(second);
    await (await editors()).accept(review, [second]);
    await until("the tab has two files", () => labelsOfTabs().join().endsWith("Review: Told (2 files)"));
    assert.deepEqual(names((await editors()).active?.shownAfter(review, [second]) ?? []), ["c.txt", "a.txt"]);
    scene.tool("R", "t4", {
      title: "Edit",
      kind: "edit",
      status: "in_progress",
      content: [{ type: "diff", path: b, oldText: "made\n", newText: "more\n" }],
    });
    await (await activated()).parts.reviews.baselines.allRead();
    writeFileSync(b, "more\n");
    await run("refreshReview");
    const { active } = await editors();
    assert.ok(active);
    assert.deepEqual(names(active.files), ["a.txt", "b.txt", "c.txt"]);
    await assert.rejects((await editors()).accept(active, active.files), {
      message: "b.txt: A call that changes it has not ended. Accept it when it has.",
    });
    assert.deepEqual(names((await editors()).active?.files ?? []), ["b.txt"]);
  });

  it("does all that is said of all files to those that the tab shows, and tells of the others", async () => {
    const [plain, binary] = [file("plain.txt", "1\n"), file("picture.bin")];
    await edits("t1", plain, "one\n");
    writeFileSync(binary, Uint8Array.of(1, 0, 2));
    scene.tool("R", "t2", { title: "Edit", kind: "edit", status: "pending", locations: [{ path: binary }] });
    await (await activated()).parts.reviews.baselines.allRead();
    writeFileSync(binary, Uint8Array.of(3, 0));
    scene.tool("R", "t2", { status: "completed" }, false);
    const left = "1 changed file cannot be shown side by side.";
    assert.deepEqual(await told(open), [left]);
    await until("its tab has the focus", async () => (await editors()).active !== undefined);
    const { active } = await editors();
    assert.deepEqual([names(active?.files ?? []), names(active?.shown ?? [])], [["plain.txt", "picture.bin"], ["plain.txt"]]);
    assert.deepEqual(await told(() => run("revertAllFiles")), [
      "Revert 1 file? A message will follow that can undo it.",
      "Reverted: plain.txt",
      left,
    ]);
    assert.deepEqual([readFileSync(plain, "utf8"), [...readFileSync(binary)]], ["1\n", [3, 0]]);
  });

  it("does twice what is asked for twice only once", async () => {
    const [one, two] = [file("once.txt", "1\n"), file("stays-once.txt", "2\n")];
    await edits("t1", one, "one\n");
    await edits("t2", two, "two\n");
    const review = await opened();
    const [first] = review.files;
    assert.ok(first);
    const revert = async () => (await editors()).revert(review, [first]);
    const reverted = await Promise.all([revert(), revert()]);
    assert.deepEqual(
      reverted.map(({ files, failed }) => [names(files), failed]),
      [
        [["once.txt"], []],
        [[], []],
      ],
    );
    assert.deepEqual(names((await editors()).active?.files ?? []), ["stays-once.txt"]);
  });

  it("offers only what is still to be reviewed: with one thing left it asks for none", async () => {
    const { parts } = await activated();
    scene.child("A", "R", { title: "Helper", state: { state: "running" } });
    await edits("t1", file("by-root.txt"), "root\n");
    await edits("t2", file("by-helper.txt"), "helper\n", "A");
    const review = await opened();
    await (await editors()).accept(review, review.files.slice(1));
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    parts.lastVisited.note(`${scene.connection.key}/R`);
    await run("reviewChanges");
    await until("its tab has the focus", async () => (await editors()).active !== undefined);
    assert.deepEqual(names((await editors()).active?.files ?? []), ["by-root.txt"]);
  });

  it("offers all, turns by prompt and time, and subagents, with how many files each has, and how many of them no tab can show", async () => {
    const { reviews } = (await activated()).parts;
    scene.child("A", "R", { title: "Helper" }).child("B", "R", { title: "Other" }).child("A1", "A", { title: "Check" });
    scene.child("B1", "B", { title: "Check" });
    await edits("c1", file("choice-1.txt"), "1\n", "A1");
    scene.at(60_000).turnEnded("R", "end_turn").at(90_000).prompt("R", "Go.");
    await edits("c2", file("choice-2.txt"), "2\n", "B1");
    writeFileSync(file("choice-3.bin"), Uint8Array.of(1, 0));
    scene.tool("B1", "c3", { title: "Edit", kind: "edit", status: "completed", locations: [{ path: join(folder, "choice-3.bin") }] });
    await reviews.baselines.allRead();
    const time = (at: number) => new Date(scene.connection.startedAtEpoch + at).toLocaleTimeString(vscode.env.language);
    const choices = await scopeChoices(await editors(), scene.connection, scene.session("R"));
    assert.deepEqual(
      choices.map(({ label, description }) => `${label} | ${description}`),
      [
        "Told | 3 files, 1 of them only in the list",
        `Turn: Go. | 2 files, 1 of them only in the list · ${time(90_000)}`,
        `Turn: Go. | 1 file · ${time(0)}`,
        "Subagent: Helper | 1 file",
        "Subagent: Check in Helper | 1 file",
        "Subagent: Other | 2 files, 1 of them only in the list",
        "Subagent: Check in Other | 2 files, 1 of them only in the list",
      ],
    );
  });

  it("closes the tabs that the editor restores after a reload", async () => {
    const { memory } = (await activated()).parts;
    await edits("t1", file("left.txt"), "made\n");
    await opened();
    assert.deepEqual(memory.reviewTitles, ["Review: Told"]);
    await closeLeftTabs(memory);
    assert.deepEqual([labelsOfTabs().filter((label) => label.startsWith("Review")), memory.reviewTitles], [[], []]);
  });

  it("puts a file back that was moved, where it was, and remembers what was accepted", async () => {
    const [from, to, kept] = [file("from.txt", "first\n"), file("to.txt"), file("kept.txt", "1\n")];
    scene.tool("R", "t1", { title: "Move", kind: "move", status: "pending", locations: [{ path: from }, { path: to }] });
    await (await activated()).parts.reviews.baselines.allRead();
    renameSync(from, to);
    scene.tool("R", "t1", { status: "completed" }, false);
    await edits("t2", kept, "2\n");
    const [moved, edited] = (await opened()).files;
    assert.deepEqual([moved?.file.state, edited?.file.state], ["moved", "edited"]);
    const review = (await editors()).active;
    assert.ok(review && moved && edited);
    await (await editors()).accept(review, [edited]);
    assert.match((await activated()).parts.memory.settledChanges.at(-1) ?? "", /"t2",".*kept\.txt"/);
    await told(() => run("revertAllFiles"));
    assert.deepEqual([readFileSync(from, "utf8"), existsSync(to), readFileSync(kept, "utf8")], ["first\n", false, "2\n"]);
  });

  it("says of each file why it cannot be put back, and what to do then", async () => {
    const [other, unknown, gone] = [file("other.txt", "by the person\n"), file("unknown.txt", "?\n"), file("gone.txt")];
    const diff = (path: string) => ({ type: "diff", path, oldText: "one\n", newText: "two\n" });
    const ended = { title: "Edit", kind: "edit", status: "completed" } as const;
    scene.tool("R", "t1", { ...ended, content: [diff(other)] });
    scene.tool("R", "t2", { ...ended, locations: [{ path: unknown }] });
    scene.tool("R", "t3", { ...ended, content: [diff(gone)] });
    const review = await opened();
    const otherFile = review.files.find(({ place }) => basename(place.editorPath) === "other.txt");
    assert.ok(otherFile);
    assert.deepEqual(
      [await text(otherFile.original), await text(otherFile.modified)],
      ["one\n", "⋯ It reads otherwise by now:\n⋯ shown as the agent told it.\n⋯ It cannot be reverted from here.\n\ntwo\n"],
    );
    assert.deepEqual(await told(() => run("revertAllFiles")), [
      `None of these files can be reverted from here. other.txt: It reads otherwise by now: shown as the agent told it. It cannot be reverted from here.
gone.txt: There is no such file: shown as the agent told it. It cannot be reverted from here.

Change them in their editors, or ask the agent to take its changes back.`,
    ]);
    const kept = file("kept.txt", "1\n");
    await edits("t4", kept, "2\n");
    await opened();
    const [question] = await told(() => run("revertAllFiles"), false);
    assert.match(question ?? "", /^Revert 1 file\? other\.txt: It reads otherwise by now.*\ngone\.txt: There is no such file/s);
  });

  it("asks before it takes back what was changed after the agent, and leaves it when the answer is no", async () => {
    const path = file("stale.txt", "before\n");
    await edits("t1", path, "by the agent\n");
    writeFileSync(path, "by the agent\nand by the person\n");
    await opened();
    const question = ["Revert stale.txt? It was changed again after the agent’s last change. That would be lost too."];
    assert.deepEqual(await told(revert, false), question);
    assert.equal(readFileSync(path, "utf8"), "by the agent\nand by the person\n");
    assert.deepEqual(await told(revert), [...question, "Reverted: stale.txt"]);
    assert.equal(readFileSync(path, "utf8"), "before\n");
  });

  it("asks also when it was changed between two turns of the agent", async () => {
    const path = file("between.txt", "before\n");
    await edits("t1", path, "by the agent\n");
    scene.turnEnded("R").prompt("R", "Go on.");
    writeFileSync(path, "by the agent\nand by the person\n");
    await edits("t2", path, "by the agent again\n");
    await opened();
    assert.deepEqual(await told(revert, false), [
      "Revert between.txt? It was also changed in between, not by a call that says so. That would be lost too.",
    ]);
  });
});

describe("the files of a review", () => {
  const disk = new ReviewDisk();

  it("are put back whatever they are: text, no text, or none", async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const place = (name: string) => ({ key: name, path: join(folder.uri.fsPath, name), folder: undefined });
    const [text, binary] = [place("made.txt"), place("picture.bin")];
    const at = async (file: ReturnType<typeof place>) => {
      const found = await disk.placeOf(file);
      assert.ok(found?.isInside);
      return found;
    };
    writeFileSync(text.path, "made\n");
    await disk.write(await at(text), { type: "absent" });
    assert.equal(existsSync(text.path), false);
    assert.deepEqual(await disk.read(text), { type: "absent" });
    await disk.write(await at(text), { type: "text", text: "again\n" });
    assert.deepEqual(await disk.read(text), { type: "text", text: "again\n" });

    writeFileSync(binary.path, Uint8Array.of(1, 0, 2));
    const before = await disk.read(binary);
    assert.deepEqual(before.type === "binary" && [...before.bytes], [1, 0, 2]);
    writeFileSync(binary.path, Uint8Array.of(3, 0));
    await disk.write(await at(binary), { type: "binary", bytes: Uint8Array.of(1, 0, 2) });
    assert.deepEqual([...readFileSync(binary.path)], [1, 0, 2]);

    writeFileSync(text.path, "x".repeat(5_000_001));
    assert.deepEqual(await disk.read(text), { type: "huge" });
    assert.deepEqual((await disk.read({ key: "", path: folder.uri.fsPath, folder: undefined })).type, "unreadable");
    for (const { path } of [text, binary]) rmSync(path);
  });

  it("of the demo agent are read before they are written, outside of the workspace too", async () => {
    const demo = await startDemo();
    const cwd = demo.connection.model.get(demo.id)?.cwd ?? "";
    const [inside, outside] = [join(cwd, "demo-notes.md"), join(cwd, "..", "acp-demo-outside.md")];
    writeFileSync(inside, "# Former notes\n");
    try {
      const turn = send(demo, "/files");
      const asked = () => demo.connection.model.openRequests.find(({ kind }) => kind === "approval");
      await until("the person is asked", () => asked() !== undefined, 30_000);
      const request = asked();
      assert.ok(request);
      demo.connection.agent.answer(request.id, { type: "selected", optionId: "once" });
      await turn;
      await told(() => run("reviewChanges", demo.key(demo.id)));
      const { active } = await (await activated()).parts.reviews.editors();
      const lines = active?.files.map(
        ({ file, place }) => `${file.state} ${place.isInside} ${file.before?.type === "text" ? file.before.text : ""}`,
      );
      assert.deepEqual(lines, ["edited true # Former notes\n", "created false "]);
    } finally {
      for (const path of [inside, outside]) rmSync(path, { force: true });
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });
});
