import type { InstalledAgents } from "../agents/installedAgents.ts";
import { findOlderAgent, npmPresets, type OlderAgent } from "../agents/presets.ts";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { t } from "../base/words.ts";
import { AgentConnection, type Connections } from "./connections.ts";
import type { NextStep, Teller } from "./errors.ts";
import { commandId, openAgentSettings, run } from "./names.ts";
import type { PersonMemory } from "./personMemory.ts";

export interface AgentVersionsOptions {
  readonly connections: Connections;
  readonly installed: InstalledAgents;
  readonly memory: PersonMemory;
  readonly teller: Teller;
}

/** Looks at the version of every agent that starts, and says once when a newer one is worth having. */
export class AgentVersions implements Disposable {
  readonly #options: AgentVersionsOptions;
  readonly #lifetime = new DisposableStore();

  constructor(options: AgentVersionsOptions) {
    this.#options = options;
    this.#lifetime.add(
      options.connections.onDidChange((change) => {
        if (change.type === "connectionAdded" && change.connection instanceof AgentConnection) this.#look(change.connection);
      }),
    );
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #look(connection: AgentConnection): void {
    const { name, version } = connection.agent.info;
    const older = findOlderAgent(name, version);
    if (older && version !== undefined) this.#tellOlder(connection, older, version);
    else this.#offerPinned(connection);
  }

  /** The agent says that it is older than the first version that tells more of its sub-agents. */
  #tellOlder({ definition }: AgentConnection, { preset, since }: OlderAgent, version: string): void {
    const { memory, teller } = this.#options;
    if (!memory.isNew(`older ${definition.id} ${version}`)) return;
    const fact = t("{0} {1} tells less of its sub-agents than {2} and newer: some may be missing here.", definition.label, version, since);
    if (definition.presetId !== undefined) {
      teller.say(fact, updateStep(definition.presetId));
      return;
    }
    const { package: name, version: wanted } = preset.npm;
    teller.say(t("{0} Update the package {1} to {2} or newer where you have it from.", fact, name, wanted), {
      label: t("Open Settings"),
      run: openAgentSettings,
    });
  }

  /** What is installed is older than what this version of the extension installs. */
  #offerPinned({ definition }: AgentConnection): void {
    const { memory, teller, installed } = this.#options;
    const preset = npmPresets.find(({ id }) => id === definition.presetId);
    const install = preset && installed.install(preset);
    if (!preset || !install || installed.state(preset) !== "older") return;
    const { version } = preset.npm;
    if (!memory.isNew(`pinned ${definition.id} ${version}`)) return;
    teller.say(t("{0} {1} is installed; {2} is ready to take its place.", preset.name, install.version, version), updateStep(preset.id));
  }
}

function updateStep(presetId: string): NextStep {
  return { label: t("Update"), run: () => run(commandId("installAgent"), presetId) };
}
