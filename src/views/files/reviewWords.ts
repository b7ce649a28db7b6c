import { t } from "../../base/words.ts";
import { placeOf } from "../../session/attachment.ts";
import type { SessionId } from "../../session/ids.ts";
import { touchWord } from "../../shared/touchWords.ts";
import type { ReviewedFile } from "./reviewList.ts";

/** The path of a file for reading, from the folder that its session works in. */
export function nameOf({ path, folder, movedFrom }: ReviewedFile): string {
  const name = placeOf(path, folder);
  return movedFrom ? t("{0} → {1}", placeOf(movedFrom.path, movedFrom.folder), name) : name;
}

const namesOf = (ids: readonly SessionId[], labelOf: (id: SessionId) => string): string => ids.map(labelOf).join(", ");

/** What became of a file, and by whom. */
export function changeWords({ state, sessions }: ReviewedFile, labelOf: (id: SessionId) => string): string {
  return t("{0} by {1}", touchWord(state), namesOf(sessions, labelOf));
}

/** What is to be known of a file before it is accepted or reverted, a sentence each; `isOutside`: outside of the workspace. */
export function notesOn(file: ReviewedFile, labelOf: (id: SessionId) => string, isOutside: boolean): readonly string[] {
  const { before, now, since, isOpen, isKept, isChangedBetween, others } = file;
  const notes: string[] = [];
  if (isOpen) notes.push(t("A call that changes it has not ended."));
  if (others.length > 0) notes.push(t("Also changed by {0}.", namesOf(others, labelOf)));
  if (before && isKept && isChangedBetween) notes.push(t("Also changed in between, not by a call that says so."));
  if (before && isKept && since === "changed") notes.push(t("Changed again after the agent’s last change."));
  if (isOutside) notes.push(t("Outside of the workspace."));
  if (now.type === "huge") notes.push(t("Too big to be compared."));
  if (now.type === "binary" || before?.type === "binary") notes.push(t("Not text: it cannot be shown here."));
  const reason = whyNoRevert(file);
  if (reason !== undefined) notes.push(reason);
  return notes;
}

/** Why a file cannot be put back to what stood there before; undefined when it can. */
export function whyNoRevert({ before, asTold, now, isHistory }: ReviewedFile): string | undefined {
  if (now.type === "unreadable") return t("It cannot be read, and so not be reverted from here.");
  if (before) return undefined;
  if (asTold)
    return now.type === "absent"
      ? t("There is no such file: shown as the agent told it. It cannot be reverted from here.")
      : t("It reads otherwise by now: shown as the agent told it. It cannot be reverted from here.");
  return isHistory
    ? t("What stood there before was lost when the window was reloaded. It cannot be reverted from here.")
    : t("What stood there before is not known. It cannot be reverted from here.");
}

/**
 * Why somebody should think twice before this file is reverted, a sentence each; empty = nothing but the changes of the
 * scope would be taken back.
 */
export function doubtsOn(file: ReviewedFile, labelOf: (id: SessionId) => string, fullPath: string, isOutside: boolean): readonly string[] {
  const { before, isKept, now, since, isOpen, isChangedBetween, alsoReverted } = file;
  const doubts: string[] = [];
  if (isKept && isChangedBetween) doubts.push(t("It was also changed in between, not by a call that says so. That would be lost too."));
  if (isKept && since === "changed") doubts.push(t("It was changed again after the agent’s last change. That would be lost too."));
  if (isKept && since === "unknown")
    doubts.push(t("It is not known whether it was changed after the agent’s last change. That would be lost too."));
  if (alsoReverted.length > 0) doubts.push(t("It was also changed by {0}. That would be lost too.", namesOf(alsoReverted, labelOf)));
  if (isOpen) doubts.push(t("An agent is still changing it."));
  if (!isKept && before?.type === "absent") doubts.push(t("Only the agent says that it created this file. It goes to the bin."));
  if (now.type === "huge") doubts.push(t("What is in it is too big to be kept: this cannot be undone."));
  if (isOutside)
    doubts.push(nameOf(file) === fullPath ? t("Outside of the workspace.") : t("It is outside of the workspace: {0}", fullPath));
  return doubts;
}

/** True when there are two texts to be compared. */
export function canCompare({ before, asTold, now }: ReviewedFile): boolean {
  if (asTold) return true;
  const isText = (type: string | undefined) => type === "text" || type === "absent";
  return isText(before?.type) && isText(now.type);
}
