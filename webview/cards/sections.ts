import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../../src/base/words.ts";
import { own } from "../../src/shared/records.ts";
import type { RowView } from "../../src/shared/rowView.ts";
import type { RunView } from "../../src/shared/sessionView.ts";
import type { RowWindow } from "../../src/shared/transcriptState.ts";
import { iconButton } from "../icons.ts";
import { rowLabel } from "../rows/rowLabel.ts";
import { media } from "../rows/rowParts.ts";
import { type Drawn, drawnPart } from "../scroll/drawnRows.ts";
import { isLaunch } from "../scroll/rowHeights.ts";
import type { Surface } from "../surface.ts";
import { walkToQuestion } from "../walks.ts";
import { factList, fileList } from "./cardFacts.ts";

/** Some of a session's rows, and where the first of them stands among all. */
interface Stretch {
  readonly rows: readonly RowView[];
  readonly from: number;
}

/** Which row it is for the reader's unfolding. */
export function rowKey(sessionId: string, rowId: string): string {
  return `${sessionId}/${rowId}`;
}

/** In the place of rows that are far from the view: as high as they are. */
function gap({ rows, from }: Stretch, start: number, end: number, { heights }: Drawn): TemplateResult | typeof nothing {
  if (start >= end) return nothing;
  const height = `block-size: ${heights.sum(rows, start, end)}px`;
  return html`<div class="gap" aria-hidden="true" data-from=${from + start} data-to=${from + end} .style=${height}></div>`;
}

/** Rows one below the other, each keyed by its id; only those near the view are there. `without` are ids of rows that are shown elsewhere. */
export function rowList(
  surface: Surface,
  sessionId: string,
  stretch: Stretch,
  count: number,
  drawn: Drawn,
  without: ReadonlySet<string> = new Set(),
): TemplateResult {
  const { start, end } = drawnPart(stretch.rows, stretch.from, drawn);
  const shown = stretch.rows
    .slice(start, end)
    .map((row, index) => ({ row, position: stretch.from + start + index + 1 }))
    .filter(({ row }) => !without.has(row.id) && !isLaunch(row));
  // A feed has articles, or is none.
  return html`<div class="rows" role=${shown.length > 0 ? "feed" : "presentation"} aria-label=${shown.length > 0 ? t("Rows") : nothing}>${gap(stretch, 0, start, drawn)}${repeat(
    shown,
    ({ row }) => row.id,
    ({ row, position }) => html`<acp-row
      class="row"
      role="article"
      tabindex="-1"
      data-row-id=${row.id}
      data-kind=${row.kind}
      aria-label=${rowLabel(row)}
      aria-posinset=${position}
      aria-setsize=${count}
      .surface=${surface}
      .sessionId=${sessionId}
      .row=${row}
      .isOpen=${surface.openRows.has(rowKey(sessionId, row.id))}
    ></acp-row>`,
  )}${gap(stretch, end, stretch.rows.length, drawn)}</div>`;
}

/** The stretch of the window that belongs to each run, oldest run first. */
function stretches(runs: readonly RunView[], window: RowWindow): readonly Stretch[] {
  const found: Stretch[] = [];
  let end = window.rows.length;
  for (const [index, run] of [...runs.entries()].reverse()) {
    const start = window.rows.findIndex((row) => row.id === run.firstRowId);
    // A first row that is not here is older than the window; a run without any has no stretch, but the first run takes what is left.
    const hasNone = run.firstRowId === undefined && index > 0;
    const begin = start >= 0 && index > 0 ? start : hasNone ? end : 0;
    found.unshift({ rows: window.rows.slice(begin, end), from: window.from + begin });
    end = begin;
  }
  return found;
}

const unreported: RunView = { isEnded: false, words: "" };

/**
 * A child's transcript in its three parts: what it was asked, what it did, what it brought back; one section per run
 * when it has several. Rows that hold a prompt or an answer are not shown twice.
 */
