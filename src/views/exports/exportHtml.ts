import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import type { Row, SubagentRow } from "../../session/rows.ts";
import type { Run, Session } from "../../session/session.ts";
import { launchFailed } from "../../shared/rowWords.ts";
import type { LiveConnection } from "../hub.ts";
import { isAnswered, runWords } from "../stateWords.ts";
import { runError } from "../transcript/sessionView.ts";
import { type ExportOptions, rowsAtOnce, wholeExport } from "./exportOptions.ts";
import { answerOf, ExportScope, isLaunchFailed, receivedOf } from "./exportScope.ts";
import { exportStyle } from "./exportStyle.ts";
import { stateGlyph } from "./exportWords.ts";
import { type Html, markup, text, trustedHtml } from "./html.ts";
import { HtmlRows } from "./htmlRows.ts";

/** One run of a child, while its rows are written. */
interface OpenRun {
  readonly run: Run | undefined;
  readonly steps: Html[];
  prompt?: Html;
  answer?: Html;
}

class HtmlExport {
  readonly #scope: ExportScope;
  readonly #options: ExportOptions;
  readonly #rows: HtmlRows;
  /** Sessions that were written, so that a transcript stands once even if it is pointed to twice. */
  readonly #written = new Set<SessionId>();

  constructor(connection: LiveConnection, options: ExportOptions) {
    this.#scope = new ExportScope(connection, options);
    this.#options = options;
    this.#rows = new HtmlRows(this.#scope);
  }

  async page(session: Session): Promise<string> {
    const label = this.#options.mask(this.#scope.labelOf(session));
    const inner = await this.#inside(session);
    return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${text(label)}</title>
<style>${trustedHtml(exportStyle)}</style>
</head>
<body>
<main>
<header><h1 dir="auto">${text(label)}</h1><p class="dim">${this.#state(session)}</p></header>
${inner}
</main>
</body>
</html>
`;
  }

  #state(session: Session): Html {
    const { mark, words } = this.#scope.stateOf(session);
    return markup`<span class="glyph ${text(mark)}" aria-hidden="true">${text(stateGlyph(mark))}</span> ${text(this.#options.mask(words))}`;
  }

  /** A root's rows one below the other; a child's in its three parts, one section for each run. */
  async #inside(session: Session): Promise<Html> {
    this.#written.add(session.id);
    const isChild = session.standing === "child";
    const runs = isChild && session.runs.length > 0 ? session.runs : [undefined];
    const open: OpenRun[] = runs.map((run) => ({
      run,
      steps: [],
      prompt: run?.prompt === undefined ? undefined : this.#rows.quote(run.prompt),
    }));
    let at = 0;
    for (let from = 0; from < session.rows.count; from += rowsAtOnce) {
      await this.#options.rest();
      for (const row of await session.rows.read(from, from + rowsAtOnce)) {
        const next = open.findIndex(({ run }, index) => index > at && run?.firstRowId === row.id);
        if (next > 0) at = next;
        const current = open[at];
        if (current) await this.#put(row, session, current, isChild);
      }
    }
    const sections = open.map((each, index) =>
      isChild ? this.#run(each, session, open.length > 1 ? index + 1 : 0) : each.steps.join("\n"),
    );
    return trustedHtml(sections.join("\n"));
  }

  async #put(row: Row, session: Session, open: OpenRun, isChild: boolean): Promise<void> {
    const { run } = open;
    if (isChild && row.id === run?.promptRowId) {
      if (row.kind === "user_message" || row.kind === "session_message")
        open.prompt = this.#rows.message(row, (words) => this.#rows.quote(words));
      return;
    }
    if (isChild && run?.endedAt !== undefined && row.id === run.answerRowId && row.kind === "agent_message") {
      open.answer = this.#rows.message(row, (words) => this.#rows.words(words));
      return;
    }
    if (row.kind === "subagent") open.steps.push(await this.#card(row));
    else open.steps.push(...this.#rows.row(row, session));
  }

  async #card(row: SubagentRow): Promise<Html> {
    const child = this.#scope.connection.model.get(row.childId);
    if (!child) return markup`<p class="dim">${text(t("Subagent"))} ${text(row.id)}</p>`;
    const label = this.#options.mask(this.#scope.labelOf(child));
    const launch = isLaunchFailed(row) ? [markup` <span class="dim">${text(launchFailed())}</span>`] : [];
    const summary = markup`<b dir="auto">${text(label)}</b> <span class="dim">${this.#state(child)}</span>${launch}`;
    if (!this.#options.hasSubagents || this.#written.has(child.id)) return markup`<p class="card closed">${summary}</p>`;
    return markup`<details class="card"><summary>${summary}</summary><div class="well">
${await this.#inside(child)}
</div></details>`;
  }

  #run({ run, steps, prompt, answer }: OpenRun, session: Session, number: number): Html {
    const parent = session.parentId === null ? undefined : this.#scope.connection.model.get(session.parentId);
    const from = parent ? t("Prompt from {0}", this.#options.mask(this.#scope.labelOf(parent))) : t("Prompt");
    const end = run ? this.#options.mask(runWords(run)) : "";
    const title = number === 0 ? [] : [markup`<h3>${text(t("Run {0}", number))} <span class="dim">${text(end)}</span></h3>`];
    const received = run && receivedOf(run);
    const error = run && runError(run);
    const told = run && answerOf(run);
    const words = answer ?? (told === undefined ? undefined : this.#rows.words(told));
    const isOver = run?.endedAt !== undefined || session.isHistory;
    const isOwn = run === undefined || isAnswered(run) || run.answer === undefined;
    return markup`<section class="run">
${title}
<section class="part prompt"><h4>${text(from)}</h4>${prompt ?? none(t("not reported"))}</section>
<section class="part"><h4>${text(t("Steps"))}</h4>${steps.length === 0 ? none(t("none reported")) : trustedHtml(steps.join("\n"))}</section>
<section class="part answer"><h4>${text(isOwn ? t("Answer") : t("Last words"))}</h4>${words ?? none(isOver ? t("no answer") : t("no answer yet"))}</section>
${error === undefined ? [] : [markup`<section class="part answer"><h4>${text(t("Error"))}</h4>${this.#rows.quote(error)}</section>`]}
${received === undefined ? [] : [markup`<section class="part answer"><h4>${text(t("What the parent received"))}</h4>${this.#rows.words(received)}</section>`]}
</section>`;
  }
}

function none(words: string): Html {
  return markup`<p class="dim">${text(oneLine(words))}</p>`;
}

/**
 * The transcript of a session and everything below it as one page of HTML that needs nothing else: the same cards, which
 * fold without a script, in light and dark by the reader's system. Rejects when `rest` does.
 */
export function exportHtml(connection: LiveConnection, session: Session, options: ExportOptions = wholeExport): Promise<string> {
  return new HtmlExport(connection, options).page(session);
}
