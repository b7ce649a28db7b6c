// The real agents, from npm, each in a cache folder of its version.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cache, cached, npm, say } from "../../scripts/setup.mjs";

/** The agents that the tests drive, in the versions that they were written for. */
const versions = { "claude-agent-acp": "0.101.0", "codex-acp": "2.6.0" } as const;

export type AgentName = keyof typeof versions;

/** Finds or gets an agent and returns the script that runs it. Throws a SetupError when the registry cannot be reached. */
export async function getAgent(name: AgentName): Promise<string> {
  const version = versions[name];
  mkdirSync(join(cache, "agents"), { recursive: true });
  const folder = await cached(join("agents", `${name}-${version}`), async (draft) => {
    say(`getting ${name} ${version} …`);
    // Their install scripts are not needed: what runs comes in packages for the platform.
    const args = ["install", "--prefix", draft, "--no-save", "--omit=dev", "--ignore-scripts", `@agentclientprotocol/${name}@${version}`];
    await npm(args, { cwd: draft, limitSeconds: 150, what: `get ${name} ${version} from the npm registry` });
  });
  return join(folder, "node_modules", "@agentclientprotocol", name, "dist", "index.js");
}

/** Gets all of them, one after the other. */
export async function getAgents(): Promise<void> {
  for (const name of Object.keys(versions) as AgentName[]) await getAgent(name);
}
