import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { anthropicMessages } from "./anthropicMessages.ts";
import type { AgentName } from "./install.ts";
import type { ModelApi } from "./modelServer.ts";
import { openaiResponses } from "./openaiResponses.ts";

/** The folders of one run: nothing of it lies elsewhere. */
export interface Folders {
  readonly home: string;
  readonly temporary: string;
  readonly workspace: string;
}

/** How one agent is made to work without account, key and network. */
export interface Kit {
  readonly name: AgentName;
  readonly model: ModelApi;
  /** What follows the state of a child that a load brought back, see `tree`. */
  readonly loaded: string;
  /** Writes the agent's settings and returns what its environment holds beside the common variables. */
  prepare(folders: Folders, modelUrl: string, asks: boolean): { readonly [name: string]: string };
}

const claude: Kit = {
  name: "claude-agent-acp",
  model: anthropicMessages,
  // It tells the states once more after the load.
  loaded: "",
  prepare({ home, temporary }, modelUrl) {
    const config = join(home, ".claude");
    mkdirSync(config, { recursive: true });
    // Without a mode it would start in one that asks the model about every action.
    const permissions = { defaultMode: "default", allow: ["Agent", "Bash(echo:*)"] };
    writeFileSync(join(config, "settings.json"), JSON.stringify({ permissions }));
    return {
      ANTHROPIC_API_KEY: "dummy",
      ANTHROPIC_BASE_URL: modelUrl,
      CLAUDE_CONFIG_DIR: config,
      CLAUDE_CODE_TMPDIR: temporary,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION: "false",
      CLAUDE_CODE_MAX_RETRIES: "0",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_TELEMETRY: "1",
    };
  },
};

const codex: Kit = {
  name: "codex-acp",
  model: openaiResponses,
  loaded: ", historical",
  prepare({ home, workspace }, modelUrl, asks) {
    const config = join(home, ".codex");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "config.toml"), codexConfig(workspace, modelUrl));
    return {
      CODEX_HOME: config,
      // Only the mode that asks needs a sandbox, which not every machine can give.
      INITIAL_AGENT_MODE: asks ? "workspace-write" : "agent-full-access",
      MODEL_KEY: "dummy",
      MODEL_PROVIDER: "scripted",
      NO_BROWSER: "1",
    };
  },
};

function codexConfig(workspace: string, modelUrl: string): string {
  return `
model = "scripted-model"
model_provider = "scripted"
check_for_update_on_startup = false
web_search = "disabled"

[model_providers.scripted]
name = "Scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "MODEL_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[analytics]
enabled = false
[feedback]
enabled = false
[features]
apps = false
memories = false
plugins = false
[agents]
max_depth = 3
[projects.${JSON.stringify(workspace)}]
trust_level = "trusted"
`;
}

/** The agents that every case is tried with. */
export const kits: readonly Kit[] = [claude, codex];
