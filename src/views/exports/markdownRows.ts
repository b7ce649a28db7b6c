import { t } from "../../base/words.ts";
import { isForTerminal, terminalText } from "../../render/terminalText.ts";
import type { PlanEntry } from "../../session/events.ts";
import { type RowId, type SessionId, toTerminalId } from "../../session/ids.ts";
import type { Row, SessionMessageRow, TextRow, ToolCallRow } from "../../session/rows.ts";
import type { Session } from "../../session/session.ts";
import { terminalOf } from "../../session/terminals.ts";
import { exitWords } from "../../shared/exitWords.ts";
import type { BlockView, ToolPartView } from "../../shared/rowView.ts";
import { compactionWords, planWords, severityWords, unattributedStep, unattributedWords } from "../../shared/rowWords.ts";
import { toolOutput } from "../../shared/toolLine.ts";
import { unfenced } from "../../shared/unfenced.ts";
import { isAnswered, isSettled } from "../stateWords.ts";
import { noCaps } from "../transcript/capped.ts";
import { requestWords } from "../transcript/requestRowView.ts";
import { blockView, toolBody, toolView, valueText } from "../transcript/toolView.ts";
import { type ExportScope, placesBeside } from "./exportScope.ts";
import { kindWord, statusWords } from "./exportWords.ts";
import { contained, fenced, literal } from "./markdown.ts";

const headed: ReadonlySet<Row["kind"]> = new Set(["user_message", "agent_thought", "session_message", "plan", "compaction"]);

/** True for a row after which words without a head would read as going on with it. */
const goesOn = (row: Row): boolean => headed.has(row.kind) || (row.kind === "agent_message" && row.isUnattributed === true);

/** Rows of a transcript as Markdown, a paragraph or block each. All that was told goes through the options' mask first. */
export class MarkdownRows {
  readonly #scope: ExportScope;

  constructor(scope: ExportScope) {
    this.#scope = scope;
  }

