import { html, nothing, type TemplateResult } from "lit";
import { exactText } from "../../src/base/exactText.ts";
import { t } from "../../src/base/words.ts";
import { resourceTarget } from "../../src/render/links.ts";
import { messageLook } from "../../src/shared/messageLook.ts";
import { own } from "../../src/shared/records.ts";
import type { BlockView, RowView } from "../../src/shared/rowView.ts";
import { compactionWords, planWords, severityWords, unattributedWords } from "../../src/shared/rowWords.ts";
import { exact } from "../exact.ts";
import { icon, iconButton } from "../icons.ts";
import type { Surface } from "../surface.ts";

type RowOf<Kind extends RowView["kind"]> = Extract<RowView, { readonly kind: Kind }>;
type TextRow = RowOf<"user_message" | "agent_message" | "agent_thought">;

const imageTypes: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** A picture that came with the frames; of a kind that a page may show, else as words. */
export function picture(mimeType: string, data: string): TemplateResult {
  if (!imageTypes.includes(mimeType)) return html`<p class="dim">${t("Picture of type {0}, not shown", mimeType)}</p>`;
  return html`<img class="picture" alt=${t("Picture")} src=${`data:${mimeType};base64,${data}`} />`;
}

/** Something to click that leads out of the transcript, or plain words when it must not be opened. */
export function resourceLink(uri: string, name: string): TemplateResult {
  const target = resourceTarget(uri);
  if (!target) return html`<span dir="auto">${exact(name)} <span class="dim" dir="auto">${exact(uri)}</span></span>`;
  if (target.type === "file") return fileLink(target.path, target.line, name);
  return html`<button type="button" class="link" title=${exactText(uri)} data-href=${uri} dir="auto">${exact(name)}</button>`;
}

/** A path that opens in the editor; drawn as its last part unless there is another name for it. */
export function fileLink(path: string, line?: number, name?: string): TemplateResult {
  const last = path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
  const shown = name ?? (line === undefined ? last : `${last}:${line}`);
  const full = line === undefined ? path : `${path}:${line}`;
  return html`<button type="button" class="link file" title=${exactText(full)} data-path=${path} data-line=${line ?? nothing} dir="auto">${exact(shown)}</button>`;
}

/** A resource that came whole: one that opens is named, of others the beginning is read here. */
function embedded({ uri, name, text }: Extract<BlockView, { readonly type: "embedded" }>): TemplateResult {
  if (resourceTarget(uri)) return html`<p class="piece">${icon("file")} ${resourceLink(uri, name)}</p>`;
  const words = text === undefined ? nothing : html`<acp-clamp class="mono" .text=${text} .lines=${3}></acp-clamp>`;
  return html`<p class="piece">${icon("output")} <span dir="auto">${name}</span></p>
    ${words}`;
}

/** A piece of a message or of what a tool gave; `text` draws the words. */
export function block(view: BlockView, text: (words: string) => TemplateResult): TemplateResult {
  switch (view.type) {
    case "text":
      return text(view.text);
    case "image":
      return picture(view.mimeType, view.data);
    case "audio":
      return html`<audio class="sound" controls preload="metadata" aria-label=${t("Sound ({0})", view.mimeType)} src="data:${view.mimeType};base64,${view.data}"></audio>`;
    case "link":
      return html`<p class="piece">${icon("link")} ${resourceLink(view.uri, view.name)}</p>`;
    case "embedded":
      return embedded(view);
    case "other":
      return html`<acp-clamp class="mono" .text=${view.text} .lines=${4}></acp-clamp>`;
  }
}

/** The pictures and sounds in a message, for where its words stand in one. */
export function media(row: RowView | undefined): unknown {
  const blocks = row && "blocks" in row ? (row.blocks ?? []) : [];
  return blocks.map((view) => (view.type === "image" || view.type === "audio" ? block(view, () => html``) : nothing));
}

/** A message's pieces in order; `text` draws the words among them. */
function pieces(row: TextRow, text: (words: string) => TemplateResult): unknown {
  const blocks = row.blocks ?? [];
  // Where there are blocks, they are the whole message; its text has words for those that are not text.
  if (blocks.length > 0) return blocks.map((view) => block(view, text));
  return row.text === "" ? html`<p class="dim">${t("(no text)")}</p>` : text(row.text);
}

