/** An agent that many people have, offered by *Add Agent…*; it becomes an entry of the settings. */
export interface AgentPreset {
  /** The name that the entry gets in the settings. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The program that must be there, and where it comes from, in a few words. */
  readonly needs: string;
}

/** Versions are named so that an agent changes only when the person edits the entry. */
export const presets: readonly AgentPreset[] = [
  {
    name: "Claude Agent",
    command: "npx",
    args: ["-y", "@agentclientprotocol/claude-agent-acp@0.101.0"],
    needs: "@agentclientprotocol/claude-agent-acp 0.101.0, npx",
  },
  {
    name: "Codex",
    command: "npx",
    args: ["-y", "@agentclientprotocol/codex-acp@2.6.0"],
    needs: "@agentclientprotocol/codex-acp 2.6.0, npx",
  },
];