  /** An agent's Markdown, or what a person wrote. */
  words(text: string): string {
    return contained(this.#scope.options.mask(text));
  }

  /** One line that stands as it was told. */
  line(text: string): string {
    return literal(this.#scope.options.mask(text));
  }

  /** A row that is no card; empty when it is not written. `before`: the row before it in its run, none for the first. */
  row(row: Row, session: Session, before: Row | undefined): readonly string[] {
    switch (row.kind) {
      case "user_message":
        return [`**${t("Prompt")}**`, ...this.#message(row)];
      case "agent_message":
        return [...this.#messageHead(row.id, session, before), ...speakerUnknown(row), ...this.#message(row)];
      case "agent_thought":
        return this.#scope.options.hasThoughts ? [`**${t("Thought")}**`, ...speakerUnknown(row), ...this.#message(row)] : [];
      case "tool_call":
        return this.#tool(row, session);
      case "plan":
        return [`**${t("Plan")}**`, ...this.#plan(row)];
      case "session_message": {
        const told = this.#scope.toldByCard(row);
        if (told !== undefined) return told === "" ? [] : [`*${this.line(told)}*`];
        const isPrompt = session.runs.some((run) => run.promptRowId === row.id);
        return [`**${isPrompt ? t("Prompt") : this.line(this.#scope.messageHead(row))}**`, ...this.#message(row)];
      }
      case "subagent":
        return [];
      case "notice":
        return this.#told(severityWords(row.severity), row.text);
      case "error":
        return this.#told(t("Error"), row.text);
      case "compaction": {
        const more = [row.text ? this.words(row.text) : "", row.error ? this.line(row.error) : ""];
        return [`*${literal(compactionWords(row.status))}*`, ...more.filter((part) => part !== "")];
      }
      case "request":
        return [
          `**${literal(requestWords(row))}:** ${this.line(row.title)}`,
          ...(row.url === undefined ? [] : [this.line(row.url)]),
          ...(row.values ?? []).map(
            ({ label, text }) => `- ${this.line(label)}: ${text === undefined ? t("(not shown)") : this.line(text)}`,
          ),
        ];
      case "unknown":
        return [`**${t("Unknown update: {0}", this.line(row.updateKind))}**`, this.#code(valueText(row.raw), "json")];
    }
  }

  /** A sentence with what it is before it; one of several lines is a block of its own. */
  #told(head: string, text: string): readonly string[] {
    if (text.trim().includes("\n")) return [`**${literal(head)}:**`, this.#code(text)];
    return [`**${literal(head)}:** ${literal(this.#scope.options.mask(text), Number.POSITIVE_INFINITY)}`];
  }

  /** What stands above a message: a run's last one is its answer; another needs a head only where it would read as part of what is before it. */
  #messageHead(rowId: RowId, session: Session, before: Row | undefined): readonly string[] {
    const run = session.runs.find((each) => each.answerRowId === rowId);
    // While it goes on, nobody knows whether this is its last.
    if (run?.endedAt !== undefined) return [`**${isAnswered(run) ? t("Answer") : t("Last words")}**`];
    const isFirst = before === undefined && session.runs.some(({ prompt }) => prompt !== undefined);
    return isFirst || (before && goesOn(before)) ? [`**${t("Message")}**`] : [];
  }

  /** A message's pieces in order. */
  #message({ text, blocks = [] }: TextRow | SessionMessageRow): readonly string[] {
    if (blocks.length === 0) return [this.words(text)];
    const views = blocks.map((block) => blockView(block, noCaps));
    return views.flatMap((view) => (view.type === "text" ? [this.words(view.text)] : this.#block(view)));
  }

  #block(view: BlockView): readonly string[] {
    if (view.type === "image" || view.type === "audio") return [`[${view.type} ${literal(view.mimeType)}]`];
    if (view.type === "link") return [`${this.line(view.name)}: ${this.line(view.uri)}`];
    if (view.type === "embedded") return [`${this.line(view.name)}:`, this.#code(view.text ?? view.uri)];
    return [this.#code(view.text)];
  }

  /** A text as it was written; one that was written for a terminal as it reads there. */
  #code(whole: string, language = ""): string {
    const text = unfenced(whole);
    return fenced(this.#scope.options.mask(isForTerminal(text) ? terminalText(text) : text), language);
  }

  #titled(title: string, text: string | undefined): readonly string[] {
    return text === undefined ? [] : [`*${title}*`, this.#code(text)];
  }

  #tool(row: ToolCallRow, session: Session): readonly string[] {
    const { title, status, toolKind, locations, isUnattributed } = toolView(row, isSettled(session, this.#scope.connection));
    const word = kindWord(toolKind);
    const kind = word === undefined ? "" : `${this.line(word)} `;
    const places = placesBeside(title, locations, (path) => path).map((place) => ` ${this.line(place)}`);
    const about = (row.about ?? []).map((id) => ` → ${this.line(this.#scope.nameOf(id))}`).join("");
    const end = `${status === undefined ? "" : ` (${statusWords(status)})`}${isUnattributed ? ` *${unattributedStep()}*` : ""}`;
    const body = toolBody(row, session.id, noCaps);
    const { input, output, parts } = body;
    const { words, head } = toolOutput(body);
    return [
      // No item of a list: it would go on with one that a message ends with.
      `▸ ${kind}**${this.line(title)}**${places.join(",")}${about}${end}`,
      ...this.#titled(t("Input"), input),
      ...parts.flatMap((part) => [...(part === words ? [`*${t("Output")}*`] : []), ...this.#part(part, session.id)]),
      ...this.#titled(head, output),
    ];
  }

  #part(part: ToolPartView, sessionId: SessionId): readonly string[] {
    if (part.type === "diff") return [`${this.line(part.path)} (+${part.added} −${part.removed}):`, this.#code(diffText(part))];
    if (part.type === "terminal") return this.#terminal(sessionId, part.terminalId);
    if (part.type === "session") return [`→ ${this.line(this.#scope.nameOf(part.sessionId as SessionId))}`];
    return this.#block(part);
  }

  #terminal(sessionId: SessionId, id: string): readonly string[] {
    const terminal = terminalOf(this.#scope.connection.model, sessionId, toTerminalId(id));
    if (!terminal) return [];
    const text = terminalText(terminal.text);
    return [
      ...(terminal.isCut ? [`*${t("Only the end of the output was kept.")}*`] : []),
      ...(text.trim() === "" ? [] : [fenced(this.#scope.options.mask(text))]),
      ...(terminal.exit ? [`*${exitWords(terminal.exit)}*`] : []),
    ];
  }

  #plan(row: Row & { kind: "plan" }): readonly string[] {
    const entries = row.entries.map(
      (entry) => `- [${entry.status === "completed" ? "x" : " "}] ${this.line(entry.content)}${planNote(entry)}`,
    );
    return [
      ...(row.isRemoved ? [`*${t("The agent took this plan back.")}*`] : []),
      ...(entries.length > 0 ? [entries.join("\n")] : []),
      ...(row.uri === undefined ? [] : [this.line(row.uri)]),
      ...(row.markdown === undefined ? [] : [this.words(row.markdown)]),
    ];
  }
}

/** That nobody could tell whose words these are. */
const speakerUnknown = ({ isUnattributed }: TextRow): readonly string[] => (isUnattributed ? [`*${unattributedWords()}*`] : []);

function diffText({ hunks }: Extract<ToolPartView, { type: "diff" }>): string {
  return hunks.map(({ lines }) => lines.map(({ sign, text }) => sign + text).join("\n")).join("\n…\n");
}

/** What a box alone does not say of an entry. */
function planNote({ status, priority }: PlanEntry): string {
  const notes = [status === "in_progress" ? planWords(status) : "", priority === "high" ? t("high priority") : ""].filter(
    (note) => note !== "",
  );
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}
