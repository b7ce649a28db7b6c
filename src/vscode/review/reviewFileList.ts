import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposables.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { canCompare, changeWords, nameOf, notesOn, whyNoRevert } from "../../views/files/reviewWords.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import type { OpenFile, Review } from "./review.ts";
import { revertOne } from "./reviewActs.ts";

interface FileItem extends vscode.QuickPickItem {
  readonly value: OpenFile;
  /** The look that the file is of. */
  readonly look: Review;
}

/** A file of a review in a list: what became of it, by whom, and what is to be known of it. */
export function fileItem(look: Review, opened: OpenFile): FileItem {
  const { file, place } = opened;
  return {
    label: plainLabel(nameOf(file)),
    description: plainLabel(changeWords(file, look.labelOf)),
    detail: plainLabel(notesOn(file, look.labelOf, !place.isInside).join(" ")),
    value: opened,
    look,
  };
}

/** Tells of the files of a review that its tab cannot show; the list can. */
export function tellOfOthers(parts: Parts, review: Review): void {
  const others = review.files.length - review.shown.length;
  if (others === 0) return;
  const words =
    others === 1 ? t("1 changed file cannot be shown side by side.") : t("{0} changed files cannot be shown side by side.", others);
  parts.teller.say(words, { label: t("List All Files"), run: () => listFiles(parts, review) });
}

/** All files of a review, each with buttons that accept and revert it; a file that is chosen is opened beside what stood there. */
export async function listFiles(parts: Parts, review: Review): Promise<void> {
  const { teller } = parts;
  const editors = await parts.reviews.editors();
  const accept = { iconPath: new vscode.ThemeIcon("check"), tooltip: t("Accept") };
  const revert = { iconPath: new vscode.ThemeIcon("discard"), tooltip: t("Revert") };
  const refresh = { iconPath: new vscode.ThemeIcon("refresh"), tooltip: t("Refresh Review") };
  const lifetime = new DisposableStore();
  const box = lifetime.add(vscode.window.createQuickPick<FileItem>());
  Object.assign(box, {
    title: review.title,
    placeholder: t("Choose a file to see its changes"),
    ignoreFocusOut: true,
    keepScrollPosition: true,
  });
  let shown = review;
  const draw = (look: Review) => {
    const at = box.activeItems[0] ? box.items.indexOf(box.activeItems[0]) : -1;
    const isNew = look !== shown || box.items.length === 0;
    shown = look;
    box.buttons = editors.isOutdated(look) ? [refresh] : [];
    if (!isNew) return;
    box.items = look.files.map((opened) => ({
      ...listItem(look, opened),
      buttons: whyNoRevert(opened.file) === undefined ? [accept, revert] : [accept],
    }));
    // Goes on with the file behind the one that left.
    box.activeItems = box.items.slice(Math.max(0, at)).slice(0, 1);
  };
  let running = 0;
  const act = async (work: () => Promise<void>) => {
    box.busy = ++running > 0;
    try {
      await work();
    } catch (error) {
      if (error instanceof NotNow) teller.say(error.message);
      else teller.fail(t("The review"), error);
    }
    box.busy = --running > 0;
  };
  lifetime.add(
    editors.onDidChange(() => {
      const newest = editors.newest(review);
      if (newest) draw(newest);
      else box.hide();
    }),
  );
  lifetime.add(box.onDidTriggerButton(() => act(() => editors.again(shown))));
  lifetime.add(
    box.onDidTriggerItemButton(({ item: { look, value }, button }) =>
      act(() => (button === accept ? editors.accept(look, [value]) : revertOne(parts, look, value))),
    ),
  );
  lifetime.add(
    box.onDidAccept(() => {
      const [chosen] = box.selectedItems;
      box.hide();
      if (chosen) void act(() => openFile(chosen.value));
    }),
  );
  lifetime.add(box.onDidHide(() => lifetime.dispose()));
  draw(review);
  box.show();
}

/**
 * The same for a list in which choosing a file opens it: alone, where it is not known what stood there before. That comes first,
 * since the editor cuts what is long.
 */
function listItem(look: Review, opened: OpenFile): FileItem {
  const item = fileItem(look, opened);
  const { file } = opened;
  if (canCompare(file) || file.now.type === "absent") return item;
  return { ...item, detail: `${t("Opens as it is now.")} ${item.detail}` };
}

async function openFile({ file, original, modified, place }: OpenFile): Promise<void> {
  if (canCompare(file)) await vscode.commands.executeCommand("vscode.diff", original, modified, plainLabel(nameOf(file)));
  else if (file.now.type === "absent") throw new NotNow(t("There is no such file: {0}", place.editorPath));
  else await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(place.editorPath));
}
