import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as vscode from "vscode";
import { activated, extensionJson, type Manifest, projectFile } from "./extension.ts";

describe("the manifest", () => {
  it("and the table of commands name the same ones", async () => {
    await activated();
    const { contributes } = extensionJson<Manifest>("package.json");
    const all = await vscode.commands.getCommands(true);
    // Those with a second dot are made by VS Code for each view.
    const registered = all.filter((command) => /^acpSubagents\.[^.]+$/.test(command));
    assert.deepEqual(registered.toSorted(), contributes.commands.map(({ command }) => command).toSorted());
  });

  it("has a text for each of its words, and no text that nobody reads", () => {
    const keys = readFileSync(projectFile("package.json"), "utf8").matchAll(/"%([^%"]+)%"/g);
    const used = new Set(Array.from(keys, ([, key]) => key));
    const written = Object.keys(extensionJson<object>("package.nls.json"));
    assert.deepEqual(written.toSorted(), [...used].toSorted());
  });

  it("offers in menus only commands that it contributes", () => {
    const { commands, menus } = extensionJson<Manifest>("package.json").contributes;
    const known = new Set(commands.map(({ command }) => command));
    const offered = Object.values(menus)
      .flat()
      .map(({ command }) => command);
    assert.deepEqual(
      offered.filter((command) => !known.has(command)),
      [],
    );
  });

  it("hides a command in the palette by static facts only", () => {
    const { menus } = extensionJson<Manifest>("package.json").contributes;
    const reasons = new Set((menus.commandPalette ?? []).map(({ when }) => when));
    assert.deepEqual([...reasons].toSorted(), ["false", "isWorkspaceTrusted"]);
  });
});
