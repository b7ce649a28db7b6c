import * as vscode from "vscode";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { type Setting, type SettingChoice, settingsOf, settingViews } from "../../views/transcript/settingViews.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { mustBeAlive, mustPointAt, type Pointed, type PointedAlive, rootAbove } from "../pointed.ts";

/** *Set Mode…*: of the root of the session that is pointed at. */
export async function setMode(parts: Parts, argument: unknown): Promise<void> {
  const pointed = changeable(mustPointAt(parts, argument));
  const mode = settingsOf(pointed.session).find(({ key }) => key === "mode" || isModeOption(pointed, key));
  if (!mode) throw new NotNow(t("{0} offers no modes in this session. Its other options: “ACP: Set Option…”.", agentOf(pointed)));
  await change(pointed, mode);
}

/** *Set Option…*: mode, model or any other option of the root of the session that is pointed at. */
export async function setOption(parts: Parts, argument: unknown): Promise<void> {
  await changeAny(changeable(mustPointAt(parts, argument)));
}

/** Asks which option to change, and to what. */
export async function changeAny(pointed: PointedAlive): Promise<void> {
  const settings = settingsOf(pointed.session);
  if (settings.length === 0) throw new NotNow(t("{0} offers nothing to set in this session.", agentOf(pointed)));
  const views = settingViews(pointed.session);
  const choices = settings.map((setting, index) => ({
    label: plainLabel(setting.name),
    description: plainLabel(views[index]?.value ?? ""),
    detail: setting.kind === "readOnly" ? t("can only be read here") : plainLabel(setting.description),
    value: setting,
  }));
  const setting = await pick(choices, t("Which option shall be set?"));
  if (setting) await change(pointed, setting);
}

/** Changes the setting with this key: a select asks to what, a boolean is switched. */
export async function changeSetting(pointed: PointedAlive, key: string): Promise<void> {
  const setting = settingsOf(pointed.session).find((each) => each.key === key);
  if (!setting) throw new NotNow(t("This session has no such option any more."));
  if (setting.kind === "boolean") await set(pointed, setting, setting.value === "true" ? "false" : "true");
  else await change(pointed, setting);
}

/** The root of a session, while something can be set there. A child's options are its agent's business. */
function changeable(pointed: Pointed): PointedAlive {
  const root = mustBeAlive(rootAbove(pointed));
  if (root.session.isClosed) throw new NotNow(t("This session is closed. Open it again, or start a new one."));
  return root;
}

async function change(pointed: PointedAlive, setting: Setting): Promise<void> {
  if (setting.kind === "readOnly")
    throw new NotNow(t("“{0}” can only be read here: its kind of value is not known.", plainLabel(setting.name)));
  const value = setting.kind === "boolean" ? await pickSwitch(setting) : await pickChoice(setting);
  if (value !== undefined && value !== setting.value) await set(pointed, setting, value);
}

async function set({ connection, session }: PointedAlive, { key }: Setting, value: string): Promise<void> {
  await connection.agent.set(session.id, { key, value });
}

function pickSwitch(setting: Setting): Promise<string | undefined> {
  const now = (value: string) => (setting.value === value ? t("set now") : "");
  const choices = [
    { label: t("On"), description: now("true"), value: "true" },
    { label: t("Off"), description: now("false"), value: "false" },
  ];
  return pick(choices, plainLabel(setting.description || setting.name));
}

/** The choices under the names of their groups; the one that holds is marked, and has the cursor. */
async function pickChoice(setting: Setting): Promise<string | undefined> {
  if (setting.choices.length === 0) throw new NotNow(t("The agent offers no choices for “{0}”.", plainLabel(setting.name)));
  type Item = vscode.QuickPickItem & { readonly value?: string };
  const items: Item[] = [];
  let group: string | undefined;
  for (const choice of setting.choices) {
    if (choice.group !== undefined && choice.group !== group)
      items.push({ label: plainLabel(choice.group), kind: vscode.QuickPickItemKind.Separator });
    group = choice.group;
    items.push(choiceItem(choice, choice.value === setting.value));
  }
  const quickPick = vscode.window.createQuickPick<Item>();
  quickPick.title = plainLabel(setting.name);
  quickPick.placeholder = plainLabel(setting.description) || t("Which value shall it have?");
  quickPick.matchOnDetail = true;
  quickPick.items = items;
  quickPick.activeItems = items.filter((item) => item.value !== undefined && item.value === setting.value);
  try {
    return await new Promise((resolve) => {
      quickPick.onDidAccept(() => resolve(quickPick.selectedItems[0]?.value));
      quickPick.onDidHide(() => resolve(undefined));
      quickPick.show();
    });
  } finally {
    quickPick.dispose();
  }
}

function choiceItem({ value, name, description }: SettingChoice, isSet: boolean): vscode.QuickPickItem & { readonly value: string } {
  return { label: plainLabel(name), description: isSet ? t("set now") : "", detail: plainLabel(description ?? "") || undefined, value };
}

function isModeOption({ session }: Pointed, key: string): boolean {
  return session.config.some((option) => (option.category === "mode" || option.id === "mode") && key === `option:${option.id}`);
}

function agentOf({ connection }: Pointed): string {
  return plainLabel(connection.agentLabel);
}
