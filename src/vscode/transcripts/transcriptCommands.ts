import { t } from "../../base/words.ts";
import { labelOf } from "../../views/labels.ts";
import { summariseSubagents } from "../../views/summary.ts";
import type { Parts } from "../parts.ts";
import { mustPointAt, rootAbove } from "../pointed.ts";

/** *Summarise Subagents*: who works and what came of it, as lines of text. */
export async function summarise(parts: Parts): Promise<void> {
  const { connection, session } = rootAbove(mustPointAt(parts, undefined));
  await parts.documents.show(t("Subagents of {0}", labelOf(connection, session)), summariseSubagents(connection, session));
}

/** *Show Timeline*: the whole tree over time, with the focus on the session that was pointed at. */
export async function showTimeline(parts: Parts, argument: unknown): Promise<void> {
  const pointed = mustPointAt(parts, argument);
  await parts.timelines.open(parts, rootAbove(pointed), pointed.session.id);
  parts.lastVisited.note(pointed.key);
}
