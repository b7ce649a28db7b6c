import { t } from "../../base/words.ts";
import { canRevert, doubtsOn, nameOf, notesOn } from "../../views/files/reviewWords.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import type { OpenFile, Review } from "./review.ts";

/** Lines of a question. */
const mostDoubts = 10;

/** Puts all files of a review back that can be; asks first. Throws with what the editor could not do. */
export async function revertAll(parts: Parts, review: Review): Promise<void> {
  const files = review.left.filter(({ file }) => canRevert(file));
  if (files.length === 0) throw new NotNow(t("None of these files can be reverted from here."));
  const question = files.length === 1 ? t("Revert 1 file?") : t("Revert {0} files?", files.length);
  const doubts = (await Promise.all(files.map((file) => doubtful(review, file)))).flat();
  const more = doubts.length - mostDoubts;
  const detail = [
    ...doubts.slice(0, mostDoubts),
    ...(more > 0 ? [t("… and {0} more", more)] : []),
    t("Each can be undone in its editor."),
  ].join("\n");
  if (!(await parts.teller.confirm(question, detail, t("Revert All")))) return;
  const left = review.left.length - files.length;
  if (left > 0)
    parts.teller.say(left === 1 ? t("1 file cannot be reverted from here.") : t("{0} files cannot be reverted from here.", left));
  await (await parts.reviews.editors()).revert(review, files);
}

/** Puts one file back; asks when more than the reviewed changes would be lost. */
export async function revertOne(parts: Parts, review: Review, opened: OpenFile): Promise<void> {
  if (!canRevert(opened.file)) throw new NotNow(notesOn(opened.file, review.labelOf, !opened.place.isInside).at(-1) ?? "");
  const doubts = await doubtful(review, opened);
  const question = t("Revert {0}?", nameOf(opened.file));
  if (doubts.length > 0 && !(await parts.teller.confirm(question, doubts.join("\n"), t("Revert")))) return;
  await (await parts.reviews.editors()).revert(review, [opened]);
}

/** What is to be known before a file is reverted, as it is now; each line names the file. */
async function doubtful(review: Review, opened: OpenFile): Promise<readonly string[]> {
  const file = await review.look(opened);
  if (!file) return [];
  const { editorPath, isInside } = opened.place;
  return doubtsOn(file, review.labelOf, editorPath, !isInside).map((doubt) => t("{0}: {1}", nameOf(file), doubt));
}
