// Builds everything that runs: the extension host's bundles and the webview's files, into dist/.
//   node esbuild.mjs [--watch]
import { cpSync, mkdirSync } from "node:fs";
import { build, context } from "esbuild";

const node = { platform: "node", format: "cjs", target: "node20", outExtension: { ".js": ".cjs" } };
const common = { bundle: true, minify: true, sourcemap: "linked", legalComments: "none", logLevel: "warning", outdir: "dist" };

// The SDK with its schemas is packaged once: whoever imports src/acp/sdk.ts loads dist/sdk.cjs.
const sdkIsApart = {
  name: "sdk-is-apart",
  setup: ({ onResolve }) => onResolve({ filter: /\/acp\/sdk\.ts$|^\.\/sdk\.ts$/ }, () => ({ path: "./sdk.cjs", external: true })),
};

const targets = [
  // Activation loads this file alone; the SDK follows on the first connection.
  { ...common, ...node, entryPoints: { extension: "src/extension.ts" }, external: ["vscode"], plugins: [sdkIsApart] },
  { ...common, ...node, entryPoints: { sdk: "src/acp/sdk.ts" } },
  { ...common, ...node, entryPoints: { supervisor: "src/acp/supervisorMain.ts" } },
  { ...common, ...node, entryPoints: { demoAgent: "src/demo/main.ts" }, plugins: [sdkIsApart] },
  {
    ...common,
    platform: "browser",
    format: "esm",
    target: "chrome122",
    entryPoints: { webview: "webview/main.ts", style: "webview/style.css" },
    external: ["*.ttf"],
  },
];

mkdirSync("dist", { recursive: true });
for (const file of ["codicon.css", "codicon.ttf"]) cpSync(`node_modules/@vscode/codicons/dist/${file}`, `dist/${file}`);

if (process.argv.includes("--watch")) {
  for (const target of targets) await (await context(target)).watch();
} else {
  await Promise.all(targets.map((target) => build(target)));
}
