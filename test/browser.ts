// The Chromium that the webview and workbench suites drive.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { root, run, SetupError, say } from "../scripts/setup.mjs";

const namesOnLinux = ["google-chrome", "google-chrome-stable", "microsoft-edge", "microsoft-edge-stable", "chromium", "chromium-browser"];

const pathsOnMac = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const pathsOnWindows = ["Google\\Chrome\\Application\\chrome.exe", "Microsoft\\Edge\\Application\\msedge.exe"];

/**
 * Finds or gets a browser and returns the path of its program: `CHROME_PATH`, an installed Chrome, Edge or Chromium, the
 * distribution's Chromium (root on Debian), or playwright-core's own download. Throws a SetupError that names these four.
 */
export async function getBrowser(): Promise<string> {
  const { CHROME_PATH: given } = process.env;
  if (given) {
    if (existsSync(given)) return given;
    throw new SetupError(`CHROME_PATH names ${given}, and there is nothing there. Correct it, or leave it unset.`);
  }
  return (await installed()) ?? (await fromDebian()) ?? (await fromPlaywright()) ?? fail();
}

function fail(): never {
  throw new SetupError(
    "No browser. Tried: CHROME_PATH (not set); an installed Chrome, Edge or Chromium (none found); `apt-get install chromium` " +
      "(needs root on Debian); the download of playwright-core (failed). Provide one of these four and run this again.",
  );
}

async function installed(): Promise<string | undefined> {
  for (const path of candidates()) {
    // A name alone does not tell: a distribution may leave a script there that only says what to install.
    if (existsSync(path) && (process.platform === "win32" || (await runs(path)))) return path;
  }
  return undefined;
}

function candidates(): readonly string[] {
  const downloaded = chromium.executablePath();
  if (process.platform === "darwin") return [...pathsOnMac, downloaded];
  if (process.platform === "win32") {
    const {
      ProgramFiles: programs = "C:\\Program Files",
      "ProgramFiles(x86)": programs32 = "C:\\Program Files (x86)",
      LOCALAPPDATA: local = programs,
    } = process.env;
    return [...[programs, programs32, local].flatMap((folder) => pathsOnWindows.map((path) => join(folder, path))), downloaded];
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...namesOnLinux.flatMap((name) => folders.map((folder) => join(folder, name))), downloaded];
}

function runs(program: string): Promise<boolean> {
  return new Promise((resolve) => execFile(program, ["--version"], { timeout: 30_000 }, (error) => resolve(error === null)));
}

async function fromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  say("installing Debian's chromium …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Without recommended packages, which are many; a browser without any font draws boxes.
  const install = ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
  for (const args of [["update", "-qq"], install, install]) {
    const { code } = await run("apt-get", args, { env, limitSeconds: 240 });
    if (code === 0 && args === install) return await installed();
  }
  return undefined;
}

async function fromPlaywright(): Promise<string | undefined> {
  say("getting playwright-core's chromium …");
  const cli = join(root, "node_modules", "playwright-core", "cli.js");
  const { code } = await run(process.execPath, [cli, "install", "chromium"], { limitSeconds: 240 });
  return code === 0 ? await installed() : undefined;
}

/**
 * Arguments that keep the browser quiet and on this machine: it finds no host but loopback, and needs neither a graphics
 * card nor a large shared memory.
 */
const browserArgs: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
];

/** A window's size in CSS pixels of the person's screen; `zoom` 2 draws everything twice as large. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
  readonly zoom?: number;
}

/** Starts a browser with a fresh profile in `folder`. It ends with `close()` or with us. */
export async function launchBrowser(folder: string, { width, height, zoom = 1 }: WindowSize): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await getBrowser(),
    headless: true,
    // Its own handlers would end the process before the server is stopped.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...browserArgs],
    viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
    deviceScaleFactor: zoom,
    // Times read the same wherever the tests run.
    timezoneId: "UTC",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(60_000);
  return context;
}
