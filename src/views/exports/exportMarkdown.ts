import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { terminalText } from "../../render/terminalText.ts";
import type { PlanEntry } from "../../session/events.ts";
import { type RowId, type SessionId, type TerminalId, toTerminalId } from "../../session/ids.ts";
import type { Row, SessionMessageRow, TextRow } from "../../session/rows.ts";
import type { Run, Session } from "../../session/session.ts";
import { terminalOf } from "../../session/terminals.ts";
import { exitWords } from "../../shared/exitWords.ts";
import { placeName } from "../../shared/formats.ts";
import type { ToolPartView, ToolView } from "../../shared/rowView.ts";
import { compactionWords, launchFailed, planWords, severityWords, unattributedStep, unattributedWords } from "../../shared/rowWords.ts";
import type { LiveConnection } from "../hub.ts";
import { Labels, roleOf } from "../labels.ts";
import { isAnswered, isSettled, runWords, stateWords } from "../stateWords.ts";
import { requestWords } from "../transcript/requestRowView.ts";
import { runError } from "../transcript/sessionView.ts";
import { toolBody, toolView } from "../transcript/toolView.ts";
import { type ExportOptions, rowsAtOnce, wholeExport } from "./exportOptions.ts";
import { kindWord, statusWords } from "./exportWords.ts";

/** A code block whose fence is longer than any run of backticks in it. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), (match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** One line in which nothing is Markdown. */
function literal(text: string): string {
  return oneLine(text, 400).replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}

