// Looks at the product: opens the packaged extension in a real workbench, walks through a steps file, takes a picture.
//   node scripts/bootstrap.mjs shot --steps FILE.mjs --out X.png [--theme dark|light|hc-dark|hc-light] [--width 1280]
//        [--height 900] [--zoom 1] [--sidebar 300] [--vsix FILE]
// FILE.mjs: export default async ({ page, workbench, shot }) => { … }; shot("Y.png") takes a further picture on the way.
// Without --vsix the extension is built and packaged first.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Theme, themes, Workbench } from "../test/workbench/workbench.ts";
import { build, main, packageVsix } from "./lib/steps.ts";
import { SetupError } from "./setup.mjs";

/** What a steps file is given. */
export interface ShotTools {
  readonly workbench: Workbench;
  readonly page: Workbench["page"];
  shot(path: string): Promise<void>;
}

const text = { type: "string" } as const;

await main(async () => {
  const { values } = parseArgs({
    options: {
      ...{ steps: text, out: text, vsix: text, sidebar: text },
      theme: { ...text, default: "dark" },
      width: { ...text, default: "1280" },
      height: { ...text, default: "900" },
      zoom: { ...text, default: "1" },
    },
  });
  const { theme } = values;
  if (!isTheme(theme)) throw new SetupError(`There is no theme "${theme}". There are: ${Object.keys(themes).join(", ")}.`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

  const size = { width: Number(values.width), height: Number(values.height), zoom: Number(values.zoom) };
  const vsix = values.vsix ?? (await buildVsix());
  const workbench = await Workbench.open({ vsix, theme, ...size });
  try {
    await workbench.showContainer("ACP Subagents");
    if (values.sidebar) await workbench.setSidebarWidth(Number(values.sidebar));
    const tools: ShotTools = { workbench, page: workbench.page, shot: (path) => workbench.screenshot(resolve(path)) };
    if (values.steps) await (await import(pathToFileURL(resolve(values.steps)).href)).default(tools);
    if (values.out) await tools.shot(values.out);
  } catch (error) {
    // The moment of the failure says more than its words.
    if (values.out) await workbench.screenshot(resolve(values.out));
    throw error;
  } finally {
    await workbench.close();
  }
});

function isTheme(word: string): word is Theme {
  return word in themes;
}

async function buildVsix(): Promise<string> {
  await build();
  return await packageVsix();
}
