import type { InstalledAgents } from "../../agents/installedAgents.ts";
import type { PresetCatalog } from "../../agents/presetCatalog.ts";
import { versionNotice } from "../../agents/versionNotice.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { t } from "../../base/words.ts";
import { AgentConnection, type Connections } from "../connections.ts";
import { commandId, openAgentSettings, run } from "../names.ts";
import type { PersonMemory } from "../personMemory.ts";
import type { Teller } from "../teller.ts";

/** What comparing versions needs. */
export interface AgentVersionsOptions {
  readonly connections: Connections;
  readonly installed: InstalledAgents;
  readonly catalog: PresetCatalog;
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

  #look({ definition, agent: { info } }: AgentConnection): void {
    const { memory, teller, installed, catalog } = this.#options;
    const preset = catalog.npm.find(({ id }) => id === definition.presetId);
    const version = preset && installed.install(preset)?.version;
    const notice = versionNotice({ definition, info, installed: version }, catalog.npm);
    if (!notice || !memory.isNew(notice.key)) return;
    const { presetId, sentence } = notice;
    teller.say(
      sentence,
      presetId === undefined
        ? { label: t("Open Settings"), run: openAgentSettings }
        : { label: t("Update"), run: () => run(commandId("installAgent"), presetId) },
    );
  }
}
