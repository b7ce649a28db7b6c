import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stepCommands } from "../../../src/vscode/stepCommands.ts";

const root = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly supported: unknown; readonly restrictedConfigurations: readonly string[] };
    readonly virtualWorkspaces: { readonly supported: unknown };
  };
  readonly extensionKind: readonly string[];
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly menus: { readonly [menu: string]: readonly { readonly group?: string; readonly when?: string }[] };
    readonly keybindings: readonly { readonly key: string; readonly when: string }[];
    readonly configuration: { readonly properties: { readonly [name: string]: { readonly scope: string; readonly default: unknown } } };
    readonly walkthroughs: readonly { readonly steps: readonly { readonly completionEvents: readonly string[] }[] }[];
    readonly views: { readonly [container: string]: readonly { readonly id: string; readonly type?: string }[] };
  };
}

const manifest: Manifest = JSON.parse(read("package.json"));
const texts: { readonly [key: string]: string } = JSON.parse(read("package.nls.json"));
const readme = read("README.md");

/** Settings that name a program, an address, variables or files, or choose among such. */
const reaching = ["acpSubagents.agents", "acpSubagents.mcpServers", "acpSubagents.defaultAgent"];
/** Settings that guard the person: they are the person's own, wherever the folder comes from. */
const guarding = [
  "acpSubagents.permissions.rules",
  "acpSubagents.export.maskSecrets",
  "acpSubagents.history.maxSize",
  "acpSubagents.history.maxDays",
];
/** What may differ from folder to folder: how things look, and what is kept on this machine. */
const harmless = [
  "acpSubagents.cards.fold",
  "acpSubagents.cards.stalledAfter",
  "acpSubagents.notifications",
  "acpSubagents.composer.enterSends",
  "acpSubagents.log.traffic",
  "acpSubagents.history.keep",
];

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

  it("[S27] the tree of subagents is a view of its own, beside the transcript", () => {
    const views = Object.values(manifest.contributes.views).flat();
    assert.deepEqual(
      views.map(({ id, type }) => `${id} ${type ?? "tree"}`),
      ["acpSubagents.subagents tree", "acpSubagents.transcript webview"],
    );
  });

  it("a folder that is not trusted sets nothing that can run or reach anything, and no folder sets what guards the person", () => {
    const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
    const { properties } = manifest.contributes.configuration;
    const of = (scope: string) => Object.keys(properties).filter((name) => properties[name]?.scope === scope);
    assert.deepEqual([untrustedWorkspaces.supported, virtualWorkspaces.supported], ["limited", false]);
    assert.deepEqual(untrustedWorkspaces.restrictedConfigurations.toSorted(), [...reaching].sort());
    // A setting that is new has to be put into one of these lists: does it name a program, an address, variables or files? Does it guard?
    const others = Object.keys(properties).filter(
      (name) => !/\.limits\./.test(name) && ![...reaching, ...guarding, ...harmless].includes(name),
    );
    assert.deepEqual(others, []);
    for (const name of reaching) assert.ok(of("machine-overridable").includes(name), name);
    for (const name of guarding) assert.ok(of("application").includes(name), name);
    assert.equal(properties["acpSubagents.log.traffic"]?.default, false, "traffic is not logged as it comes");
    assert.equal(properties["acpSubagents.export.maskSecrets"]?.default, true);
  });

  it("every setting whose form has a place for a program, an address, variables or files is among those that reach", () => {
    const names = /"(?:command|args|url|env|headers|cwd|path|file|folder|uri|executable|program|shell|script)":\{/;
    const { properties } = manifest.contributes.configuration;
    const found = Object.keys(properties).filter(
      (name) => names.test(JSON.stringify(properties[name])) || /(path|command|url|folder|env)$/i.test(name),
    );
    assert.deepEqual(
      found.filter((name) => !reaching.includes(name)),
      [],
    );
  });

  it("every setting says what it is, where it may be set, and what each of its words means", () => {
    const { properties } = manifest.contributes.configuration;
    const wrong = Object.entries(properties).flatMap(([name, schema]) => {
      const lacking = ["markdownDescription", "scope"].filter((field) => !(field in schema)).map((field) => `${name} has no ${field}`);
      return [...lacking, ...enumsWithoutWords(name, schema)];
    });
    assert.deepEqual(wrong, []);
  });

  it("in each menu, what can be offered together has places of its own", () => {
    const clashes = Object.entries(manifest.contributes.menus).flatMap(([menu, items]) => {
      const places = items.map(({ group, when }) => `${menu} ${group} when ${when}`);
      return places.filter((place, at) => menu !== "commandPalette" && places.indexOf(place) !== at);
    });
    assert.deepEqual(clashes, []);
  });

  it("keys are taken only in an editor of our own", () => {
    for (const { when } of manifest.contributes.keybindings) assert.match(when, /^activeWebviewPanelId == 'acpSubagents\.|^acpSubagents\./);
  });

  it("each step of the walkthrough waits for what ticks it, and nothing ticks what no step waits for", () => {
    const events = manifest.contributes.walkthroughs.flatMap(({ steps }) => steps.flatMap(({ completionEvents }) => completionEvents));
    assert.deepEqual(
      events.filter((event) => event !== "onContext:acpSubagents.hasAgent").sort(),
      ["anyAgent", ...stepCommands].map((name) => `onContext:acpSubagents.ran.${name}`).sort(),
    );
  });
});

/** The places of a schema whose words are not explained one by one. */
function enumsWithoutWords(place: string, schema: object): readonly string[] {
  const { enum: words, markdownEnumDescriptions: meanings } = schema as {
    readonly enum?: unknown[];
    readonly markdownEnumDescriptions?: unknown[];
  };
  const isExplained = words === undefined || words.length === meanings?.length;
  const below = Object.entries(schema).flatMap(([name, inner]) =>
    typeof inner === "object" && inner !== null ? enumsWithoutWords(`${place}.${name}`, inner) : [],
  );
  return [...(isExplained ? [] : [`${place} does not explain its words`]), ...below];
}
