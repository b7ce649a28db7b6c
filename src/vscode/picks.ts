import * as vscode from "vscode";
import { type AgentDefinition, placeOf } from "../agents/agentDefinition.ts";
import { DisposableStore } from "../base/disposables.ts";
import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import { markIcon } from "../shared/markIcon.ts";
import { type LiveConnection, sessionKey } from "../views/hub.ts";
import { Labels, roleOf } from "../views/labels.ts";
import { stateWords } from "../views/stateWords.ts";
import type { Pointed } from "./pointed.ts";

interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** What stands above a group of choices. */
interface Separator extends vscode.QuickPickItem {
  readonly kind: vscode.QuickPickItemKind.Separator;
  readonly value?: undefined;
}

/** A line between choices, with a word for those below it. */
export function separator(label: string): Separator {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

/** Has the person choose one of several; undefined when they do not. */
export async function pick<T>(choices: readonly (Choice<T> | Separator)[], placeHolder: string): Promise<T | undefined> {
  const chosen = await vscode.window.showQuickPick(choices, { placeHolder, matchOnDescription: true, matchOnDetail: true });
  return chosen?.value;
}

/** The same, until `signal` is aborted, and without going away when the focus goes elsewhere. */
export async function pickUntil<T>(choices: readonly Choice<T>[], placeholder: string, signal: AbortSignal): Promise<T | undefined> {
  const lifetime = new DisposableStore();
  const box = lifetime.add(vscode.window.createQuickPick<Choice<T>>());
  const chosen = new Promise<T | undefined>((resolve) => {
    lifetime.add(box.onDidAccept(() => resolve(box.activeItems[0]?.value)));
    lifetime.add(box.onDidHide(() => resolve(undefined)));
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
  Object.assign(box, { items: choices, placeholder, ignoreFocusOut: true, matchOnDescription: true, matchOnDetail: true });
  box.show();
  try {
    return await chosen;
  } finally {
    lifetime.dispose();
  }
}

/** Has the person enter something secret; undefined when they do not. */
export async function askSecret(prompt: string): Promise<string | undefined> {
  const value = await vscode.window.showInputBox({ prompt: plainLabel(prompt), password: true, ignoreFocusOut: true });
  return value?.trim();
}

/** One agent of several. */
export function agentChoice(agent: AgentDefinition): Choice<AgentDefinition> {
  return {
    label: plainLabel(agent.label),
    description: traitOf(agent),
    detail: agent.isDemo ? t("Shows what this extension can do, with subagents that only pretend to work") : plainLabel(placeOf(agent)),
    value: agent,
  };
}

/** What is to be known of an agent before it is started. */
function traitOf(agent: AgentDefinition): string {
  if (agent.isDemo) return t("needs no key and no network");
  if ("url" in agent && agent.url.startsWith("http")) return t("over HTTP, which is experimental: subagents may be missing");
  return agent.presetId === undefined ? "" : t("installed by this extension");
}

/** Sessions of all connections, roots before their children, as far as `isOffered` lets them. */
export function sessionChoices(
  connections: readonly LiveConnection[],
  isOffered: (pointed: Pointed) => boolean,
): readonly Choice<Pointed>[] {
  return connections.flatMap((connection) => {
    const labels = new Labels(connection);
    const below = (pointed: Pointed): readonly Choice<Pointed>[] => [
      ...(isOffered(pointed) ? [sessionChoice(pointed, labels)] : []),
      ...pointed.session.children.flatMap((id) => {
        const session = connection.model.get(id);
        return session ? below({ key: sessionKey(connection.key, id), connection, session }) : [];
      }),
    ];
    return connection.model.roots.flatMap((session) => below({ key: sessionKey(connection.key, session.id), connection, session }));
  });
}

function sessionChoice(pointed: Pointed, labels: Labels): Choice<Pointed> {
  const { connection, session } = pointed;
  const { mark, isDim, words } = stateWords(session, connection);
  const { icon, color } = markIcon(mark, isDim);
  const role = session.standing === "root" ? connection.agentLabel : roleOf(session);
  return {
    label: plainLabel(labels.of(session)),
    description: plainLabel(role === undefined ? words : `${role} · ${words}`),
    detail: pathOf(pointed, labels),
    iconPath: new vscode.ThemeIcon(icon, color ? new vscode.ThemeColor(color) : undefined),
    value: pointed,
  };
}

/** The labels above a session, root first. */
function pathOf({ connection, session }: Pointed, labels: Labels): string | undefined {
  const names: string[] = [];
  for (let at = parent(connection, session); at; at = parent(connection, at)) names.unshift(plainLabel(labels.of(at), 40));
  return names.length === 0 ? undefined : names.join(" › ");
}

function parent({ model }: LiveConnection, session: Pointed["session"]): Pointed["session"] | undefined {
  return session.parentId === null ? undefined : model.get(session.parentId);
}
