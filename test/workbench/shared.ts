// The one window of the workbench suite: starting a server and a browser is what takes the time. Each file of tests has a folder
// of its own open in it.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { vsixPath } from "../../scripts/lib/steps.ts";
import { cache, root, temporary } from "../../scripts/setup.mjs";
import type { Settings } from "./profile.ts";
import { Workbench } from "./workbench.ts";

/** An agent set up in the window that does not end when it is told to, with a grandchild of the same kind. */
export const stubbornAgent = { name: "Stubborn", stateFolder: mkdtempSync(join(temporary, "acp-")) } as const;

/** An agent set up in the window that cannot open earlier sessions again. */
export const forgetfulAgent = { name: "Forgetful", stateFolder: mkdtempSync(join(temporary, "acp-")) } as const;

/** The demo agent to which nobody is signed in. */
export const signedOutAgent = { name: "Signed Out", stateFolder: mkdtempSync(join(temporary, "acp-")) } as const;

/** The demo agent in a process that no other test has, which can be paused. */
export const pausedAgent = { name: "Paused", stateFolder: mkdtempSync(join(temporary, "acp-")) } as const;

const settings = {
  // As few as can be: what is older in a transcript is read back wherever it is shown.
  "acpSubagents.limits.rowsInMemory": 50,
  "acpSubagents.defaultAgent": stubbornAgent.name,
  "acpSubagents.agents": {
    [stubbornAgent.name]: {
      command: process.execPath,
      args: [join(root, "dist", "demoAgent.cjs"), "--stubborn", "--state", stubbornAgent.stateFolder],
    },
    [forgetfulAgent.name]: {
      command: process.execPath,
      args: [join(root, "dist", "demoAgent.cjs"), "--forgetful", "--speed", "0.2", "--state", forgetfulAgent.stateFolder],
    },
    [pausedAgent.name]: {
      command: process.execPath,
      args: [join(root, "dist", "demoAgent.cjs"), "--state", pausedAgent.stateFolder],
    },
    [signedOutAgent.name]: {
      command: process.execPath,
      args: [join(root, "dist", "demoAgent.cjs"), "--speed", "0.1", "--sign-in", "--state", signedOutAgent.stateFolder],
      env: { DEMO_API_KEY: "${secret:DEMO_API_KEY}" },
    },
  },
};

const opened: Promise<Workbench>[] = [];

/** The folder of the tests of which none has begun yet. */
let settingUp: string | undefined;
let isTesting = false;

/**
 * The suite's window on a folder of this name that nothing has happened in: what other tests did is in other folders. `settings`:
 * what the folder brings along.
 */
export async function freshWorkbench(folder: string, settings?: Settings): Promise<Workbench> {
  const workbench = await openWorkbench();
  await keepFailedSetUp();
  if (!isTesting) settingUp = folder;
  await workbench.openFolder(folder, settings);
  return workbench;
}

/** The suite's window, with the packaged extension in it; opened at the first call. */
export function openWorkbench(): Promise<Workbench> {
  const first = opened[0] ?? Workbench.open({ vsix: vsixPath, width: 1400, height: 1000, settings });
  if (opened.length === 0) opened.push(first);
  return first;
}

// So that the browser and the server end with us.
process.once("SIGTERM", () => process.exit(130));

/** What the window looked like says more than the message. */
async function keepPicture(name: string): Promise<void> {
  const folder = join(cache, "failures");
  mkdirSync(folder, { recursive: true });
  const picture = join(folder, `${name.replace(/\W+/g, "-").slice(0, 100)}.png`);
  const workbench = await openWorkbench();
  await workbench.screenshot(picture);
  process.stdout.write(`      the window at that moment: ${picture}\n${await workbench.outline()}\n`);
}

/** A set-up that failed has no test of its own; its window stands as it was until the next tests begin. */
async function keepFailedSetUp(): Promise<void> {
  if (settingUp !== undefined) await keepPicture(`set-up of ${settingUp}`);
  settingUp = undefined;
}

beforeEach(() => {
  settingUp = undefined;
  isTesting = true;
});

afterEach(async function () {
  isTesting = false;
  if (this.currentTest?.state === "failed" && opened.length > 0) await keepPicture(this.currentTest.fullTitle());
});

after(async () => {
  await keepFailedSetUp();
  for (const workbench of opened) await (await workbench).close();
  for (const { stateFolder } of [stubbornAgent, forgetfulAgent, signedOutAgent, pausedAgent])
    rmSync(stateFolder, { recursive: true, force: true });
});
