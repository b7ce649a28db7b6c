// Files through the editor: what an agent reads and writes is what the person sees, can undo, and finds on the disk.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { VsCodeFiles } from "../../src/vscode/editorFiles.ts";
import { until } from "../workbench/until.ts";
import { send, startDemo, turnEnded } from "./extension.ts";

describe("files through the editor", () => {
  const files = new VsCodeFiles();
  let folder: string;

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "acp-files-")));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder, { recursive: true, force: true });
  });

  /** A file with this text, and its place. */
  function made(name: string, text: string | Uint8Array) {
    const path = join(folder, name);
    writeFileSync(path, text);
    return { resolved: path, editorPath: path, isInside: true };
  }
  /** The file in an editor, in which this was typed at the beginning and not saved. */
  async function typed(path: string, text: string): Promise<vscode.TextDocument> {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text));
    return editor.document;
  }
  const onDisk = (path: string) => readFileSync(path, "utf8");

  it("reads what is typed and not saved; a file that is not open from the disk; none that is not there", async () => {
    const place = made("read.txt", "saved\n");
    assert.equal(await files.read(place), "saved\n");
    await typed(place.resolved, "typed ");
    assert.equal(await files.read(place), "typed saved\n");
    const gone = join(folder, "gone.txt");
    assert.equal(await files.read({ resolved: gone, editorPath: gone, isInside: true }), undefined);
  });

  it("writes over what is typed, saves it, and undo brings that back", async () => {
    const place = made("dirty.txt", "one\ntwo\n");
    const document = await typed(place.resolved, "typed ");
    assert.equal(document.isDirty, true);
    await files.write(place, "one\n2\n");
    assert.deepEqual([document.getText(), document.isDirty, onDisk(place.resolved)], ["one\n2\n", false, "one\n2\n"]);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await until("what was typed is back, unsaved", () => document.getText() === "typed one\ntwo\n" && document.isDirty);
  });

  it("leaves the cursor where nothing changed", async () => {
    const place = made("cursor.txt", "one\ntwo\nthree\n");
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(place.resolved));
    editor.selection = new vscode.Selection(2, 3, 2, 3);
    await files.write(place, "zero\none\ntwo\nthree\n");
    assert.deepEqual([editor.selection.active.line, editor.selection.active.character], [3, 3]);
  });

  it("keeps the line ends of a file, and its encoding", async () => {
    const place = made("windows.txt", "a\r\nb\r\n");
    await files.write(place, "a\nc\nd\n");
    assert.equal(onDisk(place.resolved), "a\r\nc\r\nd\r\n");
    const settings = vscode.workspace.getConfiguration("files");
    await settings.update("encoding", "windows1252", vscode.ConfigurationTarget.Global);
    try {
      const latin = made("latin.txt", Uint8Array.of(0xe9, 0x0a));
      assert.equal(await files.read(latin), "é\n");
      await files.write(latin, "à\n");
      assert.deepEqual([...readFileSync(latin.resolved)], [0xe0, 0x0a]);
      const path = join(folder, "new latin.txt");
      await files.write({ resolved: path, editorPath: path, isInside: true }, "ü\n");
      assert.deepEqual([...readFileSync(path)], [0xfc, 0x0a]);
    } finally {
      await settings.update("encoding", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("makes a file with its folders, exactly as it was given", async () => {
    const path = join(folder, "deep", "er", "new.txt");
    await files.write({ resolved: path, editorPath: path, isInside: true }, "a\r\nb\nno end");
    assert.equal(onDisk(path), "a\r\nb\nno end");
  });

  it("takes what another program has just written for what is there", async () => {
    const place = made("changed.txt", "one\n");
    const document = await vscode.workspace.openTextDocument(place.resolved);
    await vscode.window.showTextDocument(document);
    writeFileSync(place.resolved, "one\nby another program\n");
    assert.equal(await files.read(place), "one\nby another program\n");
    await files.write(place, "one\nby another program\nby the agent\n");
    assert.deepEqual([onDisk(place.resolved), document.isDirty], ["one\nby another program\nby the agent\n", false]);
  });

  it("says what cannot be written or read", async () => {
    const place = { resolved: folder, editorPath: folder, isInside: true };
    await assert.rejects(files.write(place, "x"));
    await assert.rejects(files.read(place));
  });
});

describe("an agent's files", () => {
  it("are written where it works without a question, and outside only when the person agrees", async () => {
    const demo = await startDemo();
    const cwd = demo.connection.model.get(demo.id)?.cwd ?? "";
    const [inside, outside] = [join(cwd, "demo-notes.md"), join(cwd, "..", "acp-demo-outside.md")];
    const play = async (optionId: string) => {
      void send(demo, "/files");
      // What other tests left open is none of it.
      const asked = () => demo.connection.model.openRequests.find(({ kind }) => kind === "approval");
      await until("the person is asked", () => asked() !== undefined, 30_000);
      const request = asked();
      assert.ok(request);
      demo.connection.agent.answer(request.id, { type: "selected", optionId });
      await turnEnded(demo);
      return request;
    };
    try {
      const asked = await play("no");
      assert.deepEqual([asked.kind, asked.title], ["approval", "Write outside the workspace: acp-demo-outside.md"]);
      assert.equal(asked.kind === "approval" && asked.detail.split("\n")[0], `${realpathSync(join(cwd, ".."))}/acp-demo-outside.md`);
      assert.equal(demo.connection.model.get(asked.sessionId)?.title, "Keep a copy outside");
      assert.match(onDisk(inside), /^# Notes/);
      assert.throws(() => onDisk(outside));
      await play("once");
      assert.equal(onDisk(outside), "A copy of the notes.\n");
    } finally {
      for (const path of [inside, outside]) rmSync(path, { force: true });
    }
  });

  const onDisk = (path: string) => readFileSync(path, "utf8");
});
