import { PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { AgentDefinition } from "./agentDefinition.ts";
import type { Installer } from "./installer.ts";
import type { Install } from "./installFolder.ts";
import type { NpmPreset } from "./presets.ts";
import { isOlder } from "./versions.ts";

/** An agent as it is started now. */
export interface PreparedAgent {
  readonly definition: AgentDefinition;
  /** To be called when its process has ended, or was not started. */
  readonly release: () => Promise<void>;
}

/** How an install stands to the version that its preset names. */
export type InstallState = "missing" | "incomplete" | "older" | "current";

/** The agents that the extension installed, beside those of the settings. What other windows install is seen at once. */
export class InstalledAgents {
  readonly #installer: Installer;

  constructor(installer: Installer) {
    this.#installer = installer;
  }

  /** Those that can be offered, also when one of them turns out to be incomplete. */
  get agents(): readonly AgentDefinition[] {
    return this.#installer.folder.presets.map((preset) => listed(preset, this.install(preset)));
  }

  /** The newest complete version of an agent that is there. */
  install(preset: NpmPreset): Install | undefined {
    return this.#installer.folder.newest(preset);
  }

  state(preset: NpmPreset): InstallState {
    const { folder } = this.#installer;
    const install = folder.newest(preset);
    if (!install) return folder.presets.includes(preset) ? "incomplete" : "missing";
    return isOlder(install.version, preset.npm.version) ? "older" : "current";
  }

  /**
   * What is started for `definition`: the person's own as it stands; of an installed one the newest version, looked at
   * anew each time, and kept from being removed until `release`. Rejects with a PersonError when it is not all there.
   */
  async prepare(definition: AgentDefinition, signal: AbortSignal): Promise<PreparedAgent> {
    const { folder } = this.#installer;
    if (definition.presetId === undefined) return { definition, release: async () => undefined };
    const preset = folder.presets.find(({ id }) => id === definition.presetId);
    const install = preset && folder.newest(preset);
    const release = install && (await folder.use(install));
    if (!release) {
      throw new PersonError(t("{0} is not installed, or not all of it. Run “ACP: Install or Update Agent…”.", definition.label));
    }
    try {
      return { definition: await this.#installer.launchOf(install, signal), release };
    } catch (error) {
      await release();
      throw error;
    }
  }
}

/** The id of an agent that was installed from the preset with this id. */
export function installedId(presetId: string): string {
  return `installed:${presetId}`;
}

/** An installed agent as it stands in lists: how it is really started is known when it is. */
function listed({ id, name, npm, args }: NpmPreset, install: Install | undefined): AgentDefinition {
  const what = install ? `${npm.package}@${install.version}` : npm.package;
  return { id: installedId(id), label: name, command: what, args, env: {}, isDemo: false, presetId: id };
}
