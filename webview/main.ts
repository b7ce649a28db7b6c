/**
 * The transcript's page: `<acp-app>` in the body, everything in light DOM under one style sheet.
 *
 * What tests and other tools may hold on to:
 *
 * - `acp-feed` — the transcript; `.scroller[data-session-id]` — each scroll container; `.jump` — *jump to latest*
 * - `acp-row.row[data-row-id][data-kind]` — one row; `data-kind` is the row's kind in the protocol
 * - `.card[data-session-id][data-open="true|false"][data-mark]` — a child's card; `.card-header` — its button;
 *   `.card-label`, `.card-role`, `.card-words`, `.elapsed`, `.request-badge` — in the header; `.stop`, `.open-editor` — beside it
 * - `acp-card-body` — an open card's inside, absent while it is closed; `.part.prompt`, `.part.steps`, `.part.answer`;
 *   `section.run` — one run
 * - `.tool[data-tool-call-id][data-status]`, `.tool-title`, `.tool-body`; `.fold-line` — what unfolds a row
 * - `acp-terminal` — a command's output in an unfolded call; `.output-line`, `.exit`, `.open-terminal`; `acp-output .show-all`
 * - `.code-block[data-language]`, `[data-code-act]` — code; `[data-colours=awaited]` while its colours are on their way
 * - `acp-diff .diff-line`, `.word`, `.open-diff` — a change
 * - `.link.path` — a path in a message that is a file
 * - `[data-href]`, `[data-path][data-line]` — links
 * - `.attention[data-request-key][data-session-id]`, `.attention-detail`, `[data-option-id][data-option-kind]`, `.next`,
 *   `.elsewhere`; `acp-form .field[data-field][data-type]`, `[data-control]`, `.field-error`, `[data-answer]` — what an agent
 *   wants to know
 * - `.composer`, `vscode-text-area`, `.send`, `.stop-turn`, `.chip[data-queued-id]`, `.completion [role=option]`, `.blocked`,
 *   `.attachment[data-attachment-id][data-kind]`, `.attach`, `.refused`
 * - `acp-find`, `.find-field`, `.find-option[data-option]`, `.find-count`, `.find-next`, `.find-previous`, `.find-close`,
 *   `.find-offers [role=option]`, `.find-badge`; `[data-found]` — the row that the search went to
 * - `acp-gutter .gutter-mark[data-kind][data-mark-row]` — marks beside a scroll bar; `.touched`, `.touched-files [data-file]`,
 *   `.to-calls`, `.open-folder` — files and folder of a child; `.to-prompt` — from an answer to its message
 * - `.breadcrumb .crumb`, `.to-arrow-up`, `.to-arrow-left`, `.to-arrow-right`, `.busy`, `.empty`, `.retry`, `.live` — the live region
 */
import { systemTimer } from "../src/base/timer.ts";
import { useTranslations } from "../src/base/words.ts";
import { App } from "./app.ts";
import { Card } from "./cards/card.ts";
import { CardBody } from "./cards/cardBody.ts";
import { Elapsed } from "./cards/elapsed.ts";
import { Composer } from "./composer/composer.ts";
import { Queue } from "./composer/queue.ts";
import { Feed } from "./feed.ts";
import { FindWidget } from "./find/findWidget.ts";
import { Host, type VsCodeApi } from "./host.ts";
import { Attention } from "./requests/attention.ts";
import { RequestForm } from "./requests/requestForm.ts";
import { ClampedText } from "./rows/clamp.ts";
import { DiffPart } from "./rows/diff.ts";
import { MarkdownText } from "./rows/markdown.ts";
import { ProgramOutput } from "./rows/output.ts";
import { Row } from "./rows/row.ts";
import { SessionLink } from "./rows/sessionLink.ts";
import { TerminalPart } from "./rows/terminal.ts";
import { Gutter } from "./scroll/gutter.ts";
import { Surface } from "./surface.ts";
import { registerToolkit } from "./toolkit.ts";

declare function acquireVsCodeApi(): VsCodeApi;

const elements: { readonly [name: string]: CustomElementConstructor } = {
  "acp-app": App,
  "acp-attention": Attention,
  "acp-card": Card,
  "acp-card-body": CardBody,
  "acp-clamp": ClampedText,
  "acp-composer": Composer,
  "acp-diff": DiffPart,
  "acp-elapsed": Elapsed,
  "acp-feed": Feed,
  "acp-find": FindWidget,
  "acp-form": RequestForm,
  "acp-markdown": MarkdownText,
  "acp-gutter": Gutter,
  "acp-output": ProgramOutput,
  "acp-queue": Queue,
  "acp-row": Row,
  "acp-session-link": SessionLink,
  "acp-terminal": TerminalPart,
};

function start(): void {
  const words = document.getElementById("words")?.textContent;
  useTranslations(JSON.parse(words || "{}"));
  registerToolkit();
  for (const [name, element] of Object.entries(elements)) customElements.define(name, element);

  const host = new Host(acquireVsCodeApi());
  const surface = new Surface(host, systemTimer, (run) => requestAnimationFrame(run));
  const fault = (message: string) => host.post({ type: "fault", message });
  window.addEventListener("error", (event) => {
    // The browser's word for sizes that are settled in the next frame; nothing is wrong.
    if (!event.message.startsWith("ResizeObserver loop")) fault(event.message);
  });
  window.addEventListener("unhandledrejection", (event) => fault(String(event.reason)));
  window.addEventListener("message", (event) => surface.store.receive(event.data));
  window.addEventListener("pagehide", () => surface.places.flush());

  const app = new App();
  app.surface = surface;
  document.body.replaceChildren(app);
  surface.store.start();
}

start();
