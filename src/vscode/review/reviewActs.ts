import { PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { ReviewedFile } from "../../views/files/reviewList.ts";
import { doubtsOn, nameOf, whyNoRevert } from "../../views/files/reviewWords.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import type { OpenFile, Review } from "./review.ts";

/** Most files that a question or an answer names. */
const mostLines = 10;

/**
 * Puts all files back that the tab of a review shows, as far as they can be; asks first, and says why others cannot. Throws with
 * what the editor could not do.
 */
export async function revertAll(parts: Parts, review: Review): Promise<void> {
  const files = review.shown.filter(({ file }) => whyNoRevert(file) === undefined);
  const reasons = review.shown.flatMap(({ file }) => {
    const reason = whyNoRevert(file);
    return reason === undefined ? [] : [t("{0}: {1}", nameOf(file), reason)];
  });
  if (files.length === 0) {
    const advice = t("Change them in their editors, or ask the agent to take its changes back.");
    parts.teller.explain(t("None of these files can be reverted from here."), [...someOf(reasons), "", advice].join("\n"));
    return;
  }
  const question = files.length === 1 ? t("Revert 1 file?") : t("Revert {0} files?", files.length);
  const doubts = (await doubtsAbout(review, files)).map(([file, doubt]) => t("{0}: {1}", nameOf(file), doubt));
  const detail = [...someOf([...doubts, ...reasons]), t("A message will follow that can undo it.")].join("\n");
  if (!(await parts.teller.confirm(question, detail, t("Revert All")))) return;
  await revert(parts, review, files);
}

/** As many lines as a person may read, and how many more there are. */
function someOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), t("… and {0} more", more)] : lines;
}

/** Puts one file back; asks when more than the reviewed changes would be lost. */
export async function revertOne(parts: Parts, review: Review, opened: OpenFile): Promise<void> {
  const reason = whyNoRevert(opened.file);
  if (reason !== undefined) throw new NotNow(t("{0}: {1}", nameOf(opened.file), reason));
  const doubts = (await doubtsAbout(review, [opened])).map(([, doubt]) => doubt);
  const question = t("Revert {0}?", nameOf(opened.file));
  if (doubts.length > 0 && !(await parts.teller.confirm(question, doubts.join("\n"), t("Revert")))) return;
  await revert(parts, review, [opened]);
}

async function revert({ reviews, teller }: Parts, review: Review, files: readonly OpenFile[]): Promise<void> {
  const reverted = await (await reviews.editors()).revert(review, files);
  const [first, ...others] = reverted.files;
  if (first) {
    const sentence = others.length === 0 ? t("Reverted: {0}", nameOf(first.file)) : t("{0} files were reverted.", others.length + 1);
    teller.say(sentence, { label: t("Undo"), run: reverted.undo });
  }
  if (reverted.failed.length > 0) throw new PersonError(reverted.failed.join("\n"));
}

/** What is to be known before files are reverted, as they are now. */
async function doubtsAbout(review: Review, files: readonly OpenFile[]): Promise<readonly (readonly [file: ReviewedFile, doubt: string])[]> {
  return Array.from(await review.lookAt(files), ([{ place }, file]) =>
    doubtsOn(file, review.labelOf, place.editorPath, !place.isInside).map((doubt) => [file, doubt] as const),
  ).flat();
}
