import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { highlightFence } from "../../render/highlight.ts";
import { markdownRenderer } from "../../render/markdown.ts";
import { TerminalScreen } from "../../render/terminalScreen.ts";
import { isForTerminal, terminalText } from "../../render/terminalText.ts";
import { type SessionId, toTerminalId } from "../../session/ids.ts";
import type { Row, SessionMessageRow, TextRow, ToolCallRow } from "../../session/rows.ts";
import type { Session } from "../../session/session.ts";
import { terminalOf } from "../../session/terminals.ts";
import { exitWords } from "../../shared/exitWords.ts";
import { lastOf } from "../../shared/formats.ts";
import type { BlockView, ToolPartView } from "../../shared/rowView.ts";
import { compactionWords, severityWords, unattributedStep, unattributedWords } from "../../shared/rowWords.ts";
import { titlePieces, toolLine, toolOutput } from "../../shared/toolLine.ts";
import { unfenced } from "../../shared/unfenced.ts";
import { isSettled } from "../stateWords.ts";
import { noCaps } from "../transcript/capped.ts";
import { requestWords } from "../transcript/requestRowView.ts";
import { blockView, toolBody, toolView, valueText } from "../transcript/toolView.ts";
import type { ExportOptions } from "./exportOptions.ts";
import { type ExportScope, placesBeside } from "./exportScope.ts";
import { kindWord, statusWords } from "./exportWords.ts";
import { type Html, markup, text, trustedHtml } from "./html.ts";

const renderColoured = markdownRenderer(highlightFence);

/** Rows of a transcript as HTML. All text goes through the options' mask, and is data. */
export class HtmlRows {
  readonly #scope: ExportScope;
  readonly #options: ExportOptions;

  constructor(scope: ExportScope) {
    this.#scope = scope;
    this.#options = scope.options;
  }

