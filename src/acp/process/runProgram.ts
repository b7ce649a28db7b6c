import { once } from "node:events";
import type { Logger } from "../../base/logger.ts";
import { AgentProcess } from "./agentProcess.ts";
import type { AgentHost, ProgramLaunch } from "./launch.ts";
import { StderrTail } from "./stderrTail.ts";

/**
 * Runs a program that is no agent to its end, in the environment of agents and under the same supervisor, so that nothing
 * of it is left when the host goes or `signal` aborts. Resolves with its exit code (null after a signal) and the end of
 * what it wrote on both outputs. Rejects with a PersonError when it cannot be started, with the signal's reason after an
 * abort; in both cases nothing of it runs any more.
 */
export async function runProgram(
  launch: ProgramLaunch,
  host: AgentHost,
  log: Logger,
  signal: AbortSignal,
): Promise<{ readonly code: number | null; readonly output: string }> {
  signal.throwIfAborted();
  const program = await AgentProcess.start(launch, host, log);
  const printed = new StderrTail();
  program.stdout.on("data", (chunk: Uint8Array) => printed.add(chunk));
  const drained = program.stdout.closed ? Promise.resolve() : once(program.stdout, "close");
  const stop = () => program.dispose();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    const { code } = await program.exited;
    stop();
    await Promise.all([program.ended, drained]);
    signal.throwIfAborted();
    return { code, output: printed.text + program.stderr.text };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
