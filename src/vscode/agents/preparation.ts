import { type AgentDefinition, valuesOf, withValues } from "../../agents/agentDefinition.ts";
import { exactDefinition } from "../../agents/exactDefinition.ts";
import type { InstalledAgents, PreparedAgent } from "../../agents/installedAgents.ts";
import { t } from "../../base/words.ts";
import { NotNow } from "../notNow.ts";
import type { AgentKeys } from "./agentKeys.ts";
import type { Approvals } from "./approvals.ts";

/** What is asked before an agent is started. */
export interface PreparationOptions {
  readonly approvals: Pick<Approvals, "allow">;
  readonly keys: Pick<AgentKeys, "complete">;
  readonly installed: Pick<InstalledAgents, "prepare">;
  /** False for an agent that the workspace brings along. */
  readonly isOwn: (definition: AgentDefinition) => boolean;
}

/**
 * What has to be settled before an agent is started: that the person allows one that the workspace brings along, its keys,
 * and what an installed one means now. Rejects with a PersonError when it may not or cannot be started.
 */
export async function prepareAgent(options: PreparationOptions, definition: AgentDefinition, signal: AbortSignal): Promise<PreparedAgent> {
  const { approvals, keys, installed, isOwn } = options;
  const { label } = definition;
  const isAllowed =
    isOwn(definition) ||
    (await approvals.allow({
      about: `agent ${label}`,
      content: exactDefinition(definition),
      question: t("The settings of this workspace define the agent “{0}”. Start it?", label),
      yes: t("Start"),
      isAskedAgain: true,
    }));
  if (!isAllowed)
    throw new NotNow(
      t("{0} was not started: this workspace defines it, and you did not allow it. Start it again to be asked again.", label),
    );
  signal.throwIfAborted();
  // An install is in use from the moment that it is prepared: the person is asked before.
  const values = valuesOf(await keys.complete(definition));
  signal.throwIfAborted();
  const { definition: prepared, release } = await installed.prepare(definition, signal);
  return { definition: withValues(prepared, { ...valuesOf(prepared), ...values }), release };
}
