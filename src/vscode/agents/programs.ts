import type { AgentHost } from "../../acp/process/launch.ts";

/** The full path of the program that a command names, looked for as agents are; undefined when there is none. Runs nothing. */
export type FindProgram = (command: string) => Promise<string | undefined>;

/** Looks with the environment that agents get: that of the login shell. */
export function programFinder({ environment }: Pick<AgentHost, "environment">): FindProgram {
  return async (command) => {
    const { agentEnvironment, findOnPath } = await import("../../acp/process/platform.ts");
    const { systemPlatform } = await import("../../acp/process/systemPlatform.ts");
    const platform = systemPlatform();
    return findOnPath(command, agentEnvironment(await environment(), {}, platform.os), platform);
  };
}
