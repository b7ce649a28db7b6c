import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { ConfigOption } from "../../session/events.ts";
import type { Session } from "../../session/session.ts";
import { optionKey, type SettingKey } from "../../session/settings.ts";
import type { SettingView } from "../../shared/composerView.ts";

/** One value that a setting can have. All strings are an agent's. */
export interface SettingChoice {
  readonly value: string;
  readonly name: string;
  readonly description?: string;
  /** The name of the group that it stands in. */
  readonly group?: string;
}

/** Something that can be set of a session: its mode, or an option. */
export interface Setting {
  readonly key: SettingKey;
  /** A `readOnly` one is of a type that we do not know. */
  readonly kind: "select" | "boolean" | "readOnly";
  readonly name: string;
  readonly description: string;
  /** What the agent reported last. */
  readonly value?: string;
  readonly choices: readonly SettingChoice[];
}

const isMode = (option: ConfigOption): boolean => option.category === "mode" || option.id === "mode";

function optionSetting(option: ConfigOption): Setting {
  const { id, name, description = "", type, value, choices } = option;
  return { key: optionKey(id), kind: type === "select" || type === "boolean" ? type : "readOnly", name, description, value, choices };
}

/**
 * What can be set of a session, in the agent's order. Modes of the older form come first, unless an option stands for them:
 * an agent sends both for clients that know only one (protocol page "Session Config Options").
 */
export function settingsOf(session: Session): readonly Setting[] {
  const options = session.config.map(optionSetting);
  if (session.modes.length === 0 || session.config.some(isMode)) return options;
  const choices = session.modes.map(({ id, name, description }) => ({ value: id, name, description }));
  return [{ key: "mode", kind: "select", name: t("Mode"), description: "", value: session.modeId, choices }, ...options];
}

/** A value of a setting in words. */
function valueWords({ kind, choices }: Setting, value: string | undefined): string {
  if (value === undefined) return t("not reported");
  if (kind === "boolean") return value === "true" ? t("on") : t("off");
  return oneLine(choices.find((choice) => choice.value === value)?.name ?? value, 80);
}

/** The settings of a session as its composer shows them: what is wanted stands there until the agent grants or refuses it. */
export function settingViews(session: Session): readonly SettingView[] {
  return settingsOf(session).map((setting) => {
    const wanted = session.pendingSettings.findLast((change) => change.key === setting.key);
    const value = wanted?.value ?? setting.value;
    const chosen = setting.choices.find((choice) => choice.value === value)?.description ?? "";
    return {
      key: setting.key,
      kind: setting.kind,
      name: oneLine(setting.name, 80),
      value: valueWords(setting, value),
      isOn: value === "true",
      isPending: wanted !== undefined,
      description: [setting.description, chosen]
        .map((text) => oneLine(text, 300))
        .filter((text) => text !== "")
        .join("\n"),
    };
  });
}

/** Why the last change was refused, in a sentence that says what holds; empty when none was. */
export function refusalWords(session: Session): string {
  const refused = session.refusedSetting;
  if (!refused) return "";
  const setting = settingsOf(session).find(({ key }) => key === refused.key);
  const reason = oneLine(refused.error, 300);
  if (!setting) return t("The change was refused: {0}", reason);
  return t("{0} stays “{1}”: {2}", oneLine(setting.name, 80), valueWords(setting, setting.value), reason);
}

/** The settings of a child, which only its agent changes: names and values to be read. */
export function settingFacts(session: Session): readonly { readonly name: string; readonly value: string }[] {
  const isModelTold = session.config.some((option) => option.category === "model" || option.id === "model");
  return [
    ...(session.model === undefined || isModelTold ? [] : [{ name: t("Model"), value: oneLine(session.model, 80) }]),
    ...settingsOf(session).map((setting) => ({ name: oneLine(setting.name, 80), value: valueWords(setting, setting.value) })),
  ];
}
