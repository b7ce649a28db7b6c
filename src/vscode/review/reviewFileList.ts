import * as vscode from "vscode";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { canCompare, changeWords, nameOf, notesOn, whyNoRevert } from "../../views/files/reviewWords.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import type { OpenFile, Review } from "./review.ts";
import { revertOne } from "./reviewActs.ts";

interface FileItem extends vscode.QuickPickItem {
  readonly value: OpenFile;
}

/** A file of a review in a list: what became of it, by whom, and what is to be known of it. */
export function fileItem(review: Review, opened: OpenFile): FileItem {
  const { file, place } = opened;
  return {
    label: plainLabel(nameOf(file)),
    description: plainLabel(changeWords(file, review.labelOf)),
    detail: plainLabel(notesOn(file, review.labelOf, !place.isInside).join(" ")),
    value: opened,
  };
}

/** All files of a review, each with buttons that accept and revert it; a file that is chosen is opened beside what stood there. */
export async function listFiles(parts: Parts, review: Review): Promise<void> {
  const { teller } = parts;
  const editors = await parts.reviews.editors();
  const accept = { iconPath: new vscode.ThemeIcon("check"), tooltip: t("Accept") };
  const revert = { iconPath: new vscode.ThemeIcon("discard"), tooltip: t("Revert") };
  const box = vscode.window.createQuickPick<FileItem>();
  Object.assign(box, { title: review.title, placeholder: t("Choose a file to see its changes"), ignoreFocusOut: true });
  let shown = review;
  const draw = () => {
    box.items = shown.files.map((opened) => ({
      ...listItem(shown, opened),
      buttons: whyNoRevert(opened.file) === undefined ? [accept, revert] : [accept],
    }));
  };
  const act = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof NotNow) teller.say(error.message);
      else teller.fail(t("The review"), error);
    }
    const newest = editors.newest(review);
    if (!newest) return box.hide();
    shown = newest;
    draw();
  };
  box.onDidTriggerItemButton(({ item, button }) =>
    act(() => (button === accept ? editors.accept(shown, [item.value]) : revertOne(parts, shown, item.value))),
  );
  box.onDidAccept(() => {
    const [chosen] = box.selectedItems;
    box.hide();
    if (chosen) void act(() => openFile(chosen.value));
  });
  box.onDidHide(() => box.dispose());
  draw();
  box.show();
}

/**
 * The same for a list in which choosing a file opens it: alone, where it is not known what stood there before. That comes first,
 * since the editor cuts what is long.
 */
function listItem(review: Review, opened: OpenFile): FileItem {
  const item = fileItem(review, opened);
  const { file } = opened;
  if (canCompare(file) || file.now.type === "absent") return item;
  return { ...item, detail: `${t("Opens as it is now.")} ${item.detail}` };
}

async function openFile({ file, original, modified, place }: OpenFile): Promise<void> {
  if (canCompare(file)) await vscode.commands.executeCommand("vscode.diff", original, modified, plainLabel(nameOf(file)));
  else if (file.now.type === "absent") throw new NotNow(t("There is no such file: {0}", place.editorPath));
  else await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(place.editorPath));
}
