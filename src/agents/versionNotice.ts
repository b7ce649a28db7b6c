import { t } from "../base/words.ts";
import type { AgentDefinition } from "./agentDefinition.ts";
import { findOlderAgent, type NpmPreset, npmPresets } from "./presets.ts";
import { isOlder } from "./versions.ts";

/** What is said once about the version of an agent that was started. */
export interface VersionNotice {
  /** What it is about, for remembering that it was said. */
  readonly key: string;
  readonly sentence: string;
  /** The preset that can be installed in its place; absent for the person's own agents, which are theirs to update. */
  readonly presetId?: string;
}

/** What is known of an agent that was started. */
export interface StartedAgent {
  readonly definition: AgentDefinition;
  /** What it says of itself (`agentInfo` of `initialize`). */
  readonly info: { readonly name?: string; readonly version?: string };
  /** The version that is installed, for an agent that the extension installed. */
  readonly installed?: string;
}

/** Whether a newer version is worth having: one that tells more of its subagents, or the one that is installed now. */
export function versionNotice(
  { definition, info, installed }: StartedAgent,
  known: readonly NpmPreset[] = npmPresets,
): VersionNotice | undefined {
  return olderNotice(definition, info, known) ?? pinnedNotice(definition, installed, known);
}

function olderNotice(
  { id, label, presetId }: AgentDefinition,
  { name, version = "" }: StartedAgent["info"],
  known: readonly NpmPreset[],
): VersionNotice | undefined {
  const older = findOlderAgent(name, version, known);
  if (!older) return undefined;
  const { since, preset } = older;
  const key = `older ${id} ${version}`;
  const fact = t("{0} {1} tells less of its subagents than {2} and newer: some may be missing here.", label, version, since);
  if (presetId !== undefined) return { key, sentence: fact, presetId };
  const advice = t("{0} Update the package {1} to {2} or newer where you have it from.", fact, preset.npm.package, preset.npm.version);
  return { key, sentence: advice };
}

function pinnedNotice(
  { id, presetId }: AgentDefinition,
  installed: string | undefined,
  known: readonly NpmPreset[],
): VersionNotice | undefined {
  const preset = known.find((each) => each.id === presetId);
  if (!preset || installed === undefined || !isOlder(installed, preset.npm.version)) return undefined;
  const { version } = preset.npm;
  const sentence = t("{0} {1} is installed; {2} is ready to take its place.", preset.name, installed, version);
  return { key: `pinned ${id} ${version}`, sentence, presetId: preset.id };
}