/** `edit` is there for a prompt of the person's own that can be changed and sent again. */
export function userMessage(row: TextRow, speaker: string, edit: (() => void) | undefined): TemplateResult {
  // A double click is one wish.
  const press = (event: Event) => (event as UIEvent).detail > 1 || edit?.();
  const button = edit ? iconButton("edit", t("Change this prompt and send it in a fork of the session"), press, "edit-sent") : nothing;
  return html`<div class="user-box">
    <div class="speaker-line"><div class="speaker" dir="auto">${speaker}</div>${button}</div>
    ${pieces(row, (words) => html`<acp-clamp .text=${words} .lines=${10}></acp-clamp>`)}
  </div>`;
}

/** That nobody could tell whose words these are. */
function speakerUnknown({ isUnattributed }: TextRow): TemplateResult | typeof nothing {
  return isUnattributed ? html`<div class="speaker">${unattributedWords()}</div>` : nothing;
}

/** A message of the agent. */
export function agentMessage(row: TextRow): TemplateResult {
  return html`${speakerUnknown(row)}${pieces(row, (words) => html`<acp-markdown dir="auto" .text=${words}></acp-markdown>`)}`;
}

/** A line that unfolds what stands below it. */
function foldLine(isOpen: boolean, toggle: () => void, words: unknown): TemplateResult {
  const chevron = icon(isOpen ? "chevron-down" : "chevron-right", { className: "chevron" });
  return html`<button type="button" class="fold-line" aria-expanded=${isOpen} @click=${toggle}>${chevron}<span>${words}</span></button>`;
}

/** A thought of the agent: one line, and all of it once the reader unfolds it. */
export function thought(row: TextRow, isOpen: boolean, toggle: () => void): TemplateResult {
  const count = row.text.trim() === "" ? 0 : row.text.trim().split("\n").length;
  const lines = count === 1 ? t("Thought · 1 line") : t("Thought · {0} lines", count);
  return html`${foldLine(isOpen, toggle, lines)}${
    isOpen
      ? html`<div class="unfolded dim">${speakerUnknown(row)}${pieces(row, (words) => html`<acp-markdown dir="auto" .text=${words}></acp-markdown>`)}</div>`
      : nothing
  }`;
}

const planIcons: { readonly [status: string]: string } = { completed: "check", in_progress: "arrow-right", pending: "circle-outline" };

/** A plan: its steps with their states, the file that holds it, or its words. */
export function plan({ entries, uri, markdown, isRemoved }: RowOf<"plan">): TemplateResult {
  const done = entries.filter((entry) => entry.status === "completed").length;
  const count = entries.length === 0 ? "" : t("{0} of {1} done", done, entries.length);
  const words = [count, isRemoved ? t("taken back by the agent") : ""].filter((word) => word !== "").join(" · ");
  return html`<div class="plan ${isRemoved ? "is-removed" : ""}">
    <div class="plan-title">${icon("checklist")}<span>${t("Plan")}</span><span class="dim">${words}</span></div>
    ${uri === undefined ? nothing : html`<p>${icon("link")} ${resourceLink(uri, uri)}</p>`}
    ${markdown === undefined ? nothing : html`<acp-markdown dir="auto" .text=${markdown}></acp-markdown>`}
    ${entries.length === 0 ? nothing : planList(entries)}
  </div>`;
}

function planList(entries: RowOf<"plan">["entries"]): TemplateResult {
  return html`<ul>
      ${entries.map(
        (entry) => html`<li data-status=${entry.status}>
          ${icon(own(planIcons, entry.status) ?? "question")}<span class="visually-hidden">${planWords(entry.status)}:</span>
          <span dir="auto">${entry.content}${entry.priority === "high" ? html`<span class="dim">${t("high priority")}</span>` : nothing}</span>
        </li>`,
      )}
    </ul>`;
}

/** `sessionId` is that of the transcript it stands in. */
export function sessionMessage(surface: Surface, sessionId: string, row: RowOf<"session_message">): TemplateResult {
  const isOut = row.direction === "outgoing";
  const words = isOut ? t("To") : row.direction === "incoming" ? t("From") : t("Message with");
  const glyph = isOut ? "arrow-small-right" : row.direction === "incoming" ? "arrow-small-left" : "arrow-swap";
  const other =
    row.otherId === undefined
      ? html`<span>${t("a session that was not named")}</span>`
      : html`<acp-session-link .surface=${surface} .sessionId=${row.otherId} .message=${{ sessionId, rowId: row.id }}></acp-session-link>`;
  return html`<div class="session-message" data-direction=${row.direction}>
    ${icon(glyph)}
    <div class="session-message-text">
      ${words} ${other}${row.text === "" ? nothing : ":"} ${messageText(row.text)} ${media(row)}
    </div>
  </div>`;
}

