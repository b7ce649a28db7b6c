import * as vscode from "vscode";
import { cutText, oneLine, plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { Session, Turn } from "../../session/session.ts";
import { sessionsBelow } from "../../views/files/changedFiles.ts";
import { filesAround, type ReviewScope } from "../../views/files/reviewList.ts";
import type { LiveConnection } from "../../views/hub.ts";
import { Labels } from "../../views/labels.ts";
import type { ReviewEditors } from "./reviewEditors.ts";

/** Letters of a prompt that stand for its turn. */
const promptCut = 60;

/** Something that can be reviewed, in a list. */
interface ScopeChoice extends vscode.QuickPickItem {
  readonly value: ReviewScope;
}

/** What can be reviewed around a root: all of it, each turn, the newest first, each subagent; only what has files to be reviewed. */
export async function scopeChoices(editors: ReviewEditors, connection: LiveConnection, root: Session): Promise<readonly ScopeChoice[]> {
  const { model } = connection;
  const labels = new Labels(connection);
  const scopes: (readonly [scope: ReviewScope, label: string, when?: string])[] = [[{ session: root }, labels.of(root)]];
  for (const [index, turn] of root.turns.length > 1 ? [...root.turns.entries()].reverse() : []) {
    const scope = { session: root, from: index + 1, to: index + 2 };
    // Prompts may read alike.
    const when = turn.isUntimed
      ? t("turn {0}", index + 1)
      : new Date(connection.startedAtEpoch + turn.startedAt).toLocaleTimeString(vscode.env.language);
    scopes.push([scope, t("Turn: {0}", await promptOf(root, turn)), when]);
  }
  for (const session of sessionsBelow(root, model).slice(1)) scopes.push([{ session }, t("Subagent: {0}", labels.apart(session))]);
  const files = await filesAround(root, model);
  const choices = scopes.map(async ([scope, title, when]): Promise<readonly ScopeChoice[]> => {
    const counted = await editors.count({ title, connection, scope }, files);
    if (counted.files === 0) return [];
    const words = countWords(counted.files, counted.shown);
    return [{ label: plainLabel(title), description: when === undefined ? words : `${words} · ${when}`, value: scope }];
  });
  return (await Promise.all(choices)).flat();
}

/** How many files there are, and how many of them the tab of a review cannot show. */
function countWords(files: number, shown: number): string {
  const words = files === 1 ? t("1 file") : t("{0} files", files);
  if (shown === files) return words;
  return shown === 0 ? t("{0}, only as a list", words) : t("{0}, {1} of them only in the list", words, files - shown);
}

/** The first words of the prompt that a turn began with. */
export async function promptOf({ rows }: Session, { promptRowId }: Turn): Promise<string> {
  const index = rows.indexOf(promptRowId);
  const [row] = index < 0 ? [] : await rows.read(index, index + 1);
  return cutText(oneLine(row?.kind === "user_message" ? row.text : ""), promptCut) || t("without words");
}
