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

  it("keeps settings that name a program, an address, variables or files with the machine, and reads none of a folder that is not trusted", () => {
    const { contributes, capabilities } = extensionJson<{
      readonly contributes: { readonly configuration: { readonly properties: { readonly [name: string]: { readonly scope: string } } } };
      readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
    }>("package.json");
    const { properties } = contributes.configuration;
    const reaching = Object.entries(properties).filter(([, schema]) =>
      /"(?:command|args|url|env|headers|cwd|path|file|folder)":\{/.test(JSON.stringify(schema)),
    );
    assert.deepEqual(reaching.map(([name]) => name).toSorted(), ["acpSubagents.agents", "acpSubagents.mcpServers"]);
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
    for (const [name, { scope }] of reaching)
      assert.deepEqual([scope, restrictedConfigurations.includes(name)], ["machine-overridable", true], name);
  });

  it("hides a command in the palette by static facts only", () => {
    const { menus } = extensionJson<Manifest>("package.json").contributes;
    const reasons = new Set((menus.commandPalette ?? []).map(({ when }) => when));
    assert.deepEqual([...reasons].toSorted(), ["false", "isWorkspaceTrusted"]);
  });
});
