import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import type { Row, SubagentRow } from "../../session/rows.ts";
import type { Run, Session } from "../../session/session.ts";
import { launchFailed } from "../../shared/rowWords.ts";
import type { LiveConnection } from "../hub.ts";
import { roleOf } from "../labels.ts";
import { answerWords, runWords } from "../stateWords.ts";
import { runError } from "../transcript/sessionView.ts";
import { lastAnswer, lastPrompt } from "../transcript/turnAnswer.ts";
import { type ExportOptions, rowsAtOnce, wholeExport } from "./exportOptions.ts";
import { answerOf, ExportScope, isLaunchFailed, receivedOf } from "./exportScope.ts";
import { quoted } from "./markdown.ts";
import { MarkdownRows } from "./markdownRows.ts";

class MarkdownExport {
  readonly #scope: ExportScope;
  readonly #rows: MarkdownRows;
  /** Sessions that were written, so that a transcript stands once even if it is pointed to twice. */
  readonly #written = new Set<SessionId>();

  constructor(connection: LiveConnection, options: ExportOptions) {
    this.#scope = new ExportScope(connection, options);
    this.#rows = new MarkdownRows(this.#scope);
  }

  /** A session as its heading, prompts, steps and answers; children stand where their cards do, as quotes. */
  async session(session: Session, depth: number, notes: readonly string[] = []): Promise<string> {
    this.#written.add(session.id);
    const role = roleOf(session);
    const name = this.#rows.line(this.#scope.labelOf(session));
    const parts = [
      `${"#".repeat(Math.min(6, depth + 1))} ${name}${role ? ` · ${this.#rows.line(role)}` : ""}`,
      `*${this.#rows.line(this.#scope.stateOf(session, false).words)}*`,
      ...notes,
    ];
    const { runs } = session;
    let opened = 0;
    // What stands between the rows of one run and those of the next.
    const open = (until: number): readonly string[] => {
      const between = runs
        .slice(opened, until)
        .flatMap((run, index) => [
          ...this.#endOf(runs[opened + index - 1]),
          ...this.#beginOf(run, runs.length > 1 ? opened + index + 1 : 0),
        ]);
      opened = Math.max(opened, until);
      return between;
    };
    let before: Row | undefined;
    for (let from = 0; from < session.rows.count; from += rowsAtOnce) {
      await this.#scope.options.rest();
      for (const row of await session.rows.read(from, from + rowsAtOnce)) {
        const at = runs.findLastIndex((run) => run.firstRowId === row.id);
        if (at >= 0) before = undefined;
        parts.push(...open(1 + at));
        const written = row.kind === "subagent" ? await this.#card(row, depth) : this.#rows.row(row, session, before);
        if (written.length > 0) before = row;
        parts.push(...written);
      }
    }
    parts.push(...open(runs.length), ...this.#endOf(runs.at(-1)));
    return parts.join("\n\n");
  }

  async #card(row: SubagentRow, depth: number): Promise<readonly string[]> {
    const child = this.#scope.connection.model.get(row.childId);
    if (!child || this.#written.has(child.id)) return [];
    const notes = isLaunchFailed(row) ? [`*${launchFailed()}*`] : [];
    if (this.#scope.options.hasSubagents) return [quoted(await this.session(child, depth + 1, notes))];
    const { words } = this.#scope.stateOf(child);
    return [[`**${t("Subagent")}:** ${this.#rows.line(this.#scope.labelOf(child))}`, this.#rows.line(words)].join(" · "), ...notes];
  }

  /** How a run begins: which of several it is (`number`, else 0), lest its steps read as the answer above; its prompt, unless that is a row. */
  #beginOf(run: Run, number: number): readonly string[] {
    const { prompt, promptRowId } = run;
    const end = runWords(run);
    return [
      ...(number === 0 ? [] : [`**${t("Run {0}", number)}**${end === "" ? "" : ` · *${this.#rows.line(end)}*`}`]),
      ...(prompt === undefined || promptRowId !== undefined ? [] : [`**${t("Prompt")}**`, this.#rows.words(prompt)]),
    ];
  }

  /** What a run gave, where its rows do not say it. */
  #endOf(run: Run | undefined): readonly string[] {
    if (!run) return [];
    const answer = answerOf(run);
    const error = runError(run);
    const received = receivedOf(run);
    return [
      ...(answer === undefined ? [] : [`**${t("Answer")}**`, this.#rows.words(answer)]),
      ...(error === undefined ? [] : [`**${t("Error")}**`, this.#rows.words(error)]),
      ...(received === undefined ? [] : [`**${t("What the parent received")}**`, this.#rows.words(received)]),
    ];
  }
}

/** The transcript of a session and everything below it as Markdown. Rejects when `rest` does. */
export async function exportMarkdown(connection: LiveConnection, session: Session, options: ExportOptions = wholeExport): Promise<string> {
  return `${await new MarkdownExport(connection, options).session(session, 0)}\n`;
}

/** The prompt or the answer of a child's last run, or of a root's last turn, that has one, for copying; undefined when there is none. */
export function copyText(session: Session, what: "prompt" | "answer"): string | undefined {
  if (session.standing === "root") return what === "prompt" ? lastPrompt(session) : lastAnswer(session);
  const words = (run: Run) => (what === "prompt" ? run.prompt : answerWords(run));
  const last = session.runs.findLast((run) => words(run) !== undefined);
  return last && words(last);
}
