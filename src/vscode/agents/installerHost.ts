import { homedir } from "node:os";
import type { AgentHost, ProgramLaunch } from "../../acp/process/launch.ts";
import type { ProgramDefinition } from "../../agents/agentDefinition.ts";
import type { InstallerHost, Program } from "../../agents/installer.ts";
import type { PresetCatalog } from "../../agents/presetCatalog.ts";
import type { Logger } from "../../base/logger.ts";
import { programFinder } from "./programs.ts";

/** What an installer needs, made of what agents are started with: the same environment, the same supervisor. */
export function installerHost(host: AgentHost, root: string, log: Logger, catalog?: PresetCatalog): InstallerHost {
  const findProgram = programFinder(host);
  const launchOf = ({ command, args, cwd = homedir() }: Program): ProgramLaunch => ({ label: command, command, args, env: {}, cwd });
  return {
    root,
    ...(catalog ? { presets: () => catalog.npm } : {}),
    editorRuntime: host.runtimePath,
    log,
    has: async (command) => (await findProgram(command)) !== undefined,
    run: async (program, signal) => {
      const { runProgram } = await import("../../acp/process/runProgram.ts");
      return runProgram(launchOf(program), host, log, signal);
    },
    tryOut: (definition, signal) => tryOut(definition, host, log, signal),
  };
}

/** The connection has a time limit for `initialize`. */
async function tryOut({ label, command, args, env }: ProgramDefinition, host: AgentHost, log: Logger, signal: AbortSignal): Promise<void> {
  const { Agent } = await import("../../acp/agent.ts");
  const agent = new Agent({ launch: { label, command, args, env, cwd: homedir() }, host, log });
  const giveUp = () => agent.dispose();
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    signal.throwIfAborted();
    await agent.start();
  } finally {
    signal.removeEventListener("abort", giveUp);
    // Its files are about to be moved.
    await agent.end();
  }
}
