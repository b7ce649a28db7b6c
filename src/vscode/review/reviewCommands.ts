import * as vscode from "vscode";
import { cutText, oneLine, plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { Session, Turn } from "../../session/session.ts";
import { type ChangedFile, sessionsBelow } from "../../views/files/changedFiles.ts";
import { filesAround, type ReviewScope } from "../../views/files/reviewList.ts";
import { whyNoRevert } from "../../views/files/reviewWords.ts";
import { Labels } from "../../views/labels.ts";
import { NotNow } from "../notNow.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { mustPointAt, type Pointed, rootAbove } from "../pointed.ts";
import type { OpenFile, Review } from "./review.ts";
import { revertAll, revertOne } from "./reviewActs.ts";
import { fileItem, listFiles, tellOfOthers } from "./reviewFileList.ts";

/** Letters of a prompt that stand for its turn. */
const promptCut = 60;

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
  const title = plainLabel(scope.from === undefined ? t("Review: {0}", label) : t("Review of a turn: {0}", label));
  const review = await progress.run(t("Looking which files were changed…"), () => editors.open({ title, connection, scope }));
  if (review.files.length === 0) throw new NotNow(t("“{0}” left no file changed that is still to be reviewed.", label));
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

/** Has the person choose what to review around a session: all of it, one turn, or one subagent; only what has files to be reviewed is offered. */
async function pickScope({ progress, reviews }: Parts, pointed: Pointed): Promise<ReviewScope | undefined> {
  const { connection, session: root } = rootAbove(pointed);
  const { model } = connection;
  const editors = await reviews.editors();
  const labels = new Labels(connection);
  const choice = async (files: readonly ChangedFile[], scope: ReviewScope, label: string, when: string) => {
    const { files: count, shown } = await editors.count({ title: label, connection, scope }, files);
    const words = countWords(count, shown);
    return { label: plainLabel(label), description: when === "" ? words : `${words} · ${when}`, count, value: scope };
  };
  const scopes: (readonly [scope: ReviewScope, label: string, when: string])[] = [[{ session: root }, labels.of(root), ""]];
  for (const [index, turn] of root.turns.length > 1 ? [...root.turns.entries()].reverse() : []) {
    const scope = { session: root, from: index + 1, to: index + 2 };
    // Prompts may read alike.
    const when = turn.isUntimed
      ? t("turn {0}", index + 1)
      : new Date(connection.startedAtEpoch + turn.startedAt).toLocaleTimeString(vscode.env.language);
    scopes.push([scope, t("Turn: {0}", await promptOf(root, turn)), when]);
  }
  for (const session of sessionsBelow(root, model).slice(1)) scopes.push([{ session }, t("Subagent: {0}", labels.apart(session)), ""]);
  const counting = async () => {
    const files = await filesAround(root, model);
    return Promise.all(scopes.map(([scope, label, when]) => choice(files, scope, label, when)));
  };
  const choices = (await progress.run(t("Looking which files were changed…"), counting)).filter(({ count }) => count > 0);
  const [only, ...others] = choices;
  if (!only) throw new NotNow(t("“{0}” left no file changed that is still to be reviewed.", labels.of(root)));
  return others.length === 0 ? only.value : pick(choices, t("Review the changes of what?"));
}

/** How many files there are, and how many of them the tab of a review cannot show. */
function countWords(files: number, shown: number): string {
  const words = files === 1 ? t("1 file") : t("{0} files", files);
  if (shown === files) return words;
  return shown === 0 ? t("{0}, only as a list", words) : t("{0}, {1} of them only in the list", words, files - shown);
}

/** The first words of the prompt that a turn began with. */
async function promptOf({ rows }: Session, { promptRowId }: Turn): Promise<string> {
  const index = rows.indexOf(promptRowId);
  const [row] = index < 0 ? [] : await rows.read(index, index + 1);
  return cutText(oneLine(row?.kind === "user_message" ? row.text : ""), promptCut) || t("without words");
}
