import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { silentLogger } from "../../src/base/logger.ts";
import { systemTimer } from "../../src/base/timer.ts";
import { Completer } from "../../src/vscode/prompts/completer.ts";
import { readContent } from "../../src/vscode/prompts/promptFiles.ts";
import { prompt } from "../../src/vscode/sessions/sessionCommands.ts";
import { until } from "../workbench/until.ts";
import { activated, type DemoSession, run, startDemo } from "./extension.ts";

const png = Buffer.from("89504e470d0a1a0a0000000d", "hex");

describe("what goes with a prompt", () => {
  let folder: string;
  const file = (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return vscode.Uri.file(path);
  };
  const attached = ({ connection, id }: DemoSession) => connection.agent.attachments.of(id).map(({ kind, name }) => `${kind} ${name}`);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "acp-prompt-"));
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder, { recursive: true, force: true });
  });

  it("comes from the menus: the selection, files, folders and pictures; the same thing once", async () => {
    const demo = await startDemo();
    const [one, two, shot] = [file("one.txt", "a\nb\nc\n"), file("two.txt", "2"), file("shot.png", png)];
    await run("addFileToPrompt", one, [one, two, vscode.Uri.file(folder)]);
    await run("addFileToPrompt", two);
    await run("attachImage", shot);
    const editor = await vscode.window.showTextDocument(one);
    editor.selection = new vscode.Selection(0, 0, 2, 0);
    await run("sendSelection");
    await run("addFileToPrompt");
    const name = folder.split("/").at(-1);
    assert.deepEqual(attached(demo), ["file one.txt", "file two.txt", `folder ${name}`, "image shot.png", "selection one.txt:1-2"]);
  });

  it("is sent once, however fast it is sent twice, and no empty prompt behind it", async () => {
    const demo = await startDemo();
    await run("addFileToPrompt", file("once.txt", "1"));
    const ids = demo.connection.agent.attachments.of(demo.id).map(({ id }) => id);
    const { parts } = await activated();
    await Promise.all([1, 2].map(() => prompt(parts, demo.connection, demo.id, "", ids)));
    assert.equal(demo.connection.model.get(demo.id)?.turns.length, 1);
  });

  it("is no picture that only says that it is one, and nothing that is not there", async () => {
    const demo = await startDemo();
    await run("attachImage", file("fake.png", "<svg/>"));
    await run("addFileToPrompt", vscode.Uri.file(join(folder, "gone.txt")));
    assert.deepEqual(attached(demo), []);
    await run("addFileToPrompt", file("fake.png", "<svg/>"));
    assert.deepEqual(attached(demo), ["file fake.png"]);
  });

  it("is read as the editor shows it, unsaved changes included; what is large or no text without its words", async () => {
    const uri = file("draft.txt", "saved");
    const editor = await vscode.window.showTextDocument(uri);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "un"));
    assert.deepEqual(await readContent(uri.toString(), 100), { text: "unsaved", size: 7 });
    await vscode.commands.executeCommand("workbench.action.files.revert");
    assert.deepEqual(await readContent(file("large.txt", "x".repeat(200)).toString(), 100), { size: 200 });
    assert.deepEqual(await readContent(file("bytes.bin", Buffer.from([0, 1, 2])).toString(), 100), { size: 3, text: undefined });
    assert.deepEqual(await readContent(file("latin1.txt", Buffer.from([0xe4, 0x20])).toString(), 100), { size: 2, text: undefined });
    assert.deepEqual(await readContent(file("shot.png", png).toString(), 100), { size: 12, mimeType: "image/png" });
    await assert.rejects(readContent(vscode.Uri.file(join(folder, "gone.txt")).toString(), 100));
  });

  it("is found behind @: what is at hand at once, files of the workspace after that; a later question ends an earlier one", async () => {
    const uri = file("zebra-open.txt", "stripes");
    await vscode.window.showTextDocument(uri, { preview: false });
    const completer = new Completer(silentLogger, systemTimer);
    const offers: string[] = [];
    const ids: string[] = [];
    const offer = (asked: number) => (items: readonly { readonly id: string; readonly name: string }[], isComplete: boolean) => {
      offers.push(`${asked}${isComplete ? "." : ""} ${items.map(({ name }) => name).join(" ")}`);
      ids.push(...items.map(({ id }) => id));
    };
    const first = completer.complete("zebra", undefined, offer(1));
    assert.deepEqual(offers, ["1 zebra-open.txt"]);
    await completer.complete("zebra-o", undefined, offer(2));
    await first;
    assert.deepEqual(
      offers.filter((line) => line.startsWith("1")),
      ["1 zebra-open.txt"],
    );
    assert.equal(offers.at(-1), "2. zebra-open.txt");
    const open = { kind: "file", name: "zebra-open.txt", uri: uri.toString() };
    assert.deepEqual(await Promise.all([...new Set(ids)].map((id) => completer.take(id))), [open]);
    assert.equal(await completer.take("constructor"), undefined);
    // A page may show what was found for the letters before.
    void completer.complete("nothing of that name", undefined, offer(3));
    assert.deepEqual(await completer.take(ids[0] ?? ""), open);
    completer.stop();
    assert.equal(await completer.take(ids[0] ?? ""), undefined);
  });

  it("is a problem that the editor knows, in words", async () => {
    const uri = file("wrong.txt", "x = 1");
    await vscode.window.showTextDocument(uri);
    const problems = vscode.languages.createDiagnosticCollection("test");
    problems.set(uri, [new vscode.Diagnostic(new vscode.Range(0, 4, 0, 5), "One is\nnot enough", vscode.DiagnosticSeverity.Warning)]);
    const completer = new Completer(silentLogger, systemTimer);
    let id: string | undefined;
    await completer.complete("problems", undefined, (items) => {
      id = items.find(({ name }) => name === "Problems in wrong.txt")?.id;
    });
    const taken = await completer.take(id ?? "");
    assert.ok(taken?.kind === "problems");
    assert.match(taken.text, /wrong\.txt:1:5 warning: One is not enough$/);
    problems.dispose();
  });

  it("is what a terminal's last command printed or what is selected there, else a sentence says what to do", async () => {
    const demo = await startDemo();
    const terminal = vscode.window.createTerminal({ name: "A", shellPath: "/bin/sh" });
    terminal.show();
    await until("it is at hand", () => vscode.window.activeTerminal === terminal);
    await vscode.env.clipboard.writeText("kept");
    await run("addTerminalToPrompt");
    assert.equal(await vscode.env.clipboard.readText(), "kept");
    assert.ok(attached(demo).every((each) => each === "terminal Terminal A"));
    terminal.dispose();
  });
});
