// The real agents, from npm, each in a cache folder of its version.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cache, cached, npm, say } from "../../scripts/setup.mjs";

/** The agents that the tests drive, in the versions that they were written for; `with`: what they leave open to newer versions. */
const agents = {
  "claude-agent-acp": { version: "0.101.0", with: [] },
  "codex-acp": { version: "2.6.0", with: ["@openai/codex@0.166.0"] },
} as const;

export type AgentName = keyof typeof agents;

/** Finds or gets an agent and returns the script that runs it. Throws a SetupError when the registry cannot be reached. */
export async function getAgent(name: AgentName): Promise<string> {
  const { version, with: others } = agents[name];
  mkdirSync(join(cache, "agents"), { recursive: true });
  const folder = await cached(join("agents", `${name}-${version}`), async (draft) => {
    say(`getting ${name} ${version} …`);
    // Their install scripts are not needed: what runs comes in packages for the platform. Everything else as a person gets it,
    // whatever our own settings of npm say.
    const options = ["--no-save", "--omit=dev", "--ignore-scripts", "--no-legacy-peer-deps"];
    const args = ["install", "--prefix", draft, ...options, `@agentclientprotocol/${name}@${version}`, ...others];
    await npm(args, { cwd: draft, limitSeconds: 150, what: `get ${name} ${version} from the npm registry` });
  });
  return join(folder, "node_modules", "@agentclientprotocol", name, "dist", "index.js");
}

/** Gets all of them, one after the other. */
export async function getAgents(): Promise<void> {
  for (const name of Object.keys(agents) as AgentName[]) await getAgent(name);
}
