import { exactLine, exactText, exactWord, quotedWord } from "../base/exactText.ts";
import { fileDiff } from "../render/fileDiff.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import type { SessionId } from "../session/ids.ts";
import type { AskedPermission, ElicitationAsk, OpenRequest } from "../session/requests.ts";
import type { Session } from "../session/session.ts";
import type { ElicitationView, RequestView } from "../shared/requestView.ts";
import { type Hub, type LiveConnection, requestKey } from "./hub.ts";
import { Labels } from "./labels.ts";
import { capped } from "./transcript/capped.ts";
import { parentOf } from "./transcript/sessionView.ts";
import { valueText } from "./transcript/toolView.ts";

/** The session a surface shows. */
export interface Shown {
  readonly connectionKey: string;
  readonly sessionId: SessionId;
}

/** The session and everything above it, root first. */
function pathOf(session: Session, connection: LiveConnection): readonly Session[] {
  const path: Session[] = [];
  for (let at: Session | undefined = session; at; at = parentOf(at, connection.model)) path.unshift(at);
  return path;
}

function requestView(connection: LiveConnection, labels: Labels, request: OpenRequest, shown: Shown | undefined): RequestView {
  const session = connection.model.get(request.sessionId);
  const path = session ? pathOf(session, connection) : [];
  const isHere = shown
    ? shown.connectionKey === connection.key && (!session || path.some((above) => above.id === shown.sessionId))
    : request.sessionId === undefined;
  const names = path.map((above) => labels.of(above));
  return {
    key: requestKey(connection.key, request.id),
    sessionId: request.sessionId,
    isHere,
    who: names.at(-1) ?? connection.agentLabel,
    path: names.slice(0, -1),
    title: titleOf(request),
    detail: requestDetail(request),
    options:
      request.kind === "elicitation"
        ? []
        : request.options.map(({ optionId, name, kind }) => ({ optionId, name: exactLine(name, 200), kind })),
    ...(request.kind === "elicitation" && { elicitation: elicitationView(request.ask), message: exactText(capped(request.title)) }),
    isParentStopped: request.isParentStopped,
  };
}

/** An address is shown letter by letter, so that it reads as no other; what is no web address is never opened. */
function elicitationView(ask: ElicitationAsk): ElicitationView {
  switch (ask.mode) {
    case "url":
      return { mode: "url", url: exactWord(ask.url), isWeb: isWebAddress(ask.url) };
    case "form":
      return { ...ask, fields: ask.fields.map((field) => ({ ...field, label: exactLine(field.label, 200) })) };
    case "unknown":
      return { mode: "unknown", name: exactLine(ask.name, 200) };
  }
}

/** True for an address that a person may be sent to: whole, `http` or `https`, and without a character that nobody sees. */
export function isWebAddress(url: string): boolean {
  return exactWord(url) === url && URL.canParse(url) && ["http:", "https:"].includes(new URL(url).protocol);
}

/** All requests that wait for the person, oldest first; in a child's own surface those of the child and below it first. */
export function requestViews(hub: Hub, shown?: Shown): readonly RequestView[] {
  const waiting: { readonly openedAt: number; readonly view: RequestView }[] = [];
  let isChildShown = false;
  for (const connection of hub.connections) {
    if (connection.isReplay || connection.model.openRequests.length === 0) continue;
    const labels = new Labels(connection);
    if (shown?.connectionKey === connection.key) isChildShown = connection.model.get(shown.sessionId)?.standing === "child";
    for (const request of connection.model.openRequests) {
      waiting.push({ openedAt: connection.startedAtEpoch + request.openedAt, view: requestView(connection, labels, request, shown) });
    }
  }
  const isBehind = (view: RequestView) => (isChildShown && !view.isHere ? 1 : 0);
  waiting.sort((a, b) => isBehind(a.view) - isBehind(b.view) || a.openedAt - b.openedAt);
  return waiting.map(({ view }) => view);
}

/** How many requests wait for the person (the badge). */
export function waitingCount(hub: Hub): number {
  let count = 0;
  for (const connection of hub.connections) if (!connection.isReplay) count += connection.model.openRequests.length;
  return count;
}

const wordsOf = (words: readonly unknown[]): readonly string[] => words.map((word) => quotedWord(String(word)));

function commandOf(input: JsonObject): string | undefined {
  const command = input.command ?? input.cmd;
  if (typeof command === "string") {
    return [command, ...wordsOf(Array.isArray(input.args) ? input.args : [])].join(" ");
  }
  return Array.isArray(command) ? wordsOf(command).join(" ") : undefined;
}

function diffText(part: JsonObject): string {
  const oldText = typeof part.oldText === "string" ? part.oldText : undefined;
  const { hunks } = fileDiff(oldText, String(part.newText), { context: 2 });
  const texts = hunks.map(({ lines }) => lines.map(({ sign, text }) => sign + text).join("\n"));
  return [String(part.path), texts.join("\n…\n")].join("\n");
}

function diffsOf(toolCall: JsonObject): readonly string[] {
  const content = Array.isArray(toolCall.content) ? toolCall.content : [];
  return content.filter(isObject).flatMap((part) => (part.type === "diff" && typeof part.newText === "string" ? [diffText(part)] : []));
}

const pathFields = ["file_path", "filePath", "path", "notebook_path"];

/** The only thing an input says is a path. */
function pathOnly(input: JsonObject): string | undefined {
  const [field, ...others] = Object.keys(input);
  return field !== undefined && others.length === 0 && pathFields.includes(field) && typeof input[field] === "string"
    ? input[field]
    : undefined;
}

/**
 * What a request is exactly about, in plain text: the command, or file and diff, else the tool's input as it
 * is. Empty when the title says it all.
 */
export function requestDetail(request: OpenRequest): string {
  // A command must not read as another one.
  return exactText(detailOf(request));
}

function detailOf(request: OpenRequest): string {
  if (request.kind === "approval") return capped(request.detail);
  if (request.kind === "elicitation") return request.ask.mode === "url" ? capped(request.ask.url) : "";
  const detail = callDetail(request);
  const { description = "" } = request;
  return [detail, capped(description)].filter((part) => part !== "").join("\n\n");
}

/** The title as it is shown: one line, to the letter. */
function titleOf({ title }: Pick<OpenRequest, "title">): string {
  return exactLine(title, 400);
}

function callDetail(request: AskedPermission): string {
  const { toolCall } = request;
  const input = toolCall.rawInput;
  const command = isObject(input) ? commandOf(input) : typeof input === "string" ? input : undefined;
  if (command !== undefined) return command === titleOf(request) ? "" : capped(command);
  const diffs = diffsOf(toolCall);
  if (diffs.length > 0) return capped(diffs.join("\n\n"));
  if (!isObject(input) || Object.keys(input).length === 0) return "";
  return capped(pathOnly(input) ?? valueText(input));
}
