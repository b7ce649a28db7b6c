// Builds everything that runs: the extension host's bundles and the webview's files, into dist/.
//   node esbuild.mjs [--watch]
import { cpSync, mkdirSync } from "node:fs";
import { build, context } from "esbuild";

const node = { platform: "node", format: "cjs", target: "node20", outExtension: { ".js": ".cjs" } };
const common = { bundle: true, minify: true, sourcemap: "linked", legalComments: "none", logLevel: "warning", outdir: "dist" };

// What is packaged once, or loaded later: whoever imports one of these files loads the bundle of that name.
const apart = {
  name: "apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(sdk|sdkServer|webSocket)\.ts$/ }, ({ path, kind }) =>
      kind === "entry-point" ? undefined : { path: `./${/(\w+)\.ts$/.exec(path)[1]}.cjs`, external: true },
    ),
};

const targets = [
  // Activation loads this file alone; the SDK follows on the first connection.
  { ...common, ...node, entryPoints: { extension: "src/extension.ts" }, external: ["vscode"], plugins: [apart] },
  { ...common, ...node, entryPoints: { sdk: "src/acp/sdk.ts" } },
  { ...common, ...node, entryPoints: { sdkServer: "src/acp/sdkServer.ts" } },
  // `ws` takes these two where they are installed.
  { ...common, ...node, entryPoints: { webSocket: "src/acp/webSocket.ts" }, external: ["bufferutil", "utf-8-validate"] },
  { ...common, ...node, entryPoints: { supervisor: "src/acp/supervisorMain.ts" } },
  { ...common, ...node, entryPoints: { demoAgent: "src/demo/main.ts" }, plugins: [apart] },
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