export function sessionSections(surface: Surface, sessionId: string, window: RowWindow, drawn: Drawn): TemplateResult {
  const { runs = [], facts = [], files = [] } = own(surface.store.state.cards, sessionId) ?? {};
  const all = runs.length === 0 ? [unreported] : runs;
  const shares = stretches(all, window);
  return html`${factList(surface, sessionId, facts)}${fileList(surface, sessionId, files)}${all.map((run, index) => {
    const stretch = shares[index] ?? { rows: [], from: window.from };
    const isLast = index === all.length - 1;
    const rowOf = (id: string | undefined) => (id === undefined ? undefined : stretch.rows.find((row) => row.id === id));
    return html`<section class="run" aria-label=${t("Run {0}", index + 1)}>
      ${all.length > 1 ? html`<h3 class="run-title">${t("Run {0}", index + 1)}<span class="dim">${run.words}</span></h3>` : nothing}
      ${promptPart(surface, sessionId, run, isLast, rowOf(run.promptRowId))} ${stepsPart(surface, sessionId, run, stretch, window.count, drawn)}
      ${answerPart(surface, sessionId, run, isLast, rowOf(run.answerRowId))}
    </section>`;
  })}`;
}

function copyButton(surface: Surface, sessionId: string, what: "prompt" | "answer", label: string): TemplateResult {
  return iconButton("copy", label, () => surface.host.post({ type: "copy", sessionId, what }), "copy");
}

function promptPart(surface: Surface, sessionId: string, run: RunView, isLast: boolean, row: RowView | undefined): TemplateResult {
  const { sessions } = surface.store.state;
  const sender = own(sessions, own(sessions, sessionId)?.parentId)?.label;
  return html`<div class="part prompt" data-shows-row=${run.promptRowId ?? nothing} tabindex="-1">
    <h4 class="part-title">
      ${t("Prompt")}${sender === undefined ? nothing : html`<span class="sender" dir="auto">${t("from {0}", sender)}</span>`}
      ${run.prompt !== undefined && isLast ? copyButton(surface, sessionId, "prompt", t("Copy prompt")) : nothing}
    </h4>
    ${
      run.prompt === undefined
        ? html`<p class="dim">${t("not reported")}</p>`
        : html`<acp-clamp class="quote" .text=${run.prompt} .lines=${3}></acp-clamp>`
    }
    ${media(row)}
  </div>`;
}

/** Why no step is shown: an agent that tells a history need not tell its children's. */
function missingSteps({ isEnded, isReplayed }: RunView): string {
  if (isReplayed) return t("not told again by the agent");
  return isEnded ? t("none reported") : t("none yet");
}

function stepsPart(surface: Surface, sessionId: string, run: RunView, stretch: Stretch, count: number, drawn: Drawn): TemplateResult {
  const without = new Set([run.promptRowId, run.answerRowId].filter((id) => id !== undefined));
  const isEmpty = stretch.rows.every((row) => without.has(row.id) || isLaunch(row));
  return html`<div class="part steps">
    <h4 class="part-title">${t("Steps")}</h4>
    ${isEmpty ? html`<p class="dim">${missingSteps(run)}</p>` : nothing}
    ${rowList(surface, sessionId, stretch, count, drawn, without)}
  </div>`;
}

/** From an answer up to the message that it answers. */
function toPrompt(surface: Surface): TemplateResult {
  const go = (event: Event) => walkToQuestion(surface, event.currentTarget as HTMLElement);
  return iconButton("arrow-up", t("Go to the message that this answers"), go, "to-prompt");
}

function answerPart(surface: Surface, sessionId: string, run: RunView, isLast: boolean, row: RowView | undefined): TemplateResult {
  // Where the child's own words are not on the wire, what the parent got is the answer.
  const answer = run.answer ?? (run.isStandIn ? run.received : undefined);
  const { error, received } = run;
  return html`<div class="part answer" data-shows-row=${run.answerRowId ?? nothing}>
    <h4 class="part-title">${run.isInterrupted ? t("Last words") : t("Answer")}${answer !== undefined && isLast ? copyButton(surface, sessionId, "answer", run.isInterrupted ? t("Copy last words") : t("Copy answer")) : nothing}${answer === undefined ? nothing : toPrompt(surface)}</h4>
    ${
      answer === undefined
        ? html`<p class="dim">${run.isEnded || run.isReplayed ? t("no answer") : t("no answer yet")}</p>`
        : html`<acp-markdown dir="auto" data-words=${run.answer === undefined ? "received" : "answer"} .text=${answer}></acp-markdown>`
    }
    ${media(row)}
    ${error === undefined ? nothing : html`<h4 class="part-title">${t("Error")}</h4><acp-clamp data-words="error" .text=${error} .lines=${10}></acp-clamp>`}
    ${
      received === undefined || received === answer
        ? nothing
        : html`<h4 class="part-title">${t("What the parent received")}</h4>
            <acp-clamp class="quote" data-words="received" .text=${received} .lines=${4}></acp-clamp>`
    }
  </div>`;
}
