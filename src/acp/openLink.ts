import type { Logger } from "../base/logger.ts";
import type { AgentLink } from "./agentLink.ts";
import { AgentProcess } from "./agentProcess.ts";
import type { AgentHost, AgentLaunch } from "./launch.ts";

/** Starts an agent; rejects with a PersonError when it cannot be started. */
export function openLink(launch: AgentLaunch, host: AgentHost, log: Logger): Promise<AgentLink> {
  return AgentProcess.start(launch, host, log);
}
