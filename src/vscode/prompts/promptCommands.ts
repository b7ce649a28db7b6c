import * as vscode from "vscode";
import { t } from "../../base/words.ts";
import type { NewAttachment } from "../../session/attachment.ts";
import { sessionKey } from "../../views/hub.ts";
import { AgentConnection } from "../connections.ts";
import { run } from "../names.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { pointedAt, rootAbove } from "../pointed.ts";
import { newSession } from "../sessions/sessionCommands.ts";
import { editorAtHand, openFiles, problemsOf, selectionOf, terminalText } from "./promptContext.ts";
import { attachImage, type PromptPlace } from "./promptDesk.ts";
import { readImage } from "./promptFiles.ts";

/** *Send Selection to Agent*: it is attached to the prompt that is being written, and the composer gets the focus. */
export async function sendSelection(parts: Parts): Promise<void> {
  const selection = selectionOf(editorAtHand());
  if (!selection) throw new NotNow(t("Nothing is selected in an editor. Select some lines, then run this again."));
  await attachTo(parts, (place) => place.connection.agent.attachments.add(place.sessionId, [selection]));
}

/** *Add File to Prompt*: the files of the menu, else the one in the editor. `argument` and `all` as VS Code's menus give them. */
export async function addFileToPrompt(parts: Parts, argument: unknown, all?: unknown): Promise<void> {
  const chosen = Array.isArray(all) ? all.filter((each) => each instanceof vscode.Uri) : [];
  const one = argument instanceof vscode.Uri ? argument : editorAtHand()?.document.uri;
  const uris = chosen.length > 0 ? chosen : one ? [one] : [];
  if (uris.length === 0) throw new NotNow(t("No file is open. Open one, or choose it in the explorer's menu."));
  await attachTo(parts, async (place) => (await parts.prompts()).attachUris(place, uris));
}

/** *Attach Image…*: pictures from the disk. `argument`: one, as the explorer's menu gives it. */
export async function attachImageFile(parts: Parts, argument: unknown): Promise<void> {
  const files =
    argument instanceof vscode.Uri
      ? [argument]
      : await vscode.window.showOpenDialog({
          canSelectMany: true,
          title: t("Attach pictures to the prompt"),
          openLabel: t("Attach"),
          filters: { [t("Pictures")]: ["png", "jpg", "jpeg", "gif", "webp"] },
        });
  if (!files || files.length === 0) return;
  await attachTo(parts, async (place) => {
    for (const file of files) attachImage(place, await readImage(file));
  });
}

/** *Add Terminal Output to Prompt*: what is selected in the terminal at hand, else its last command with its output. */
export async function addTerminalToPrompt(parts: Parts): Promise<void> {
  const terminal = vscode.window.activeTerminal;
  if (!terminal) throw new NotNow(t("No terminal is open. Open one with “Terminal: Create New Terminal”."));
  const text =
    (await copiedBy("workbench.action.terminal.copySelection")) ||
    (await copiedBy("workbench.action.terminal.copyLastCommandAndLastCommandOutput"));
  if (text.trim() === "") {
    throw new NotNow(t("Nothing is selected in the terminal, and it does not tell what its last command printed. Select some lines."));
  }
  await attachTo(parts, (place) => place.connection.agent.attachments.add(place.sessionId, [terminalText(terminal.name, text.trimEnd())]));
}

/** The terminal lets its text out by the clipboard only: what was there before is put back. */
async function copiedBy(command: string): Promise<string> {
  const before = await vscode.env.clipboard.readText();
  await vscode.env.clipboard.writeText("");
  try {
    await run(command);
    return await vscode.env.clipboard.readText();
  } catch {
    // This editor has no such command, or the terminal nothing to copy: the caller says so.
    return "";
  } finally {
    await vscode.env.clipboard.writeText(before);
  }
}

/** The paper clip of a composer: everything that can be attached, in a list of the editor. */
export async function pickAttachment(parts: Parts, place: PromptPlace): Promise<void> {
  const { attachments, offers, model } = place.connection.agent;
  const folder = model.get(place.sessionId)?.cwd;
  const add = (...added: readonly NewAttachment[]) => attachments.add(place.sessionId, added);
  const open = async (options: vscode.OpenDialogOptions) => {
    const start = folder === undefined ? {} : { defaultUri: vscode.Uri.file(folder) };
    const uris = await vscode.window.showOpenDialog({ ...start, ...options, canSelectMany: true, openLabel: t("Attach") });
    if (uris) await (await parts.prompts()).attachUris(place, uris);
  };
  const selection = selectionOf(editorAtHand());
  const files = openFiles();
  const problems = problemsOf(undefined);
  const choices = [
    ...(selection ? [{ label: t("Selection"), description: selection.name, icon: "list-selection", value: () => add(selection) }] : []),
    ...(files.length > 0
      ? [
          {
            label: t("Open Editors"),
            description: String(files.length),
            icon: "files",
            value: async () => (await parts.prompts()).attachUris(place, files),
          },
        ]
      : []),
    ...(problems ? [{ label: problems.name, description: "", icon: "warning", value: () => add(problems) }] : []),
    { label: t("Files…"), description: "", icon: "file", value: () => open({ canSelectFiles: true }) },
    { label: t("Folder…"), description: "", icon: "folder", value: () => open({ canSelectFiles: false, canSelectFolders: true }) },
    ...(offers.prompt.image
      ? [{ label: t("Picture…"), description: "PNG, JPEG, GIF, WebP", icon: "file-media", value: () => attachImageFile(parts, undefined) }]
      : []),
    ...(vscode.window.activeTerminal
      ? [{ label: t("Terminal Output"), description: "", icon: "terminal", value: () => addTerminalToPrompt(parts) }]
      : []),
  ];
  const chosen = await pick(
    choices.map(({ icon, ...choice }) => ({ ...choice, iconPath: new vscode.ThemeIcon(icon) })),
    t("What shall go with the prompt?"),
  );
  await chosen?.();
}

/** Attaches to the prompt of the session at hand, which is begun when there is none, and brings its composer up. */
async function attachTo(parts: Parts, attach: (place: PromptPlace) => void | Promise<void>): Promise<void> {
  const place = placeAtHand(parts) ?? (await placeOfNewSession(parts));
  if (!place) return;
  await attach(place);
  await parts.surfaces.focusComposer(sessionKey(place.connection.key, place.sessionId));
}

function placeAtHand(parts: Parts): PromptPlace | undefined {
  const pointed = pointedAt(parts, undefined);
  const root = pointed && rootAbove(pointed);
  if (root && isOpen(root.connection) && root.session.standing === "root")
    return { connection: root.connection, sessionId: root.session.id };
  const connection = parts.connections.agentConnections.findLast((each) => isOpen(each) && each.model.roots.length > 0);
  const last = connection?.model.roots.findLast((session) => session.standing === "root" && !session.isClosed);
  return connection && last ? { connection, sessionId: last.id } : undefined;
}

function isOpen(connection: unknown): connection is AgentConnection {
  return connection instanceof AgentConnection && !connection.agent.isClosed;
}

async function placeOfNewSession(parts: Parts): Promise<PromptPlace | undefined> {
  await newSession(parts);
  return placeAtHand(parts);
}
