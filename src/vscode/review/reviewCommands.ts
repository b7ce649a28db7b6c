import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { ReviewScope } from "../../views/files/reviewList.ts";
import { whyNoRevert } from "../../views/files/reviewWords.ts";
import { Labels, labelOf } from "../../views/labels.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { mustPointAt, type Pointed, rootAbove } from "../pointed.ts";
import type { OpenFile, Review } from "./review.ts";
import { revertAll, revertOne } from "./reviewActs.ts";
import { fileItem, listFiles, tellOfOthers } from "./reviewFileList.ts";
import { promptOf, scopeChoices } from "./reviewScopes.ts";

/** *Review Changes…*: of the row whose menu was used; from the palette of what is picked, when there is more than one thing. */
export async function reviewChanges(parts: Parts, argument: unknown): Promise<void> {
  const pointed = mustPointAt(parts, argument);
  const scope = typeof argument === "string" ? { session: pointed.session } : await pickScope(parts, pointed);
  if (scope) await reviewScope(parts, pointed, scope);
}

/** Reviews the last turn of a root. */
export async function reviewLastTurn(parts: Parts, pointed: Pointed): Promise<void> {
  const last = pointed.session.turns.length;
  await reviewScope(parts, pointed, { session: pointed.session, from: last, to: last + 1 });
}

/** Shows what was changed within a scope: side by side, and as a list what cannot be shown so. */
async function reviewScope(parts: Parts, { connection }: Pointed, scope: ReviewScope): Promise<void> {
  const { reviews, progress } = parts;
  const label = new Labels(connection).apart(scope.session);
  const editors = await reviews.editors();
  const turn = scope.from === undefined ? undefined : scope.session.turns[scope.from - 1];
  const title = plainLabel(turn ? t("Review of a turn: {0}", await promptOf(scope.session, turn)) : t("Review: {0}", label));
  const review = await progress.run(t("Looking which files were changed…"), () => editors.open({ title, connection, scope }));
  if (review.files.length === 0)
    throw new NotNow(
      scope.from === undefined
        ? t("“{0}” left no file changed that is still to be reviewed.", label)
        : t("This turn left no file changed that is still to be reviewed."),
    );
  if (review.shown.length === 0) return listFiles(parts, review);
  tellOfOthers(parts, review);
}

/** *Refresh Review*: its title has the button when agents changed more. */
export async function refreshReview(parts: Parts): Promise<void> {
  const review = await activeReview(parts);
  await (await parts.reviews.editors()).again(review);
}

/** *List the Files of the Review*. */
export async function reviewFiles(parts: Parts): Promise<void> {
  await listFiles(parts, await activeReview(parts));
}

/** *Accept File*: of the file in the active review that the cursor is in, else of one that is picked. */
export async function acceptFile(parts: Parts): Promise<void> {
  const review = await activeReview(parts);
  const file = await fileAtHand(parts, review, t("Accept which file?"), () => true);
  if (file) await (await parts.reviews.editors()).accept(review, [file]);
}

/** *Revert File*: the same; asks when more than the reviewed changes would be lost. */
export async function revertFile(parts: Parts): Promise<void> {
  const review = await activeReview(parts);
  const file = await fileAtHand(parts, review, t("Revert which file?"), ({ file }) => whyNoRevert(file) === undefined);
  if (file) await revertOne(parts, review, file);
}

/** *Accept All Files*: those that the tab shows. */
export async function acceptAllFiles(parts: Parts): Promise<void> {
  const review = await activeReview(parts);
  await (await parts.reviews.editors()).accept(review, review.shown);
  await tellWhatIsLeft(parts, review);
}

/** *Revert All Files*: the same; asks first. */
export async function revertAllFiles(parts: Parts): Promise<void> {
  const review = await activeReview(parts);
  await revertAll(parts, review);
  await tellWhatIsLeft(parts, review);
}

/** When its tab is gone, a review may still have files that it could not show. */
async function tellWhatIsLeft(parts: Parts, review: Review): Promise<void> {
  const newest = (await parts.reviews.editors()).newest(review);
  if (newest?.shown.length === 0) tellOfOthers(parts, newest);
}

async function activeReview({ reviews }: Parts): Promise<Review> {
  const { active } = await reviews.editors();
  if (!active) throw new NotNow(t("No review has the focus. Open one with “ACP: Review Changes…”."));
  return active;
}

async function fileAtHand(
  parts: Parts,
  review: Review,
  question: string,
  isOffered: (file: OpenFile) => boolean,
): Promise<OpenFile | undefined> {
  const { activeFile } = await parts.reviews.editors();
  if (activeFile && review.files.includes(activeFile)) return activeFile;
  const offered = review.files.filter(isOffered);
  if (offered.length === 0) throw new NotNow(t("There is no such file left in this review."));
  return pick(
    offered.map((value) => fileItem(review, value)),
    question,
  );
}

/** Has the person choose what to review around a session. */
async function pickScope({ progress, reviews }: Parts, pointed: Pointed): Promise<ReviewScope | undefined> {
  const { connection, session: root } = rootAbove(pointed);
  const editors = await reviews.editors();
  const choices = await progress.run(t("Looking which files were changed…"), () => scopeChoices(editors, connection, root));
  const [only, ...others] = choices;
  if (!only) throw new NotNow(t("“{0}” left no file changed that is still to be reviewed.", labelOf(connection, root)));
  return others.length === 0 ? only.value : pick(choices, t("Review the changes of what?"));
}
