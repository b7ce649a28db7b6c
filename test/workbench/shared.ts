// The one window of the workbench suite: starting a server and a browser is what takes the time.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { vsixPath } from "../../scripts/lib/steps.ts";
import { cache } from "../../scripts/setup.mjs";
import { Workbench } from "./workbench.ts";

const opened: Promise<Workbench>[] = [];

/** The suite's window, with the packaged extension in it; opened at the first call. */
export function openWorkbench(): Promise<Workbench> {
  const first = opened[0] ?? Workbench.open({ vsix: vsixPath, width: 1400, height: 1000 });
  if (opened.length === 0) opened.push(first);
  return first;
}

// So that the browser and the server end with us.
process.once("SIGTERM", () => process.exit(130));

afterEach(async function () {
  if (this.currentTest?.state !== "failed" || opened.length === 0) return;
  // What the window looked like says more than the message.
  const folder = join(cache, "failures");
  mkdirSync(folder, { recursive: true });
  const picture = join(folder, `${this.currentTest.fullTitle().replace(/\W+/g, "-").slice(0, 100)}.png`);
  await (await openWorkbench()).screenshot(picture);
  process.stdout.write(`      the window at that moment: ${picture}\n`);
});

after(async () => {
  for (const workbench of opened) await (await workbench).close();
});
