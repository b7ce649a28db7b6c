import { t } from "../base/words.ts";
import type { ProgramDefinition } from "./agentDefinition.ts";

/**
 * The agent that comes with the extension. `script` is the full path of its bundle; `runtime` is the program that runs
 * it: the editor's own, which behaves as plain Node under `ELECTRON_RUN_AS_NODE`; `stateFolder` is where its sessions are
 * kept, so that they can be opened again.
 */
export function demoAgent(script: string, runtime: string, stateFolder: string): ProgramDefinition {
  return {
    id: "demo",
    label: t("Demo Agent"),
    command: runtime,
    args: [script, "--state", stateFolder],
    env: { ELECTRON_RUN_AS_NODE: "1" },
    isDemo: true,
  };
}
