import { t } from "../../base/words.ts";
import { doubtsOn, nameOf, whyForGood } from "../../views/files/reviewWords.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import type { OpenFile, Review } from "./review.ts";

/** Most files that a question or an answer names. */
const mostLines = 10;

/** Puts all files of a review back that can be; asks first, and says why others cannot. Throws with what the editor could not do. */
export async function revertAll(parts: Parts, review: Review): Promise<void> {
  const files = review.left.filter(({ file }) => whyForGood(file) === undefined);
  const reasons = review.left.flatMap(({ file }) => {
    const reason = whyForGood(file);
    return reason === undefined ? [] : [t("{0}: {1}", nameOf(file), reason)];
  });
  if (files.length === 0) {
    const advice = t("Change them in their editors, or ask the agent to take its changes back.");
    parts.teller.explain(t("None of these files can be reverted from here."), [...someOf(reasons), "", advice].join("\n"));
    return;
  }
  const question = files.length === 1 ? t("Revert 1 file?") : t("Revert {0} files?", files.length);
  const doubts = (await Promise.all(files.map((file) => doubtful(review, file)))).flat();
  const detail = [...someOf([...doubts, ...reasons]), t("Each can be undone in its editor.")].join("\n");
  if (!(await parts.teller.confirm(question, detail, t("Revert All")))) return;
  await (await parts.reviews.editors()).revert(review, files);
}

/** As many lines as a person may read, and how many more there are. */
function someOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), t("… and {0} more", more)] : lines;
}

/** Puts one file back; asks when more than the reviewed changes would be lost. */
export async function revertOne(parts: Parts, review: Review, opened: OpenFile): Promise<void> {
  const reason = whyForGood(opened.file);
  if (reason !== undefined) throw new NotNow(t("{0}: {1}", nameOf(opened.file), reason));
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
