import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";
import { codeOf } from "../base/systemError.ts";
import { type AgentPreset, isFromNpm, type NpmPreset, presets } from "./presets.ts";
import { parseRegistry, type RegistryAgent } from "./registry.ts";
import { isOlder } from "./versions.ts";

/** What a refresh changed. */
export interface Refreshed {
  readonly added: number;
  readonly updated: number;
  readonly leftOut: number;
}

/**
 * The agents that are offered: those that come with the extension, and what the registry said when the person refreshed
 * the list, which is kept in a file. That file is checked again whenever it is read.
 */
export class PresetCatalog {
  readonly #file: string;
  readonly #log: Logger;
  #all: readonly AgentPreset[] | undefined;
  #npm: readonly NpmPreset[] | undefined;

  /** `file`: full path of what is kept. */
  constructor(file: string, log: Logger) {
    this.#file = file;
    this.#log = log;
  }

  /** The same list until it is refreshed. */
  get all(): readonly AgentPreset[] {
    this.#all ??= merge(presets, this.#kept());
    return this.#all;
  }

  /** Those that can be installed. */
  get npm(): readonly NpmPreset[] {
    this.#npm ??= this.all.filter(isFromNpm);
    return this.#npm;
  }

  /** Takes the registry's text in and keeps it. Throws a PersonError when nothing of it can be used; the list then stays. */
  async take(text: string): Promise<Refreshed> {
    const before = this.all;
    const { agents, leftOut } = parseRegistry(text);
    await mkdir(dirname(this.#file), { recursive: true });
    const draft = `${this.#file}.${process.pid}`;
    await writeFile(draft, text);
    await rename(draft, this.#file);
    this.#all = merge(presets, agents);
    this.#npm = undefined;
    const known = new Map(before.map((preset) => [preset.id, preset]));
    const added = this.#all.filter(({ id }) => !known.has(id)).length;
    const updated = this.#all.filter(({ id, npm }) => known.has(id) && known.get(id)?.npm?.version !== npm?.version).length;
    return { added, updated, leftOut };
  }

  #kept(): readonly RegistryAgent[] {
    try {
      return parseRegistry(readFileSync(this.#file, "utf8")).agents;
    } catch (error) {
      if (codeOf(error) !== "ENOENT") this.#log.warn(`The refreshed list of agents was not read: ${messageOf(error)}`);
      return [];
    }
  }
}

/** A preset keeps what we know of it, and gets a newer version; others come behind it. */
function merge(own: readonly AgentPreset[], registry: readonly RegistryAgent[]): readonly AgentPreset[] {
  const byPackage = new Map(registry.map((agent) => [agent.package, agent]));
  const packages = new Set(own.map(({ npm }) => npm?.package));
  const ids = new Set(own.map(({ id }) => id));
  const updated = own.map((preset): AgentPreset => {
    const found = preset.npm && byPackage.get(preset.npm.package);
    if (!preset.npm || !found || !isOlder(preset.npm.version, found.version)) return preset;
    return { ...preset, npm: { ...preset.npm, version: found.version } };
  });
  const others = registry.filter((agent) => !packages.has(agent.package) && !ids.has(agent.id));
  return [
    ...updated,
    ...others.map(
      (agent): AgentPreset => ({
        id: agent.id,
        name: agent.name,
        npm: { package: agent.package, version: agent.version },
        args: agent.args,
        tells: "unknown",
      }),
    ),
  ];
}
