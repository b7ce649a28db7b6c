// What esbuild has split, as CommonJS: one file for all that activation loads, and one for each of the others.
import { readdirSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import { build, transform } from "esbuild";

const options = { format: "cjs", platform: "node", target: "node20", minify: true, supported: { "dynamic-import": false } };

/**
 * esbuild can split ES modules only, and not every editor's host loads those: what was split becomes CommonJS file by
 * file. A dynamic import is a `require` when its time has come, so that the editor's own module loader sees it. `first` is
 * the source of the entry point that activation loads: to find and open a file takes longer than to run what is in it, so
 * all that it cannot do without is in two files. What the other entry points, which run elsewhere, need of it is one of them.
 */
export const asCommonJs = (first) => ({
  name: "as-common-js",
  setup: ({ onEnd, initialOptions: { entryPoints } }) =>
    onEnd(async ({ outputFiles = [], metafile: { outputs } }) => {
      for (const name of readdirSync("dist")) if (/^(chunk|\w+-\w{8})\W?.*\.cjs(\.map)?$/.test(name)) rmSync(`dist/${name}`);
      const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
      const outputOf = (source) => Object.keys(outputs).find((path) => outputs[path].entryPoint === source);
      const others = Object.values(entryPoints).filter((source) => source !== first);
      const entry = basename(outputOf(first));
      const early = reached(outputs, [outputOf(first)], ["import-statement"]);
      const elsewhere = reached(outputs, others.map(outputOf), ["import-statement", "dynamic-import"]);
      const places = new Map([...early].map((part) => [part, elsewhere.has(part) ? "common.cjs" : entry]));
      const alone = [...texts.keys()].filter((part) => !early.has(part));
      await Promise.all([
        ...["common.cjs", entry].map((file) => writeJoined(file, entry, texts, places)),
        ...alone.map((part) => writeAlone(part, texts.get(part), places)),
      ]);
    }),
});

/** The names of the files that some files bring with them, by imports of these kinds, their own included. */
function reached(outputs, from, kinds) {
  const paths = new Set(from);
  // The set grows while it is walked.
  for (const path of paths) {
    const needed = outputs[path].imports.filter(({ kind, external }) => kinds.includes(kind) && !external);
    for (const each of needed) paths.add(each.path);
  }
  return new Set(Array.from(paths, (path) => basename(path)));
}

/** The parts that have their place in `file`, as one module. The others take what they need of a part by the part's name. */
async function writeJoined(file, entry, texts, places) {
  const isInside = (path) => places.get(basename(path)) === file;
  const outside = [...texts.keys()].filter((part) => !isInside(part)).flatMap((part) => partsIn(texts.get(part)));
  const lines = Array.from(new Set(outside.filter(isInside)), (part) => `export * as "${part}" from "./${part}";`);
  if (isInside(entry)) lines.push(`export * from "./${entry}";`);
  const parts = {
    name: "parts",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /./ }, ({ path }) => (isInside(path) ? { path, namespace: "part" } : { path, external: true }));
      onLoad({ filter: /./, namespace: "part" }, ({ path }) => ({ contents: texts.get(basename(path)) }));
    },
  };
  const stdin = { contents: lines.join("\n"), resolveDir: resolve("dist") };
  const output = { bundle: true, sourcemap: "external", outfile: `dist/${file}`, write: false };
  const { outputFiles } = await build({ ...options, ...output, stdin, plugins: [parts] });
  const [map, code] = outputFiles.map(({ text }) => text);
  await writeWithMap(file, code, map, places);
}

/** The names of the parts that a part imports. */
const partsIn = (text) => Array.from(text.matchAll(/"\.\/([\w-]+\.cjs)"/g), ([, part]) => part);

async function writeAlone(file, text, places) {
  const { code, map } = await transform(text, { ...options, sourcemap: "external", sourcefile: file });
  await writeWithMap(file, code, map, places);
}

async function writeWithMap(file, code, map, places) {
  const inPlace = (call, part) => (places.has(part) ? `require("./${places.get(part)}")["${part}"]` : call);
  const text = code.trimEnd().replace(/require\("\.\/([\w-]+\.cjs)"\)/g, inPlace);
  await writeFile(`dist/${file}`, `${text}\n//# sourceMappingURL=${file}.map\n`);
  await writeFile(`dist/${file}.map`, map);
}
