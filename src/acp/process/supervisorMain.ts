// Runs one agent and sees to it that nothing of it outlives the host: `supervisor.cjs [--one-output] -- <program> <arguments…>`, see
// supervisorProtocol.ts. A process of its own, because the host may be killed at any time.
import { closeSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { constants, devNull } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import spawn from "cross-spawn";
import { ProcessTree } from "./processTree.ts";
import { hostPipe, markerVariable, oneOutputOption, runAsNodeVariable, type SupervisorReport } from "./supervisorProtocol.ts";

/** How long the agent has to end itself after its input was closed, in ms. */
const closingTime = 1000;

type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

const separator = process.argv.indexOf("--");
const isOneOutput = process.argv.slice(0, separator).includes(oneOutputOption);
const [program, ...args] = process.argv.slice(separator + 1);
if (program) supervise(program, args);
else process.exitCode = 2;

function supervise(file: string, fileArgs: readonly string[]): void {
  // Signals that are meant for the host's group must not end the one who cleans up after it.
  for (const name of ["SIGHUP", "SIGINT", "SIGTERM"] as const) process.on(name, () => undefined);
  const host = new Socket({ fd: hostPipe, readable: true, writable: true, allowHalfOpen: true });
  const report = (what: SupervisorReport) => void host.write(`${JSON.stringify(what)}\n`);
  host.on("error", () => host.destroy());
  host.resume();

  const detached = process.platform !== "win32";
  const agent = spawn(file, fileArgs, {
    stdio: isOneOutput ? ["inherit", "inherit", 1] : "inherit",
    env: agentEnvironment(),
    detached,
    windowsHide: true,
  });
  const exited = new Promise<Exit>((resolve) => agent.once("exit", (code, signal) => resolve({ code, signal })));
  agent.once("error", (error: NodeJS.ErrnoException) => {
    report({ type: "failed", code: error.code ?? "", message: error.message });
    host.end(() => process.exit(127));
  });
  if (agent.pid === undefined) return;
  report({ type: "started", pid: agent.pid });
  releaseStdio();

  const hostGone = new Promise<void>((resolve) => {
    host.once("end", resolve);
    host.once("close", resolve);
  });
  void exited.then((exit) => report({ type: "exited", ...exit }));
  void cleanUp(new ProcessTree(agent.pid, process.env[markerVariable] ?? ""), exited, hostGone);
}

/** Waits for the end of the agent or of the host, then ends what is left of the agent and exits the way it did. */
async function cleanUp(tree: ProcessTree, exited: Promise<Exit>, hostGone: Promise<void>): Promise<void> {
  try {
    await Promise.race([exited, hostGone]);
    await Promise.race([exited, delay(closingTime)]);
    await tree.end();
  } finally {
    const { code, signal } = await Promise.race([exited, delay(closingTime, { code: 1, signal: null })]);
    // Like a shell: 128 and the signal's number.
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  }
}

/** Ours without what is for our own start only; see `runAsNodeVariable`. */
function agentEnvironment(): NodeJS.ProcessEnv {
  const { ELECTRON_RUN_AS_NODE: _own, [runAsNodeVariable]: runAsNode, ...env } = process.env;
  return runAsNode === undefined ? env : { ...env, ELECTRON_RUN_AS_NODE: runAsNode };
}

/** Lets go of the agent's input and output, so that the host sees their end when the agent closes them, not when we exit. */
function releaseStdio(): void {
  for (const fd of [0, 1]) {
    closeSync(fd);
    // The lowest free number is taken, so this fills the gap and no later file can become our standard output.
    openSync(devNull, "r+");
  }
}
