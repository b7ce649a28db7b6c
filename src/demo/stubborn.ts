import { spawn } from "node:child_process";

const lifetimeMs = 120_000;

const grandchildScript = `process.on("SIGTERM", () => undefined); setTimeout(() => process.exit(0), ${lifetimeMs}); process.stdout.write("ready");`;

/**
 * For tests of how a client ends a process tree (`--stubborn`): the agent does not end on SIGTERM – nor, by `main.ts`,
 * when its standard input ends –, and it starts a grandchild in a session of its own that ignores SIGTERM too. The
 * grandchild's command line ends with the state folder, so that a test can find it. Both end by themselves after two
 * minutes, so that a failed test leaves nothing behind for long. `warn` says when the grandchild ignores the signal.
 */
export function beStubborn(stateDir: string, warn: (message: string) => void): void {
  process.on("SIGTERM", () => warn("SIGTERM came and I stay"));
  setTimeout(() => process.exit(0), lifetimeMs);
  const grandchild = spawn(process.execPath, ["-e", grandchildScript, stateDir], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  grandchild.stdout.once("data", () => warn("the grandchild stays too"));
  grandchild.unref();
}
