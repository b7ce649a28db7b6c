import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import type { FactView, TouchedFileView } from "../../src/shared/sessionView.ts";
import { touchWord } from "../../src/shared/touchWords.ts";
import { icon, iconButton } from "../icons.ts";
import { fileLink } from "../rows/rowParts.ts";
import type { Surface } from "../surface.ts";
import { rowKey } from "./sections.ts";

/** Most files that are drawn at once; the others are counted. */
const mostFiles = 200;
/** Which call of a file the reader was led to last, by the button. */
const visited = new WeakMap<HTMLElement, number>();

/** What is to be known of a child beside its work: its options, which only its agent sets, its folder and its own usage. */
export function factList(surface: Surface, sessionId: string, facts: readonly FactView[]): TemplateResult | typeof nothing {
  if (facts.length === 0) return nothing;
  const open = () => surface.host.post({ type: "openFolder", sessionId });
  return html`<dl class="facts" aria-label=${t("Options and usage")}>
    ${facts.map(
      ({ name, value, isFolder }) => html`<div>
        <dt dir="auto">${name}</dt>
        <dd dir="auto">${value}${isFolder ? iconButton("empty-window", t("Open Folder in New Window"), open, "open-folder") : nothing}</dd>
      </div>`,
    )}
  </dl>`;
}

/** The files that a child touched: one line, and a list when the reader unfolds it. */
export function fileList(surface: Surface, sessionId: string, files: readonly TouchedFileView[]): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  const key = rowKey(sessionId, "files");
  const isOpen = surface.openRows.has(key);
  const toggle = (event: Event) => surface.openRow(event.currentTarget as HTMLElement, key, !isOpen);
  const shared = files.filter(({ siblings }) => siblings.length > 0).length;
  const review = () => surface.host.post({ type: "review", sessionId, of: "session" });
  return html`<div class="touched">
    <div class="touched-line"><button type="button" class="fold-line" aria-expanded=${isOpen} @click=${toggle}>
      ${icon(isOpen ? "chevron-down" : "chevron-right", { className: "chevron" })}${icon("files")}
      <span>${files.length === 1 ? t("1 file touched") : t("{0} files touched", files.length)}</span>
      ${shared === 0 ? nothing : html`<span class="shared">${icon("warning")}<span>${sharedWords(shared)}</span></span>`}
    </button>${iconButton("diff-multiple", t("Review changes"), review, "review")}</div>
    ${isOpen ? html`<ul class="touched-files">${files.slice(0, mostFiles).map((file) => fileLine(surface, sessionId, file))}</ul>` : nothing}
    ${isOpen && files.length > mostFiles ? html`<p class="dim">${t("{0} more files", files.length - mostFiles)}</p>` : nothing}
  </div>`;
}

function sharedWords(count: number): string {
  return count === 1 ? t("1 also touched by another subagent") : t("{0} also touched by other subagents", count);
}

function fileLine(surface: Surface, sessionId: string, { path, name, how, rowIds, siblings }: TouchedFileView): TemplateResult {
  const calls = rowIds.length === 1 ? t("1 call") : t("{0} calls", rowIds.length);
  return html`<li data-file=${path}>
    <span class="touched-file">${fileLink(path, undefined, name)}</span>
    <span class="dim">${how.map(touchWord).join(", ")}</span>
    <button type="button" class="link to-calls" title=${t("Go to the calls that touched {0}, one by one", name)} @click=${(event: Event) => goOn(surface, sessionId, rowIds, event)}>${calls}</button>
    ${siblings.length === 0 ? nothing : html`<span class="shared" dir="auto">${icon("warning")}<span>${t("also touched by {0}", siblings.join(", "))}</span></span>`}
  </li>`;
}

/** Leads to the first call, with the next press to the second, and so round. */
function goOn(surface: Surface, sessionId: string, rowIds: readonly string[], { currentTarget }: Event): void {
  const button = currentTarget as HTMLElement;
  const next = ((visited.get(button) ?? -1) + 1) % rowIds.length;
  const rowId = rowIds[next];
  visited.set(button, next);
  if (rowId !== undefined) surface.act({ do: "reveal", sessionId, rowId });
}
