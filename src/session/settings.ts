import type { Session } from "./session.ts";

/** What can be set of a session: its mode, or one of its config options by id. */
export type SettingKey = "mode" | `option:${string}`;

/** A change that we asked for. */
export interface SettingChange {
  readonly key: SettingKey;
  /** What is wanted: the id of a mode or of a choice; of a boolean `true` or `false`. */
  readonly value: string;
}

/** The key of a config option. */
export function optionKey(id: string): SettingKey {
  return `option:${id}`;
}

/** The id of the config option that a key names; undefined for the mode. */
export function optionId(key: SettingKey): string | undefined {
  return key === "mode" ? undefined : key.slice("option:".length);
}

/** How a setting of a session is set: `select` or `boolean`; undefined when there is none with this key, or of a type that we do not know. */
export function settingType(session: Session, key: SettingKey): "select" | "boolean" | undefined {
  if (key === "mode") return session.modes.length > 0 ? "select" : undefined;
  const type = session.config.find((option) => optionKey(option.id) === key)?.type;
  return type === "select" || type === "boolean" ? type : undefined;
}
