// The import table of docs/architecture: which room may see which. The compiler cannot keep `vscode` out of a room; this does.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The libraries of the rooms that have some. */
const libraries: Record<string, readonly string[]> = {
  base: ["@vscode/l10n"],
  render: ["markdown-it", "highlight.js", "anser", "diff"],
  acp: ["cross-spawn", "ws"],
  agents: ["jsonc-parser"],
  webview: ["lit", "dompurify", "@vscode/webview-ui-toolkit"],
};

const row = /^\| `(?:src\/)?([\w.]+)` \|[^|]*\| ([^|]*) \|$/gm;

/** Room → what it may import beside itself: rooms, `sdk`, `sdk types`, `node`, `vscode` (the module), or a library by name. */
const table: Record<string, readonly string[]> = Object.fromEntries(
  Array.from(readFileSync(join(root, "docs/architecture.md"), "utf8").matchAll(row), ([, room = "", allowed = ""]) => [
    room,
    [...allowed.replaceAll("`", "").toLowerCase().split(", "), ...(libraries[room] ?? [])],
  ]),
);

describe("layers", () => {
  it("every import line of src and webview keeps to the table", () => {
    const files = globSync("{src,webview}/**/*.ts", { cwd: root });
    assert.ok(files.length > 20, "the sources were found");
    assert.deepEqual(
      files.flatMap((file) => violations(file.split(sep).join("/"), readFileSync(join(root, file), "utf8"))),
      [],
    );
  });

  it("every room stands in the table", () => {
    assert.deepEqual(Object.keys(table), [
      ...["base", "shared", "session", "dialects", "views", "render", "acp", "agents", "journal", "replay", "demo", "vscode"],
      ...["extension.ts", "webview"],
    ]);
  });

  it("tells what an import line does wrong", () => {
    const source = [
      'import * as vscode from "vscode";',
      'import { readFileSync } from "node:fs";',
      "import {\n  a,\n  b,\n} from '../acp/wire.ts';",
      'export { c } from "../session/rows.ts";',
      'import "./own.ts";',
      'import type { Frame } from "@agentclientprotocol/sdk/unstable";',
      'const late = await import("lit");',
    ].join("\n");
    assert.deepEqual(violations("src/views/x.ts", source), [
      "src/views/x.ts: views must not import vscode (vscode)",
      "src/views/x.ts: views must not import node (node:fs)",
      "src/views/x.ts: views must not import acp (../acp/wire.ts)",
      "src/views/x.ts: views must not import sdk types (@agentclientprotocol/sdk/unstable)",
      "src/views/x.ts: views must not import lit (lit)",
    ]);
  });

  it("lets the dialects see the SDK's types, not its code", () => {
    assert.deepEqual(violations("src/dialects/x.ts", 'import type { A } from "@agentclientprotocol/sdk";'), []);
    assert.deepEqual(violations("src/dialects/x.ts", 'import { A } from "@agentclientprotocol/sdk";'), [
      "src/dialects/x.ts: dialects must not import sdk (@agentclientprotocol/sdk)",
    ]);
  });

  it("takes nothing in a comment or a text for an import line", () => {
    const source = '// it `imports\n/* import "vscode"; */\nconst sample = `\nimport { a } from "vscode";\n`;';
    assert.deepEqual(violations("src/views/x.ts", source), []);
  });

  it("knows no room that is not in the table", () => {
    assert.deepEqual(violations("src/helpers/x.ts", 'import "../base/words.ts";'), [
      "src/helpers/x.ts: helpers is not a room of the table",
    ]);
  });
});

/** What is wrong with one file's import lines, one sentence each. `file` is relative to the project, with slashes. */
function violations(file: string, source: string): readonly string[] {
  const room = roomOf(file);
  const allowed = table[room];
  if (!allowed) return [`${file}: ${room} is not a room of the table`];
  const wrong = importsIn(source).flatMap(({ specifier, isType }) => {
    const target = targetOf(file, specifier, isType);
    return target === room || allowed.includes(target) || (target === "sdk types" && allowed.includes("sdk"))
      ? []
      : [`${file}: ${room} must not import ${target} (${specifier})`];
  });
  return wrong;
}

function roomOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  return first === "src" ? second : first;
}

interface ImportLine {
  readonly specifier: string;
  readonly isType: boolean;
}

function importsIn(text: string): readonly ImportLine[] {
  const commentsAndTemplates = /\/\*.*?\*\/|(?<=^|\s)\/\/[^\n]*|`(?:\\.|[^`\\])*`/gs;
  const source = text.replace(commentsAndTemplates, "");
  const statements = /^(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']|\b(?:import|require)\(\s*["']([^"']+)["']/gm;
  return [...source.matchAll(statements)].map(([, type, named, called]) => ({
    specifier: named ?? called ?? "",
    isType: type !== undefined,
  }));
}

function targetOf(file: string, specifier: string, isType: boolean): string {
  if (specifier.startsWith("."))
    return roomOf(
      relative(root, join(root, dirname(file), specifier))
        .split(sep)
        .join("/"),
    );
  if (specifier.startsWith("@agentclientprotocol/sdk")) return isType ? "sdk types" : "sdk";
  if (specifier.startsWith("node:") || builtinModules.includes(specifier)) return "node";
  const [first = "", second = ""] = specifier.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}
