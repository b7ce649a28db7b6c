import { exactText } from "../../base/exactText.ts";
import { withoutDirections } from "../../base/plainText.ts";
import { resourceTarget } from "../../render/links.ts";
import { isForTerminal, terminalText } from "../../render/terminalText.ts";
import { type SessionId, toSessionId, toTerminalId } from "../../session/ids.ts";
import { callOf, type Row } from "../../session/rows.ts";
import type { Run, Session } from "../../session/session.ts";
import { terminalOf } from "../../session/terminals.ts";
import { shownOutput } from "../../shared/applyPatch.ts";
import { lastOf } from "../../shared/formats.ts";
import { messageLook } from "../../shared/messageLook.ts";
import { outputEnd } from "../../shared/outputEnd.ts";
import type { RowView, ToolPartView, ToolView } from "../../shared/rowView.ts";
import type { StateMark } from "../../shared/sessionView.ts";
import { titlePieces, toolFacts, toolLine } from "../../shared/toolLine.ts";
import { unfenced } from "../../shared/unfenced.ts";
import type { LiveConnection } from "../hub.ts";
import { type Labels, roleOf } from "../labels.ts";
import { isAnswered, isSettled, stateWords, toolStatus } from "../stateWords.ts";
import { rowView } from "../transcript/rowView.ts";
import { runView, saysError } from "../transcript/sessionView.ts";
import { placesOf } from "../transcript/toolSummary.ts";

/** Words that are drawn together: words do not go on from one piece into another. */
export interface FoundPiece {
  readonly text: string;
  /** It is Markdown: what is drawn are its words, without its marks. */
  readonly isMarkdown?: boolean;
}

/** The words of a row as a reader finds them: those that are drawn anyhow, and those that are drawn once it is unfolded. */
export interface FoundText {
  readonly head: readonly FoundPiece[];
  readonly body: readonly FoundPiece[];
}

type RowOf<Kind extends RowView["kind"]> = Extract<RowView, { readonly kind: Kind }>;
type MessageView = RowOf<"user_message" | "agent_message" | "agent_thought">;

const only = (...head: readonly FoundPiece[]): FoundText => ({ head, body: [] });
const plain = (text: string | undefined): FoundPiece => ({ text: withoutDirections(text ?? "") });
const markdown = (text: string | undefined): FoundPiece => ({ text: text ?? "", isMarkdown: true });
/** Names, and what is read to the letter. */
const exact = (text: string): FoundPiece => ({ text: exactText(text) });

/** The words of a row, in the order in which they are drawn. What they are is read from what the page gets. */
export function findText(row: Row, session: Session, connection: LiveConnection, labels: Labels): FoundText {
  const run = session.runs.find(({ promptRowId, answerRowId }) => promptRowId === row.id || answerRowId === row.id);
  if (run) {
    const { prompt, answer } = runView(session, run);
    // A prompt or an answer is set apart; until its run ends, an answer is a row like any other.
    if (run.promptRowId === row.id) return only(plain(prompt));
    if (answer !== undefined) return only(markdown(answer));
  }
  const view = rowView(row, { startedAtEpoch: 0, isOver: false, isToolOpen: () => true });
  return view.kind === "tool_call" ? toolText(view, row.sessionId, connection) : viewText(view, connection, labels);
}

function viewText(view: Exclude<RowView, RowOf<"tool_call">>, { model }: LiveConnection, labels: Labels): FoundText {
  switch (view.kind) {
    case "user_message":
      return only(...messagePieces(view, plain));
    case "agent_message":
      return only(...messagePieces(view, markdown));
    case "agent_thought":
      return { head: [], body: messagePieces(view, markdown) };
    case "plan":
      return only(...linkPieces(view.uri, view.uri), markdown(view.markdown), ...view.entries.map(({ content }) => plain(content)));
    case "session_message":
      // What a child was launched with stands on its card, as its prompt.
      return view.isLaunch ? only() : only(messageLook(view.text) === "markdown" ? markdown(view.text) : plain(view.text));
    case "subagent": {
      const child = model.get(toSessionId(view.childId));
      return child ? only(plain(labels.of(child)), plain(roleOf(child))) : only();
    }
    case "notice": {
      const [title, ...rest] = view.text.split("\n");
      return only(plain(title), plain(rest.join("\n")));
    }
    case "error":
      return only(plain(view.text));
    case "compaction":
      return { head: [plain(view.error)], body: [markdown(view.text)] };
    case "request": {
      const words = view.title === "" ? view.words : `${view.words}: ${view.title}`;
      const values = (view.values ?? []).flatMap(({ label, text }) => [plain(label), plain(text)]);
      return only(plain([words, view.url ?? ""].join("\n")), ...values);
    }
    case "unknown":
      return { head: [plain(view.updateKind)], body: [plain(view.json)] };
  }
}

/** A message's pieces; `words` makes one of the text among them. */
function messagePieces({ text, blocks = [] }: MessageView, words: (text: string) => FoundPiece): readonly FoundPiece[] {
  return blocks.length === 0 ? [words(text)] : blocks.flatMap((block) => blockPieces(block, words));
}

function blockPieces(block: Exclude<ToolPartView, { type: "diff" | "terminal" | "session" }>, words: (text: string) => FoundPiece) {
  switch (block.type) {
    case "text":
      return [words(block.text)];
    case "link":
      return linkPieces(block.uri, block.name);
    case "embedded":
      // One that opens is only named.
      return resourceTarget(block.uri) ? linkPieces(block.uri, block.name) : [plain(block.name), plain(block.text)];
    case "other":
      return [plain(block.text)];
    case "image":
    case "audio":
      // It is there, without words.
      return [plain("")];
  }
}

