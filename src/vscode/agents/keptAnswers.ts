import type { Memento, SecretStorage } from "vscode";
import type { Masker } from "../../acp/traffic/secrets.ts";
import type { McpAnswers } from "./mcpServers.ts";

/** What was entered for MCP servers: secrets in the secret storage, the rest with the workspace. */
export class KeptAnswers implements McpAnswers {
  readonly #secrets: SecretStorage;
  readonly #state: Memento;
  readonly #masker: Masker;

  constructor(secrets: SecretStorage, state: Memento, masker: Masker) {
    this.#secrets = secrets;
    this.#state = state;
    this.#masker = masker;
  }

  async get(key: string): Promise<string | undefined> {
    const value = this.#known[key];
    if (value !== null) return value;
    const secret = await this.#secrets.get(secretKey(key));
    if (secret !== undefined) this.#masker.learn(secret);
    return secret;
  }

  async keep(key: string, value: string, isSecret: boolean): Promise<void> {
    if (isSecret) {
      this.#masker.learn(value);
      await this.#secrets.store(secretKey(key), value);
    }
    await this.#state.update("mcpAnswers", { ...this.#known, [key]: isSecret ? null : value });
  }

  /** Forgets all of them; returns how many there were. */
  async forget(): Promise<number> {
    const keys = Object.keys(this.#known);
    for (const key of keys) await this.#secrets.delete(secretKey(key));
    await this.#state.update("mcpAnswers", undefined);
    return keys.length;
  }

  /** By key; null stands for a secret, which is elsewhere. */
  get #known(): { readonly [key: string]: string | null } {
    const value = this.#state.get("mcpAnswers");
    return typeof value === "object" && value !== null ? (value as { readonly [key: string]: string | null }) : {};
  }
}

function secretKey(key: string): string {
  return `mcp ${key}`;
}
