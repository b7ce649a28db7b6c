import { t } from "../base/words.ts";
import type { AgentDefinition } from "./agentDefinition.ts";

/** The id of the agent that comes with the extension. */
export const demoAgentId = "demo";

/**
 * The agent that comes with the extension. `script` is the full path of its bundle; `runtime` is the program that runs
 * it: the editor's own, which behaves as plain Node under `ELECTRON_RUN_AS_NODE`.
 */
export function demoAgent(script: string, runtime: string): AgentDefinition {
  return {
    id: demoAgentId,
    label: t("Demo Agent"),
    command: runtime,
    args: [script],
    env: { ELECTRON_RUN_AS_NODE: "1" },
    isDemo: true,
  };
}
