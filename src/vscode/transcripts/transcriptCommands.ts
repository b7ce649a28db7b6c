import { t } from "../../base/words.ts";
import { labelOf } from "../../views/labels.ts";
import { summariseSubagents } from "../../views/summary.ts";
import { run } from "../names.ts";
import type { Parts } from "../parts.ts";
import { mustPointAt, rootAbove } from "../pointed.ts";

/** *Summarise Subagents*: who works and what came of it, as lines of text. */
export async function summarise(parts: Parts): Promise<void> {
  const { connection, session } = rootAbove(mustPointAt(parts, undefined));
  await parts.documents.show(t("Subagents of {0}", labelOf(connection, session)), summariseSubagents(connection, session));
}

/** *Open Transcript in Editor*. */
export async function openTranscriptInEditor(parts: Parts, argument: unknown): Promise<void> {
  const { key } = mustPointAt(parts, argument);
  await parts.surfaces.editors.open(key);
  parts.lastVisited.note(key);
}

/** *Find in Transcript*: opens the search in the tab at hand, else in the view. */
export async function findInTranscript({ surfaces }: Parts): Promise<void> {
  const { active } = surfaces.editors;
  if (active) active.do({ do: "find" });
  else {
    await run("acpSubagents.transcript.focus");
    surfaces.doInView({ do: "find" });
  }
}

/** *Expand All Cards* and *Collapse All Cards*, in the transcript at hand. */
export async function foldAllCards(parts: Parts, isOpen: boolean): Promise<void> {
  const { surfaces } = parts;
  if (!surfaces.current) await run("acpSubagents.transcript.focus");
  if (surfaces.current) surfaces.current.do({ do: "foldAll", isOpen });
  else surfaces.doInView({ do: "foldAll", isOpen });
}