/** The name of what leads out of the transcript; of what must not be opened its address too. */
function linkPieces(uri: string | undefined, name: string | undefined): readonly FoundPiece[] {
  if (uri === undefined || name === undefined) return [];
  return [exact(resourceTarget(uri) ? name : `${name}\n${uri}`)];
}

/** The line of a call, and what it got and gave. */
function toolText({ tool, body }: RowOf<"tool_call">, sessionId: SessionId, connection: LiveConnection): FoundText {
  const { title, file, places } = toolLine(tool);
  const names = [...(file ? [file] : []), ...places].map(({ name }) => exactText(name));
  const line = [titlePieces(title).join(""), ...names, tool.detail ?? ""].filter((words) => words !== "").join("\n");
  if (!body) return only(plain(line));
  const facts = toolFacts(tool, body);
  const parts = body.parts.flatMap((part) => partPieces(part, tool, sessionId, connection));
  const named = [plain(facts.name), ...facts.places.map(({ name }) => exact(name))];
  return { head: [plain(line)], body: [...named, written(body.input), ...parts, written(body.output)] };
}

/** What a tool got or gave in words. */
function written(text: string | undefined): FoundPiece {
  const words = unfenced(text ?? "");
  return plain(isForTerminal(words) ? terminalText(words) : words);
}

function partPieces(part: ToolPartView, { title }: ToolView, sessionId: SessionId, { model }: LiveConnection): readonly FoundPiece[] {
  switch (part.type) {
    case "diff": {
      const lines = part.hunks.flatMap((hunk) => hunk.lines.map(({ text }) => text.replace(/\r$/, "")));
      return [exact(lastOf(part.path)), exact(lines.join("\n"))];
    }
    case "terminal": {
      const terminal = terminalOf(model, sessionId, toTerminalId(part.terminalId));
      const output = terminalText(outputEnd(terminal?.text ?? "", shownOutput));
      return terminal ? [plain(terminal.command === title ? "" : terminal.command), plain(output)] : [];
    }
    case "session":
      return [];
    default:
      return blockPieces(part, written);
  }
}

/** What `kind:` calls a row. */
export function kindsOf(row: Row, session: Session): readonly string[] {
  switch (row.kind) {
    case "user_message":
      return ["prompt", "message"];
    case "agent_message":
      return messageKinds(
        session.runs.find((run) => run.answerRowId === row.id),
        row.text,
      );
    case "agent_thought":
      return ["thought"];
    case "tool_call":
      return ["tool", row.toolKind.toLowerCase()];
    case "session_message":
      return session.runs.some((run) => run.promptRowId === row.id) ? ["prompt", "message"] : ["message"];
    case "subagent":
      return ["card", "subagent"];
    case "error":
    case "notice":
    case "plan":
    case "compaction":
    case "request":
    case "unknown":
      return [row.kind];
  }
}

/** A message that a run ended with: its answer, where it ended by itself, and why it failed, where it says that. */
function messageKinds(run: Run | undefined, text: string): readonly string[] {
  if (!run) return ["message"];
  return ["message", ...(isAnswered(run) ? ["answer"] : []), ...(saysError(run, text) ? ["error"] : [])];
}

const statusNames: { readonly [status: string]: readonly string[] } = {
  completed: ["completed", "finished"],
  in_progress: ["running", "in_progress"],
  unconfirmed: ["cancelled"],
  noResult: ["unknown"],
};
const markNames: { readonly [Mark in StateMark]?: readonly string[] } = {
  finished: ["finished", "completed"],
  finishedWithError: ["finished", "completed", "warning"],
  stopping: ["running", "stopping"],
  warning: ["warning", "finished"],
};

/** What `state:` calls a row: a call by its own status, a card by its child's state, anything else by that of its session. */
export function statesOf(row: Row | undefined, session: Session, connection: LiveConnection): readonly string[] {
  if (row?.kind === "tool_call") {
    const status = toolStatus(row, isSettled(session, connection)) ?? "unknown";
    return statusNames[status] ?? [status.toLowerCase()];
  }
  const subject = (row?.kind === "subagent" ? connection.model.get(row.childId) : undefined) ?? session;
  const { mark } = stateWords(subject, connection);
  return markNames[mark] ?? [mark.toLowerCase()];
}

/** The files that a row's call touched, with `/` between their parts, in small letters. */
export function filesOf(row: Row): readonly string[] {
  const call = callOf(row);
  if (!call) return [];
  const diffs = call.content.flatMap(({ path }) => (typeof path === "string" ? [path] : []));
  return [...placesOf(call).map(({ path }) => path), ...diffs].map((path) => path.replaceAll("\\", "/").toLowerCase());
}

/** Words of a child's runs that no row of its transcript holds. */
export interface ExtraText {
  /** A name of their own, that no row has. */
  readonly unit: string;
  readonly text: FoundPiece;
  /** What `kind:` calls them. */
  readonly kinds: readonly string[];
}

/** The words of a child's runs that no row of its transcript holds. */
export function extraTexts(session: Session): readonly ExtraText[] {
  if (session.standing !== "child") return [];
  return session.runs.flatMap((run, index) => {
    const { prompt, received, error, isStandIn } = runView(session, run);
    const draw = isStandIn ? markdown : plain;
    return [
      ...(prompt !== undefined && run.promptRowId === undefined
        ? [{ unit: `prompt:${index}`, text: plain(prompt), kinds: ["prompt", "message"] }]
        : []),
      ...(error === undefined ? [] : [{ unit: `error:${index}`, text: plain(error), kinds: ["error"] }]),
      ...(received === undefined ? [] : [{ unit: `received:${index}`, text: draw(received), kinds: messageKinds(run, received) }]),
    ];
  });
}
