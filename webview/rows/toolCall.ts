import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { isForTerminal } from "../../src/render/terminalText.ts";
import type { ToolBodyView, ToolPartView, ToolView } from "../../src/shared/rowView.ts";
import { unattributedStep } from "../../src/shared/rowWords.ts";
import { type NamedPlace, titlePieces, toolFacts, toolLine, toolOutput } from "../../src/shared/toolLine.ts";
import { unfenced } from "../../src/shared/unfenced.ts";
import { icon, statusWords, toolIcon } from "../icons.ts";
import type { Surface } from "../surface.ts";
import { changeCount } from "./diff.ts";
import { block, fileLink, resourceLink } from "./rowParts.ts";

/** What a tool call is drawn from. */
export interface ToolCall {
  readonly surface: Surface;
  /** The session in whose transcript it stands. */
  readonly sessionId: string;
  readonly rowId: string;
  readonly tool: ToolView;
  readonly body: ToolBodyView | undefined;
  readonly isOpen: boolean;
  toggle(): void;
}

/** Words with `code` in backticks, as agents write titles. */
function titleWords(title: string): unknown {
  return titlePieces(title).map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

/** One tool call: a line with its kind, title, files and status, and what it got and gave once the reader unfolds it. */
export function toolCall(call: ToolCall): TemplateResult {
  const { tool, isOpen } = call;
  const { title, file, places, rest } = toolLine(tool);
  // The line is a target of its own for a pointer; the keyboard has the button in it.
  const press = (event: Event) => {
    if (tool.hasBody && event.target === event.currentTarget) call.toggle();
  };
  return html`<div class="tool" data-status=${tool.status ?? "none"} data-tool-call-id=${tool.toolCallId}>
    <div class="tool-line ${tool.hasBody ? "unfolds" : ""}" @click=${press}>
      ${toolTitle(call, title)}${file ? placeLink(file) : nothing}
      ${files(places, rest)} ${aboutPart(call)} ${ownerPart(tool)} ${detailPart(tool)} ${tool.change ? changeCount(tool.change) : nothing} ${statusPart(tool.status)}
    </div>
    ${isOpen && tool.hasBody ? html`<div class="unfolded tool-body">${toolBody(call)}</div>` : nothing}
  </div>`;
}

function toolTitle({ tool, isOpen, toggle }: ToolCall, title: string): TemplateResult {
  const glyph = tool.status === "in_progress" ? icon("loading", { isSpinning: true, className: "mark" }) : icon(toolIcon(tool.toolKind));
  const words = html`<span class="tool-words" dir="auto">${titleWords(title)}</span>`;
  if (!tool.hasBody) return html`<span class="tool-title" title=${tool.title}>${glyph}${words}</span>`;
  // The chevron takes the glyph's place while the pointer or the cursor is on it.
  return html`<button type="button" class="tool-title" aria-expanded=${isOpen} title=${tool.title} @click=${toggle}>
    ${glyph}${icon(isOpen ? "chevron-down" : "chevron-right", { className: "chevron" })}${words}
  </button>`;
}

/** The subagents that the call is about: those that are waited for, or written to. */
function aboutPart({ surface, tool }: ToolCall): TemplateResult | typeof nothing {
  const { about = [] } = tool;
  if (about.length === 0) return nothing;
  return html`<span class="tool-about">${about.map((id) => html`<acp-session-link .surface=${surface} .sessionId=${id}></acp-session-link>`)}</span>`;
}

/** That nobody could tell whose call it is. */
function ownerPart({ isUnattributed }: ToolView): TemplateResult | typeof nothing {
  if (!isUnattributed) return nothing;
  const words = unattributedStep();
  return html`<span class="tool-about"><span class="speaker" title=${words}>${words}</span></span>`;
}

/** What the call does it with, where the title does not say it. */
function detailPart({ detail, toolKind }: ToolView): TemplateResult | typeof nothing {
  if (detail === undefined) return nothing;
  if (toolKind === "fetch" && /^https?:/i.test(detail)) return html`<span class="tool-detail">${resourceLink(detail, detail)}</span>`;
  return html`<span class="tool-detail" title=${detail} dir="auto">${detail}</span>`;
}

const placeLink = ({ path, line, name }: NamedPlace) => fileLink(path, line, name);

function files(places: readonly NamedPlace[], rest: readonly string[]): TemplateResult | typeof nothing {
  if (places.length === 0) return nothing;
  const more = rest.length === 0 ? nothing : html`<span class="dim" title=${rest.join("\n")}>${t("+{0} more", rest.length)}</span>`;
  return html`<span class="tool-files">${places.map(placeLink)}${more}</span>`;
}

const statusIcons: { readonly [status: string]: string } = {
  failed: "error",
  cancelled: "circle-slash",
  unconfirmed: "circle-slash",
  noResult: "question",
};

function statusPart(status: string | undefined): TemplateResult | typeof nothing {
  const words = statusWords(status);
  if (words === "") return html`<span class="visually-hidden">${t("completed")}</span>`;
  // The spinner before the title says it to the eye.
  if (status === "in_progress") return html`<span class="visually-hidden">${words}</span>`;
  const glyph = statusIcons[status ?? ""];
  return html`<span class="tool-status" title=${words}>${glyph ? icon(glyph, { className: "mark" }) : nothing}<span>${words}</span></span>`;
}

/** A text of a tool call, drawn as on a terminal when it was written for one. */
function toolText(whole: string, lines: 3 | 12 = 12): TemplateResult {
  const text = unfenced(whole);
  return isForTerminal(text)
    ? html`<acp-output .text=${text}></acp-output>`
    : html`<acp-clamp class="mono" .text=${text} .lines=${lines}></acp-clamp>`;
}

function titled(title: string, text: TemplateResult): TemplateResult {
  return html`<div class="tool-part"><div class="part-title">${title}</div>${text}</div>`;
}

/** Changes of so many files are a list first. */
const manyDiffs = 3;

function toolPart({ surface, sessionId, rowId, tool, body }: ToolCall, part: ToolPartView): TemplateResult {
  switch (part.type) {
    case "text":
      return body && part === toolOutput(body).words
        ? titled(t("Output"), toolText(part.text))
        : html`<div class="tool-part">${toolText(part.text)}</div>`;
    case "diff":
      return html`<acp-diff
        class="tool-part"
        .surface=${surface}
        .sessionId=${sessionId}
        .rowId=${rowId}
        .diff=${part}
        .isFolded=${body && body.parts.filter(({ type }) => type === "diff").length > manyDiffs ? true : undefined}
      ></acp-diff>`;
    case "terminal":
      return html`<acp-terminal
        class="tool-part"
        role="group"
        aria-label=${t("Output of {0}", tool.title)}
        .surface=${surface}
        .sessionId=${sessionId}
        .terminalId=${part.terminalId}
        .terminalKey=${part.key}
        .callTitle=${tool.title}
        .isRunning=${tool.status === "in_progress" || tool.status === "pending"}
      ></acp-terminal>`;
    case "session":
      return html`<div class="tool-part">${icon("arrow-right")} <acp-session-link .surface=${surface} .sessionId=${part.sessionId}></acp-session-link></div>`;
    default:
      return html`<div class="tool-part">${block(part, (text) => toolText(text))}</div>`;
  }
}

function factsPart(tool: ToolView, body: ToolBodyView): TemplateResult | typeof nothing {
  const { name, places } = toolFacts(tool, body);
  const named = name === undefined ? nothing : html`<div class="tool-name">${t("Tool")} <code>${name}</code></div>`;
  const all =
    places.length === 0
      ? nothing
      : html`<ul class="tool-locations" aria-label=${t("Files")}>${places.map((place) => html`<li>${placeLink(place)}</li>`)}</ul>`;
  return named === nothing && all === nothing ? nothing : html`<div class="tool-part">${named}${all}</div>`;
}

/** What the tool handed back, as it did; only its beginning where the output is shown in words already. */
function outputPart(body: ToolBodyView): TemplateResult | typeof nothing {
  const { head, isRaw } = toolOutput(body);
  return body.output === undefined ? nothing : titled(head, toolText(body.output, isRaw ? 3 : 12));
}

function toolBody(call: ToolCall): unknown {
  const { tool, body } = call;
  if (!body) return html`<p class="dim">${t("Loading…")}</p>`;
  const facts = factsPart(tool, body);
  if (facts === nothing && body.input === undefined && body.output === undefined && body.parts.length === 0)
    return html`<p class="dim">${t("none reported")}</p>`;
  return [
    facts,
    body.input === undefined ? nothing : titled(t("Input"), toolText(body.input)),
    ...body.parts.map((part) => toolPart(call, part)),
    outputPart(body),
  ];
}