function indented(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** How a run begins: which of several it is (`number`, else 0), lest its steps read as the answer above; its prompt, unless that is a row. */
function beginOf(run: Run, number: number): readonly string[] {
  const { prompt, promptRowId } = run;
  const end = runWords(run);
  return [
    ...(number === 0 ? [] : [`**${t("Run {0}", number)}**${end === "" ? "" : ` · *${literal(end)}*`}`]),
    ...(prompt === undefined || promptRowId !== undefined ? [] : [`**${t("Prompt")}**`, prompt]),
  ];
}

/** What a run gave, where its rows do not say it. */
function endOf(run: Run | undefined): readonly string[] {
  if (!run) return [];
  const error = runError(run);
  const received = run.received?.trim() === run.answer?.trim() ? undefined : run.received;
  return [
    ...(error === undefined ? [] : [`**${t("Error")}**`, error]),
    ...(received === undefined ? [] : [`**${t("What the parent received")}**`, received]),
  ];
}

class MarkdownExport {
  readonly #connection: LiveConnection;
  readonly #labels: Labels;
  readonly #options: ExportOptions;
  /** Sessions that were written, so that a transcript stands once even if it is pointed to twice. */
  readonly #written = new Set<SessionId>();

  constructor(connection: LiveConnection, options: ExportOptions) {
    this.#connection = connection;
    this.#labels = new Labels(connection);
    this.#options = options;
  }

  /** A session as its heading, prompts, steps and answers; children stand where their cards do, as quotes. */
  async session(session: Session, depth: number): Promise<string> {
    this.#written.add(session.id);
    const role = roleOf(session);
    const heading = `${"#".repeat(Math.min(6, depth + 1))} ${literal(this.#labels.of(session))}${role ? ` · ${literal(role)}` : ""}`;
    const { mask, rest } = this.#options;
    const parts = [mask(heading), mask(`*${literal(stateWords(session, this.#connection).words)}*`)];
    const { runs } = session;
    let opened = 0;
    // What stands between the rows of one run and those of the next.
    const open = (until: number): readonly string[] => {
      const between = runs
        .slice(opened, until)
        .flatMap((run, index) => [...endOf(runs[opened + index - 1]), ...beginOf(run, runs.length > 1 ? opened + index + 1 : 0)]);
      opened = Math.max(opened, until);
      return between.map(mask);
    };
    for (let from = 0; from < session.rows.count; from += rowsAtOnce) {
      await rest();
      for (const row of await session.rows.read(from, from + rowsAtOnce)) {
        const written = await this.#row(row, session, depth);
        // What a child said is masked already.
        parts.push(
          ...open(1 + runs.findLastIndex((run) => run.firstRowId === row.id)),
          ...(row.kind === "subagent" ? written : written.map(mask)),
        );
      }
    }
    parts.push(...open(runs.length), ...endOf(runs.at(-1)).map(mask));
    return parts.join("\n\n");
  }

  async #row(row: Row, session: Session, depth: number): Promise<readonly string[]> {
    switch (row.kind) {
      case "user_message":
        return [`**${t("Prompt")}**`, row.text];
      case "agent_message":
        return [...this.#answerHead(row.id, session), ...speakerUnknown(row), row.text];
      case "agent_thought":
        return this.#options.hasThoughts ? [`**${t("Thought")}**`, ...speakerUnknown(row), row.text] : [];
      case "tool_call":
        return this.#tool(row, session);
      case "plan":
        return planParts(row);
      case "session_message": {
        if (this.#isToldByCard(row)) return [];
        const isPrompt = session.runs.some((run) => run.promptRowId === row.id);
        return [`**${isPrompt ? t("Prompt") : this.#messageHead(row.sender, row.recipient)}**`, row.text];
      }
      case "subagent": {
        const child = this.#connection.model.get(row.childId);
        if (!child || this.#written.has(child.id)) return [];
        if (!this.#options.hasSubagents) return [this.#options.mask(`**${t("Subagent")}:** ${literal(this.#labels.of(child))}`)];
        return [
          ...(row.toolCall?.status === "failed" && !row.toolCall.isCancelled ? [`*${launchFailed()}*`] : []),
          indented(await this.session(child, depth + 1)),
        ];
      }
      case "notice":
        return [`**${literal(severityWords(row.severity))}:** ${literal(row.text)}`];
      case "error":
        return [`**${t("Error")}:** ${literal(row.text)}`];
      case "compaction":
        return [`*${literal(compactionWords(row.status))}*`, ...(row.text ? [row.text] : []), ...(row.error ? [literal(row.error)] : [])];
      case "request":
        return [
          `**${literal(requestWords(row))}:** ${literal(oneLine(row.title))}`,
          ...(row.url === undefined ? [] : [literal(row.url)]),
          ...(row.values ?? []).map(valueLine),
        ];
      case "unknown":
        return [`**${t("Unknown update: {0}", literal(row.updateKind))}**`, fenced(JSON.stringify(row.raw, null, 2) ?? "", "json")];
    }
  }

  /** What stands above a run's last message. */
  #answerHead(rowId: RowId, session: Session): readonly string[] {
    const run = session.runs.find((each) => each.answerRowId === rowId);
    if (!run) return [];
    // While it goes on, nobody knows whether this is its last.
    if (run.endedAt === undefined) return [];
    return [`**${isAnswered(run) ? t("Answer") : t("Last words")}**`];
  }

  /** True for what a child got or gave back, seen from its parent: it stands with the child already. */
  #isToldByCard(row: SessionMessageRow): boolean {
    const other = row.sender === row.sessionId ? row.recipient : row.sender;
    const child = other === undefined ? undefined : this.#connection.model.get(other);
    if (child?.parentId !== row.sessionId) return false;
    return child.runs.some((run) => [run.prompt, run.answer, run.received].includes(row.text));
  }

  #messageHead(sender: SessionId | undefined, recipient: SessionId | undefined): string {
    return t("Message from {0} to {1}", this.#name(sender), this.#name(recipient));
  }

  #name(id: SessionId | undefined): string {
    const session = id === undefined ? undefined : this.#connection.model.get(id);
    return literal(session ? this.#labels.of(session) : (id ?? t("unknown")));
  }

  #terminal(sessionId: SessionId, terminalId: TerminalId): readonly string[] {
    const terminal = terminalOf(this.#connection.model, sessionId, terminalId);
    if (!terminal) return [];
    const cut = terminal.isCut ? [`*${t("Only the end of the output was kept.")}*`] : [];
    return [...cut, fenced(terminalText(terminal.text)), ...(terminal.exit ? [`*${exitWords(terminal.exit)}*`] : [])];
  }

  #tool(row: Row & { kind: "tool_call" }, session: Session): readonly string[] {
    const { title, status, toolKind, locations, isUnattributed } = toolView(row, isSettled(session, this.#connection));
    const body = toolBody(row, session.id);
    const kind = kindWord(toolKind);
    const about = (row.about ?? []).map((id) => ` → ${this.#name(id)}`).join("");
    const end = `${status === undefined ? "" : ` (${statusWords(status)})`}${isUnattributed ? ` *${unattributedStep()}*` : ""}`;
    const parts = [
      `- ${kind === undefined ? "" : `${literal(kind)} `}**${literal(title)}**${placesBeside(title, locations)}${about}${end}`,
    ];
    if (body.input !== undefined) parts.push(fenced(body.input));
    for (const part of body.parts) {
      if (part.type === "text" || part.type === "other") parts.push(fenced(part.text));
      else if (part.type === "diff") parts.push(`${literal(part.path)} (+${part.added} −${part.removed}):`, fenced(diffText(part)));
      else if (part.type === "terminal") parts.push(...this.#terminal(session.id, toTerminalId(part.terminalId)));
      else if (part.type === "link") parts.push(`${literal(part.name)}: ${literal(part.uri)}`);
      else if (part.type === "embedded") parts.push(`${literal(part.name)}:`, ...(part.text === undefined ? [] : [fenced(part.text)]));
      else if (part.type === "session") parts.push(`→ ${this.#name(part.sessionId as SessionId)}`);
      else if (part.type === "image" || part.type === "audio") parts.push(`[${part.type} ${part.mimeType}]`);
    }
    if (body.output !== undefined) parts.push(fenced(body.output));
    return parts;
  }
}

/** Where a call was, as the agent wrote the paths, with the lines; not what its title says already. */
function placesBeside(title: string, locations: ToolView["locations"]): string {
  const places = locations.map(({ path, ...lines }) => placeName(path, lines)).filter((place) => !title.includes(place));
  return places.map((place) => ` ${literal(place)}`).join(",");
}

/** That nobody could tell whose words these are. */
const speakerUnknown = ({ isUnattributed }: TextRow): readonly string[] => (isUnattributed ? [`*${unattributedWords()}*`] : []);

function diffText({ hunks, cutLines }: Extract<ToolPartView, { type: "diff" }>): string {
  const texts = hunks.map(({ lines }) => lines.map(({ sign, text }) => sign + text).join("\n"));
  return [...texts, ...(cutLines > 0 ? [t("{0} more lines", cutLines)] : [])].join("\n…\n");
}

function valueLine({ label, text }: { readonly label: string; readonly text?: string }): string {
  return `- ${literal(label)}: ${text === undefined ? t("(not shown)") : literal(text)}`;
}

/** What a box alone does not say of an entry. */
function planNote({ status, priority }: PlanEntry): string {
  const notes = [status === "in_progress" ? planWords(status) : "", priority === "high" ? t("high priority") : ""].filter(
    (note) => note !== "",
  );
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

function planParts(row: Row & { kind: "plan" }): readonly string[] {
  const entries = row.entries.map((entry) => `- [${entry.status === "completed" ? "x" : " "}] ${literal(entry.content)}${planNote(entry)}`);
  return [
    ...(row.isRemoved ? [`*${t("The agent took this plan back.")}*`] : []),
    ...(entries.length > 0 ? [entries.join("\n")] : []),
    ...(row.uri === undefined ? [] : [t("Plan: {0}", literal(row.uri))]),
    ...(row.markdown === undefined ? [] : [row.markdown]),
  ];
}

/** The transcript of a session and everything below it as Markdown. Rejects when `rest` does. */
export async function exportMarkdown(connection: LiveConnection, session: Session, options: ExportOptions = wholeExport): Promise<string> {
  return `${await new MarkdownExport(connection, options).session(session, 0)}\n`;
}

/** The prompt or the answer of a session's last run that has one, for copying; undefined when there is none. */
export function copyText(session: Session, what: "prompt" | "answer"): string | undefined {
  return session.runs.findLast((run) => run[what] !== undefined)?.[what];
}