function messageText(text: string): TemplateResult {
  if (text === "") return html`<span>${t("(no text)")}</span>`;
  const look = messageLook(text);
  if (look === "line") return html`<span class="short" dir="auto">${text}</span>`;
  return look === "folded"
    ? html`<acp-clamp .text=${text} .lines=${4}></acp-clamp>`
    : html`<acp-markdown dir="auto" .text=${text}></acp-markdown>`;
}

/** To the session in which that was said which this one goes on from. */
function earlierLink(surface: Surface, sessionId: string): TemplateResult {
  const go = () => surface.host.post({ type: "openSession", sessionId, where: "here" });
  return html`<button type="button" class="link earlier" @click=${go}>${t("Read it in the session before")}</button>`;
}

/** Something to be known of the session, with the way to where it goes on. */
export function notice(surface: Surface, { severity, text, continues }: RowOf<"notice">): TemplateResult {
  const glyph = severity === "error" ? "error" : severity === "warning" ? "warning" : "info";
  const [title = "", ...rest] = text.split("\n");
  return html`<div class="notice" data-severity=${severity}>
    ${icon(glyph)}<span class="visually-hidden">${severityWords(severity)}:</span>
    <div class="notice-words"><div dir=${title === "" ? nothing : "auto"}>${title || t("(no text)")}</div>${
      rest.length === 0 ? nothing : html`<acp-clamp class="dim" .text=${rest.join("\n")} .lines=${4}></acp-clamp>`
    }${continues === undefined ? nothing : earlierLink(surface, continues)}</div>
  </div>`;
}

/** How something that waited for the person ended. */
export function settledRequest({ icon: glyph, words, title, values, url }: RowOf<"request">): TemplateResult {
  return html`<div class="notice settled" role="note">
    ${icon(glyph)}
    <div class="settled-text">
      <span>${title === "" ? words : `${words}: `}</span><span dir="auto">${exact(title)}</span>
      ${url === undefined ? nothing : html`<div><code class="settled-url">${exact(url)}</code></div>`}
      ${
        values === undefined || values.length === 0
          ? nothing
          : html`<dl class="settled-values">${values.map(
              ({ label, text }) =>
                html`<dt dir="auto">${label}</dt><dd dir="auto">${text ?? html`<span class="dim">${t("(not shown)")}</span>`}</dd>`,
            )}</dl>`
      }
    </div>
  </div>`;
}

/** Where a conversation was shortened; its summary is folded. */
export function compaction({ text, status, error }: RowOf<"compaction">, isOpen: boolean, toggle: () => void): TemplateResult {
  const words = compactionWords(status);
  const line = html`<div class="compaction" data-status=${status ?? "none"}>
    ${compactionGlyph(status, text)}
    ${text === "" ? html`<span>${words}</span>` : foldLine(isOpen, toggle, words)}
  </div>`;
  const summary = html`<div class="unfolded dim"><acp-markdown dir="auto" .text=${text}></acp-markdown></div>`;
  return html`${line}${error === undefined || error === "" ? nothing : html`<p class="compaction-error" dir="auto">${error}</p>`}${
    isOpen && text !== "" ? summary : nothing
  }`;
}

/** What folds has a chevron for a glyph. */
function compactionGlyph(status: string | undefined, text: string): TemplateResult | typeof nothing {
  if (status === "in_progress") return icon("loading", { isSpinning: true });
  if (status === "failed") return icon("warning");
  return text === "" ? icon("fold") : nothing;
}

/** An update of a kind that is not known: its name, and the frame once the reader unfolds it. */
export function unknownUpdate(updateKind: string, json: string, isOpen: boolean, toggle: () => void): TemplateResult {
  const words = html`${t("Unknown update")} <code>${updateKind}</code>`;
  return html`${foldLine(isOpen, toggle, words)}${
    isOpen ? html`<div class="unfolded"><acp-clamp class="mono" .text=${json} .lines=${12}></acp-clamp></div>` : nothing
  }`;
}
