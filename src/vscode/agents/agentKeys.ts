import type { SecretStorage } from "vscode";
import { isVariableName } from "../../acp/signInMethods.ts";
import type { Masker } from "../../acp/traffic/secrets.ts";
import { type AgentDefinition, valuesOf, withValues } from "../../agents/agentDefinition.ts";
import { filledFrom, secretsIn } from "../../agents/secretReferences.ts";
import { t } from "../../base/words.ts";
import { NotNow } from "../notNow.ts";

/** Where keys are kept, how they are asked for, and who masks them. */
export interface AgentKeysOptions {
  /** Where keys are kept, and nowhere else. */
  readonly secrets: Pick<SecretStorage, "get" | "store" | "delete">;
  /** Gets to know every key before it is used. */
  readonly masker: Masker;
  /** Has the person enter a key that is not kept; undefined when they do not. */
  readonly ask: (question: string) => Promise<string | undefined>;
}

type Keys = { readonly [name: string]: string };

/** The keys of agents, by the name of a variable. An agent gets its own when it is started, and no other does. */
export class AgentKeys {
  readonly #options: AgentKeysOptions;

  constructor(options: AgentKeysOptions) {
    this.#options = options;
  }

  /** The names of the keys that are kept for an agent. */
  async names(agentId: string): Promise<readonly string[]> {
    return Object.keys(await this.#keysOf(agentId));
  }

  async keep(agentId: string, name: string, value: string): Promise<void> {
    this.#options.masker.learn(value);
    await this.#write(agentId, { ...(await this.#keysOf(agentId)), [name]: value });
  }

  /** Forgets one key, or all of an agent. */
  async forget(agentId: string, name?: string): Promise<void> {
    const { [name ?? ""]: _forgotten, ...others } = await this.#keysOf(agentId);
    await this.#write(agentId, name === undefined ? {} : others);
  }

  /**
   * The definition with its keys: those that are kept for it as variables, and what `${secret:NAME}` in its variables or
   * headers means, for which the person is asked when it is not kept. Throws `NotNow` when they do not say.
   */
  async complete(definition: AgentDefinition): Promise<AgentDefinition> {
    const kept = await this.#keysOf(definition.id);
    const found: { [name: string]: string } = { ...kept };
    const values = Object.entries(valuesOf(definition));
    const referenced = secretsIn(values.map(([, value]) => value));
    for (const name of referenced) found[name] ??= await this.#askFor(definition, name);
    const filled = values.map(([name, value]) => [name, filledFrom(value, found)] as const);
    // A server has no environment that we could put them into.
    const isProgram = !("url" in definition);
    const others = Object.entries(kept).filter(([name]) => isProgram && !referenced.includes(name) && isVariableName(name));
    return withValues(definition, Object.fromEntries([...filled, ...others]));
  }

  async #askFor({ id, label }: AgentDefinition, name: string): Promise<string> {
    const value = await this.#options.ask(
      t("{0} needs “{1}”. It is kept in the editor's secret storage, and given to this agent alone.", label, name),
    );
    if (!value) throw new NotNow(t("{0} was not started: it needs “{1}”. Enter it with “ACP: Set Agent Key…”.", label, name));
    await this.keep(id, name, value);
    return value;
  }

  async #keysOf(agentId: string): Promise<Keys> {
    const text = await this.#options.secrets.get(storageKey(agentId));
    const value: unknown = text === undefined ? {} : JSON.parse(text);
    const entries = Object.entries(typeof value === "object" && value !== null ? value : {});
    const keys = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
    for (const [, key] of keys) this.#options.masker.learn(key);
    return Object.fromEntries(keys);
  }

  async #write(agentId: string, keys: Keys): Promise<void> {
    const { secrets } = this.#options;
    if (Object.keys(keys).length === 0) await secrets.delete(storageKey(agentId));
    else await secrets.store(storageKey(agentId), JSON.stringify(keys));
  }
}

function storageKey(agentId: string): string {
  return `keys of ${agentId}`;
}
