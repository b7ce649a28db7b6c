import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Manifest {
  readonly extensionKind: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: { readonly [name: string]: object } };
    readonly views: { readonly [container: string]: readonly { readonly id: string; readonly type?: string }[] };
  };
}

const manifest: Manifest = JSON.parse(read("package.json"));
const texts: { readonly [key: string]: string } = JSON.parse(read("package.nls.json"));
const readme = read("README.md");

/** The titles in the table of commands: `Next / Previous Subagent` stands for two, and what is in brackets for nothing. */
function commandsOfReadme(): readonly string[] {
  const [, table = ""] = /\n## Commands\n([\s\S]*?)\n##/.exec(readme) ?? [];
  const cells = [...table.matchAll(/^\| (?!command|---)(.+?) \|/gm)].flatMap(([, cell = ""]) => cell.split(" · "));
  return cells.flatMap((title) => {
    const [, first, second = "", rest = ""] = /^(\S+) \/ (\S+) (.+)$/.exec(title) ?? [];
    return first === undefined ? [title] : [`${first} ${rest}`, `${second} ${rest}`];
  });
}

const titles = () => manifest.contributes.commands.map(({ title }) => texts[title.slice(1, -1)] ?? title);

describe("the manifest and what is said of it", () => {
  it("the README names every command, by its title", () => {
    const missing = titles().filter((title) => !commandsOfReadme().includes(title) && !readme.includes(title.replace(/…$/, "")));
    assert.deepEqual(missing, []);
  });

  it("the README names no command that there is not", () => {
    const known = titles();
    const named = [...commandsOfReadme(), ...[...readme.matchAll(/\*\*ACP: ([^*]+)\*\*/g)].map(([, title = ""]) => title)];
    assert.ok(named.length > 30);
    assert.deepEqual(
      named.filter((title) => !known.includes(title)),
      [],
    );
  });

  it("the README names every setting, and none that there is not", () => {
    const [, table = ""] = /\n## Settings\n([\s\S]*?)\n##/.exec(readme) ?? [];
    const named = [...table.matchAll(/`(acpSubagents\.[\w.]+)`/g)].map(([, name]) => name);
    assert.deepEqual(named.toSorted(), Object.keys(manifest.contributes.configuration.properties).toSorted());
  });

  it("[W05] the extension runs where the workspace is: in WSL, SSH and container windows beside the files", () => {
    assert.deepEqual(manifest.extensionKind, ["workspace"]);
    assert.match(readme, /In SSH, WSL and container windows that is the other machine/);
  });

  it("[S27] the tree of sub-agents is a view of its own, beside the transcript", () => {
    const views = Object.values(manifest.contributes.views).flat();
    assert.deepEqual(
      views.map(({ id, type }) => `${id} ${type ?? "tree"}`),
      ["acpSubagents.subagents tree", "acpSubagents.transcript webview"],
    );
  });
});
