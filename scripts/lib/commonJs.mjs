// What esbuild has split, as CommonJS: one file for all that activation loads, and one for each of the others.
import { readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { transform } from "esbuild";

/** The file with all parts that `first` cannot do without: to find and open a file takes longer than to run what is in it. */
const early = "early.cjs";

/**
 * esbuild can split ES modules only, and not every editor's host loads those: what was split becomes CommonJS file by
 * file. A dynamic import is a `require` when its time has come, so that the editor's own module loader sees it. `first` is
 * the source of the entry point that activation loads.
 */
export const asCommonJs = (first) => ({
  name: "as-common-js",
  setup: ({ onEnd }) =>
    onEnd(async ({ outputFiles = [], metafile: { outputs } }) => {
      for (const name of readdirSync("dist")) if (/^(chunk|\w+-\w{8})\W?.*\.cjs(\.map)?$/.test(name)) rmSync(`dist/${name}`);
      const parts = loadedAtOnce(outputs, first);
      const files = await Promise.all(outputFiles.map(({ path, text }) => commonJs(basename(path), text, parts)));
      const [together, alone] = [true, false].map((isEarly) => files.filter(({ name }) => parts.has(name) === isEarly));
      const entry = basename(Object.keys(outputs).find((path) => outputs[path].entryPoint === first));
      await Promise.all([
        ...alone.map(({ name, code, map }) => writeWithMap(name, code, map)),
        writeWithMap(early, ...joined(together)),
        writeFile(`dist/${entry}`, `module.exports = require("./${early}").part("${entry}");\n`),
      ]);
    }),
});

/** The names of the files that an entry point cannot do without, its own included. */
function loadedAtOnce(outputs, entryPoint) {
  const paths = Object.keys(outputs).filter((path) => outputs[path].entryPoint === entryPoint);
  // The list grows while it is walked.
  for (const path of paths) {
    const needed = outputs[path].imports.filter(({ kind, external }) => kind === "import-statement" && !external);
    for (const each of needed) if (!paths.includes(each.path)) paths.push(each.path);
  }
  return new Set(paths.map((path) => basename(path)));
}

async function commonJs(name, text, parts) {
  const options = { format: "cjs", platform: "node", target: "node20", minify: true, supported: { "dynamic-import": false } };
  const { code, map } = await transform(text, { ...options, sourcemap: "external", sourcefile: name });
  const part = parts.has(name) ? "__part" : `require("./${early}").part`;
  const toPart = (call, wanted) => (parts.has(wanted) ? `${part}("${wanted}")` : call);
  return { name, code: code.replace(/require\("\.\/([\w.-]+)"\)/g, toPart), map: JSON.parse(map) };
}

/** Each part is a function, which runs when it is asked for first. The maps stay as they are, each for its lines. */
function joined(files) {
  const lines = ["const parts = {", "};"];
  const sections = [];
  for (const { name, code, map } of files) {
    sections.push({ offset: { line: lines.length, column: 0 }, map });
    lines.splice(-1, 0, `"${name}": function (exports, require, module) {`, ...code.trimEnd().split("\n"), "},");
  }
  lines.push(
    "const loaded = {};",
    "function __part(name) {",
    "  if (!loaded[name]) parts[name]((loaded[name] = { exports: {} }).exports, require, loaded[name]);",
    "  return loaded[name].exports;",
    "}",
    "exports.part = __part;",
  );
  return [lines.join("\n"), { version: 3, sections }];
}

async function writeWithMap(name, code, map) {
  await writeFile(`dist/${name}`, `${code.trimEnd()}\n//# sourceMappingURL=${name}.map\n`);
  await writeFile(`dist/${name}.map`, JSON.stringify(map));
}
