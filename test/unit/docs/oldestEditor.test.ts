import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** The Node and the browser of the oldest editor that the manifest allows. Raise them with `engines.vscode`. */
const oldest = { vscode: "1.90.0", node: "20.9", chrome: 122 };

/** Words of the language and its library that came after them; the compiler's own library knows them all. */
const newer = [
  "URL.parse",
  "Promise.withResolvers",
  "Promise.try",
  "Object.groupBy",
  "Map.groupBy",
  "Array.fromAsync",
  "Iterator.from",
  "RegExp.escape",
  "Error.isError",
  "Uint8Array.fromBase64",
  "Intl.DurationFormat",
  "process.getBuiltinModule",
  "import.meta.dirname",
  "import.meta.filename",
];

describe("the oldest editor that can have the extension", () => {
  it("is the one that the manifest, the types and the README name", () => {
    const { engines, devDependencies } = JSON.parse(read("package.json"));
    assert.deepEqual([engines.vscode, devDependencies["@types/vscode"]], [`^${oldest.vscode}`, oldest.vscode]);
    assert.match(read("README.md"), new RegExp(`It needs VS Code ${oldest.vscode.replace(/\.0$/, "")} or newer`));
  });

  it(`has what the source uses: Node ${oldest.node}, Chrome ${oldest.chrome}`, () => {
    const found = globSync("{src,webview}/**/*.ts", { cwd: root }).flatMap((file) => {
      const code = read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
      return newer.filter((word) => code.includes(word)).map((word) => `${file}: ${word}`);
    });
    assert.deepEqual(found, []);
  });

  it("is what the build aims at", () => {
    const build = read("esbuild.mjs");
    assert.deepEqual([...new Set(build.match(/target: "\w+"/g))].sort(), [
      `target: "chrome${oldest.chrome}"`,
      `target: "node${oldest.node.split(".")[0]}"`,
    ]);
  });
});