  /** An agent's Markdown; addresses of the web can be followed, nothing else can. */
  words(source: string): Html {
    const html = renderColoured(this.#options.mask(source));
    // The renderer escapes all text: this can only stand in a tag that it wrote itself.
    const linked = html.replace(
      /<a class="link" role="link" tabindex="0" data-href="(https?:[^"]*)"/g,
      '<a rel="noopener noreferrer" href="$1"',
    );
    return markup`<div class="markdown" dir="auto">${trustedHtml(linked)}</div>`;
  }

  /** A text as it was written. */
  quote(words: string): Html {
    return markup`<div class="quote" dir="auto">${text(this.#options.mask(words))}</div>`;
  }

  #line(words: string): { readonly text: string } {
    return text(this.#options.mask(oneLine(words, 400)));
  }

  /** A row that is no card; empty when it is not written. */
  row(row: Row, session: Session): readonly Html[] {
    switch (row.kind) {
      case "user_message":
        return [markup`<article class="user"><h4>${text(t("Prompt"))}</h4>${this.message(row, (words) => this.quote(words))}</article>`];
      case "agent_message":
        return [markup`<article>${speakerUnknown(row)}${this.message(row, (words) => this.words(words))}</article>`];
      case "agent_thought":
        if (!this.#options.hasThoughts) return [];
        return [folded("thought", text(t("Thought")), markup`${speakerUnknown(row)}${this.message(row, (words) => this.words(words))}`)];
      case "tool_call":
        return [this.#tool(row, session)];
      case "plan": {
        const entries = row.entries.map(
          (entry) =>
            markup`<li>${text(entry.status === "completed" ? "☑" : entry.status === "in_progress" ? "▶" : "☐")} ${this.#line(entry.content)}${entry.priority === "high" ? [markup` <span class="dim">${text(t("high priority"))}</span>`] : []}</li>`,
        );
        const isRemoved = row.isRemoved ? [markup`<p class="dim">${text(t("The agent took this plan back."))}</p>`] : [];
        return [
          markup`<article class="plan"><h4>${text(t("Plan"))}</h4>${isRemoved}${row.uri === undefined ? [] : [markup`<p>${this.#line(row.uri)}</p>`]}${row.markdown === undefined ? [] : [this.words(row.markdown)]}<ul>${entries}</ul></article>`,
        ];
      }
      case "session_message": {
        const told = this.#scope.toldByCard(row);
        if (told !== undefined) return told === "" ? [] : [markup`<p class="dim">${this.#line(told)}</p>`];
        return [
          markup`<article class="user"><h4>${this.#line(this.#scope.messageHead(row))}</h4>${this.message(row, (words) => this.words(words))}</article>`,
        ];
      }
      case "subagent":
        return [];
      case "notice":
      case "error":
        return [
          markup`<p class="notice ${text(row.kind)}"><b>${this.#line(row.kind === "error" ? t("Error") : severityWords(row.severity))}:</b> ${text(this.#options.mask(row.text))}</p>`,
        ];
      case "compaction":
        return [
          folded(
            "compaction",
            this.#line(compactionWords(row.status)),
            trustedHtml(`${this.words(row.text)}${row.error ? this.quote(row.error) : ""}`),
          ),
        ];
      case "request": {
        const values = (row.values ?? []).map(
          ({ label, text: value }) => markup`<li>${this.#line(label)}: ${this.#line(value ?? t("(not shown)"))}</li>`,
        );
        return [
          markup`<p class="notice"><b>${this.#line(requestWords(row))}:</b> ${this.#line(row.title)}${row.url === undefined ? [] : [markup` <code>${this.#line(row.url)}</code>`]}</p>${values.length > 0 ? [markup`<ul>${values}</ul>`] : []}`,
        ];
      }
      case "unknown":
        return [folded("unknown", this.#line(t("Unknown update: {0}", row.updateKind)), this.#code(valueText(row.raw)))];
    }
  }

  /** A message's pieces in order; `write` writes the words among them. */
  message(row: TextRow | SessionMessageRow, write: (words: string) => Html): Html {
    const blocks = row.blocks ?? [];
    if (blocks.length === 0) return write(row.text);
    return trustedHtml(
      blocks
        .map((block) => blockView(block, noCaps))
        .map((view) => (view.type === "text" ? write(view.text) : this.#block(view)))
        .join("\n"),
    );
  }

  #block(view: BlockView): Html {
    if (view.type === "image" || view.type === "audio") return this.#media(view);
    if (view.type === "link") return markup`<p class="dim">${this.#line(`${view.name} ${view.uri}`)}</p>`;
    if (view.type === "embedded") return folded("resource", this.#line(view.name), this.#code(view.text ?? view.uri));
    return this.#code(view.text);
  }

  #media({ type, mimeType, data }: Extract<BlockView, { readonly data: string }>): Html {
    if (!/^[\w+/=\s-]*$/.test(data)) return markup`<p class="dim">${text(`[${type} ${oneLine(mimeType)}]`)}</p>`;
    const source = text(`data:${mimeType};base64,${data}`);
    return type === "image" ? markup`<img alt="${text(t("Picture"))}" src="${source}">` : markup`<audio controls src="${source}"></audio>`;
  }

  /** A text as it was written; one that was written for a terminal as it reads there. */
  #code(whole: string): Html {
    const words = unfenced(whole);
    return markup`<pre dir="auto">${text(this.#options.mask(isForTerminal(words) ? terminalText(words) : words))}</pre>`;
  }

  #tool(row: ToolCallRow, session: Session): Html {
    const view = toolView(row, isSettled(session, this.#scope.connection));
    const { toolKind, detail, status, hasBody, locations, isUnattributed } = view;
    const { title, file } = toolLine(view);
    const isPlain = status === undefined || ["completed", "pending", "in_progress"].includes(status);
    const end =
      status === undefined ? [] : [markup` <span class="${text(isPlain ? "dim" : "status")}">${text(statusWords(status))}</span>`];
    const owner = isUnattributed ? [markup` <span class="dim">${text(unattributedStep())}</span>`] : [];
    const more = detail === undefined ? [] : [markup` <code>${this.#line(detail)}</code>`];
    const about = (row.about ?? []).map((id) => markup` <span class="dim">→ ${this.#line(this.#scope.nameOf(id))}</span>`);
    const word = kindWord(toolKind);
    const kind = word === undefined ? [] : [markup`<span class="kind">${this.#line(word)}</span> `];
    const beside = placesBeside(title, file ? locations.slice(1) : locations, lastOf);
    const places = [...(file ? [file.name] : []), ...beside].map((place) => markup` <code>${this.#line(place)}</code>`);
    const pieces = titlePieces(this.#options.mask(oneLine(title, 400))).map((piece, index) =>
      index % 2 === 1 ? markup`<code>${text(piece)}</code>` : markup`${text(piece)}`,
    );
    const line = markup`${kind}<span dir="auto">${pieces}</span>${places}${about}${owner}${more}${end}`;
    const body = toolBody(row, session.id, noCaps);
    const { input, output, parts } = body;
    const { words, head } = toolOutput(body);
    const inner = [
      ...this.#titled(t("Input"), input),
      ...parts.flatMap((part) => [...(part === words ? [markup`<h4>${text(t("Output"))}</h4>`] : []), this.#part(part, session.id)]),
      ...this.#titled(head, output),
    ];
    if (!hasBody || inner.length === 0) return markup`<div class="tool">${line}</div>`;
    return markup`<details class="tool"><summary>${line}</summary><div class="inside">${inner}</div></details>`;
  }

  #titled(title: string, words: string | undefined): readonly Html[] {
    return words === undefined ? [] : [markup`<h4>${text(title)}</h4>${this.#code(words)}`];
  }

  #part(part: ToolPartView, sessionId: SessionId): Html {
    if (part.type === "text" || part.type === "other") return this.#code(part.text);
    if (part.type === "diff") return this.#diff(part);
    if (part.type === "terminal") return this.#terminal(sessionId, part.terminalId);
    if (part.type !== "session") return this.#block(part);
    return markup`<p class="dim">${this.#line(this.#scope.nameOf(part.sessionId as SessionId))}</p>`;
  }

  #diff({ path, added, removed, hunks }: Extract<ToolPartView, { type: "diff" }>): Html {
    const names: { readonly [sign: string]: string } = { "+": "added", "-": "removed" };
    const lines = hunks.flatMap(({ lines }, index) => {
      // Masked as a whole: a key may go over several lines.
      const masked = this.#options.mask(lines.map((line) => `${line.sign} ${line.text}`).join("\n")).split("\n");
      const coloured = masked.map((line) => markup`<span class="${text(names[line[0] ?? ""] ?? "kept")}">${text(line)}</span>\n`);
      return index > 0 ? [markup`<span class="dim">⋯</span>\n`, ...coloured] : coloured;
    });
    return markup`<p><code>${this.#line(path)}</code> <span class="dim">+${text(String(added))} −${text(String(removed))}</span></p><pre class="diff">${lines}</pre>`;
  }

  #terminal(sessionId: SessionId, id: string): Html {
    const terminal = terminalOf(this.#scope.connection.model, sessionId, toTerminalId(id));
    if (!terminal) return markup`<p class="dim">${text(t("none reported"))}</p>`;
    const screen = new TerminalScreen();
    screen.write(this.#options.mask(terminal.text));
    const lines = [...screen.lines, screen.last].map((line) =>
      trustedHtml(
        line
          .map((span) =>
            span.classes === "" ? markup`${text(span.text)}` : markup`<span class="${text(span.classes)}">${text(span.text)}</span>`,
          )
          .join(""),
      ),
    );
    const cut = terminal.isCut ? [markup`<p class="dim">${text(t("Only the end of the output was kept."))}</p>`] : [];
    const exit = terminal.exit ? [markup`<p class="dim">${text(exitWords(terminal.exit))}</p>`] : [];
    const shown = terminalText(terminal.text).trim() === "" ? [] : [markup`<pre class="terminal">${trustedHtml(lines.join("\n"))}</pre>`];
    return markup`${cut}${shown}${exit}`;
  }
}

/** That nobody could tell whose words these are. */
function speakerUnknown({ isUnattributed }: TextRow): readonly Html[] {
  return isUnattributed ? [markup`<p class="dim">${text(unattributedWords())}</p>`] : [];
}

function folded(kind: string, summary: { readonly text: string }, inner: Html): Html {
  return markup`<details class="${text(kind)}"><summary class="dim">${summary}</summary><div class="inside">${inner}</div></details>`;
}
