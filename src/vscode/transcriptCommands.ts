import { t } from "../base/words.ts";
import { labelOf } from "../views/labels.ts";
import { summariseSubagents } from "../views/summary.ts";
import type { Parts } from "./parts.ts";
import { mustPointAt, rootAbove } from "./pointed.ts";

/** *Summarise Subagents*: who works and what came of it, as lines of text. */
export async function summarise(parts: Parts): Promise<void> {
  const { connection, session } = rootAbove(mustPointAt(parts, undefined));
  await parts.documents.show(t("Subagents of {0}", labelOf(connection, session)), summariseSubagents(connection, session));
}
