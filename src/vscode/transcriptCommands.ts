import * as vscode from "vscode";
import { t } from "../base/words.ts";
import { exportMarkdown } from "../views/exportMarkdown.ts";
import { labelOf } from "../views/labels.ts";
import { summariseSubagents } from "../views/summary.ts";
import { fileStem } from "./fileStem.ts";
import type { Parts } from "./parts.ts";
import { mustPointAt, rootAbove } from "./pointed.ts";
import { askWhereToSave } from "./trafficCommands.ts";

/** *Export Transcript…*: a session and everything below it, as Markdown. */
export async function exportTranscript(parts: Parts, argument: unknown): Promise<void> {
  const { connection, session } = mustPointAt(parts, argument);
  const label = labelOf(connection, session);
  const uri = await askWhereToSave(`${fileStem(label)}.md`, { Markdown: ["md"] });
  if (!uri) return;
  await parts.progress.run(t("Exporting “{0}”…", label), async (signal) => {
    const text = parts.masker.text(await exportMarkdown(connection, session, signal));
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  });
  const open = { label: t("Open"), run: () => vscode.window.showTextDocument(uri) };
  parts.teller.say(t("The transcript of “{0}” is exported.", label), open);
}

/** *Summarise Subagents*: who works and what came of it, as lines of text. */
export async function summarise(parts: Parts): Promise<void> {
  const { connection, session } = rootAbove(mustPointAt(parts, undefined));
  await parts.documents.show(t("Subagents of {0}", labelOf(connection, session)), summariseSubagents(connection, session));
}
