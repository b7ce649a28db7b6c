// What a reader does with a block of code of a transcript, in editors as they are.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import { NotNow } from "../../src/vscode/notNow.ts";
import { useCode } from "../../src/vscode/transcripts/codeActs.ts";
import { until } from "../workbench/until.ts";
import { activated } from "./extension.ts";

const use = async (act: "copy" | "insert" | "open", code: string, language = "ts") =>
  useCode((await activated()).parts, { type: "useCode", act, code, language });

/** An editor with this text; the cursors or selections are where `|` or `[…]` stand. */
async function edited(marked: string): Promise<vscode.TextEditor> {
  const selections: [number, number][] = [];
  let text = "";
  for (const letter of marked) {
    if (letter === "|") selections.push([text.length, text.length]);
    else if (letter === "[") selections.push([text.length, -1]);
    else if (letter === "]") selections.splice(-1, 1, [selections.at(-1)?.[0] ?? 0, text.length]);
    else text += letter;
  }
  const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: text, language: "typescript" }));
  editor.selections = selections.map(
    ([from, to]) => new vscode.Selection(editor.document.positionAt(from), editor.document.positionAt(to)),
  );
  return editor;
}

describe("a block of code of a transcript", () => {
  afterEach(async () => {
    // Between two editors none is active for a moment.
    await until("all editors are closed", async () => {
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      return vscode.window.activeTextEditor === undefined && vscode.window.tabGroups.all.every(({ tabs }) => tabs.length === 0);
    });
    // The name of a document that is not saved is given to the next one; until it is gone, that would be this one.
    await until("their documents are gone", () => vscode.workspace.textDocuments.every(({ isUntitled }) => !isUntitled));
  });

  it("is inserted at the cursor of the editor that the person was in last, at each of several, and in place of what is selected", async () => {
    const one = await edited("a(|);\n");
    await use("insert", "1, 2");
    assert.equal(one.document.getText(), "a(1, 2);\n");
    const many = await edited("|x = [old];\n|y\n");
    await use("insert", "new");
    assert.equal(many.document.getText(), "newx = new;\nnewy\n");
    assert.equal(vscode.window.activeTextEditor?.document, many.document);
    // What is undone is what the focus is in.
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
    await vscode.commands.executeCommand("undo");
    await until("it is undone in one step", () => many.document.getText() === "x = old;\ny\n");
  });

  it("goes nowhere without an editor, and says so; it is copied or opened anew all the same", async () => {
    await assert.rejects(use("insert", "x"), (error) => error instanceof NotNow && /Open a file, and put the cursor/.test(error.message));
    await use("copy", "const a = 1;\n");
    assert.equal(await vscode.env.clipboard.readText(), "const a = 1;\n");
    await use("open", "const a = 1;\n");
    assert.deepEqual(
      [vscode.window.activeTextEditor?.document.getText(), vscode.window.activeTextEditor?.document.languageId],
      ["const a = 1;\n", "typescript"],
    );
  });

  it("is refused by a document that cannot be changed, in a sentence", async () => {
    await (await activated()).parts.documents.show("notes.txt", "read only\n");
    await assert.rejects(use("insert", "x"), /The editor did not take the code\./);
    assert.equal(vscode.window.activeTextEditor?.document.getText(), "read only\n");
  });
});
