// Builds everything that runs: the extension host's bundles and the webview's files, into dist/.
//   node esbuild.mjs [--watch]
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build, context } from "esbuild";
import { asCommonJs } from "./scripts/lib/commonJs.mjs";
import { sentencesOf } from "./scripts/lib/sentences.ts";
import { notices, noticesText } from "./scripts/lib/thirdParty.mjs";

const common = { bundle: true, sourcemap: "linked", legalComments: "none", metafile: true, logLevel: "warning", outdir: "dist" };
const node = { platform: "node", target: "node20", outExtension: { ".js": ".cjs" } };

/** Of six hundred icons the pages' scripts name some forty: only those are styled. */
const codicons = {
  name: "codicons",
  setup: ({ onEnd }) =>
    onEnd(() => {
      const script = ["webview", "timeline"].map((name) => readFileSync(`dist/${name}.js`, "utf8")).join();
      const css = readFileSync("node_modules/@vscode/codicons/dist/codicon.css", "utf8");
      const used = css.replace(/^\.codicon-([\w-]+):before \{.*\n/gm, (rule, name) => (script.includes(name) ? rule : ""));
      writeFileSync("dist/codicon.css", used);
    }),
};

/** Of a thousand sentences the pages' scripts can say some three hundred: only those are handed to a page. */
const pageWords = {
  name: "pageWords",
  setup: ({ onEnd }) =>
    onEnd(({ metafile }) => {
      if (metafile) writeFileSync("dist/pageWords.json", JSON.stringify(sentencesOf(metafile)));
    }),
};

/** lit-html since 3.3.1 leaves a comment in the page for each row that goes (lit/lit#5298); when it does not any more, this goes. */
const litMarkers = {
  name: "lit-markers",
  setup: ({ onLoad }) =>
    onLoad({ filter: /lit-html[\\/]directive-helpers\.js$/ }, ({ path }) => {
      const source = readFileSync(path, "utf8");
      const contents = source.replace(/(\w+)\._\$AA\.remove\(\)/, "$&,$1._$AB?.remove()");
      if (contents === source) throw new Error("esbuild.mjs: lit-html removes rows in another way now; is litMarkers still needed?");
      return { contents };
    }),
};

const targets = [
  // Activation loads extension.cjs and what it cannot do without; the rest of it, and the SDK, follow when they are asked for.
  {
    ...common,
    ...node,
    format: "esm",
    splitting: true,
    // Names that cross from file to file are shortened here, all others in each file.
    minify: true,
    write: false,
    sourcemap: "inline",
    entryPoints: { extension: "src/extension.ts", demoAgent: "src/demo/main.ts", sdk: "src/acp/sdk.ts" },
    // `ws` takes the last two where they are installed.
    external: ["vscode", "bufferutil", "utf-8-validate"],
    // Its build for Node loads files of its own at run time, which are not packaged.
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    plugins: [asCommonJs("src/extension.ts")],
  },
  // It outlives whatever happens to the other files.
  { ...common, ...node, format: "cjs", minify: true, entryPoints: { supervisor: "src/acp/process/supervisorMain.ts" } },
  {
    ...common,
    minify: true,
    platform: "browser",
    format: "esm",
    target: "chrome122",
    entryPoints: {
      webview: "webview/main.ts",
      highlight: "src/render/highlight.ts",
      style: "webview/style.css",
      timeline: "webview/timeline/main.ts",
      timelineStyle: "webview/timeline/timeline.css",
    },
    external: ["*.ttf"],
    plugins: [codicons, pageWords, litMarkers],
  },
];

mkdirSync("dist", { recursive: true });
cpSync("node_modules/@vscode/codicons/dist/codicon.ttf", "dist/codicon.ttf");

if (process.argv.includes("--watch")) {
  for (const target of targets) await (await context(target)).watch();
} else {
  const built = await Promise.all(targets.map((target) => build(target)));
  writeFileSync("dist/THIRD-PARTY-NOTICES.txt", noticesText(notices(built.map(({ metafile }) => metafile))));
}
