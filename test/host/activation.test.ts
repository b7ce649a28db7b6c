import assert from "node:assert/strict";
import * as vscode from "vscode";

const extension = vscode.extensions.getExtension("acp-subagents.acp-subagents");

describe("activation", () => {
  it("activates", async () => {
    assert.ok(extension, "the extension is there");
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it("registers every command that it contributes", async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const contributed = (extension?.packageJSON.contributes.commands ?? []) as readonly { command: string }[];
    assert.ok(contributed.length > 0, "it contributes commands");
    assert.deepEqual(
      contributed.map(({ command }) => command).filter((command) => !registered.has(command)),
      [],
    );
  });

  it("gives every contributed command the category ACP, by which the palette groups them", () => {
    const contributed = (extension?.packageJSON.contributes.commands ?? []) as readonly { command: string; category?: string }[];
    assert.deepEqual(
      contributed.filter(({ category }) => category !== "ACP").map(({ command }) => command),
      [],
    );
  });
});
