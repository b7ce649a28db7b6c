import * as vscode from "vscode";
import type { DisposableStore } from "../base/disposables.ts";
import type { Timer } from "../base/timer.ts";
import { t } from "../base/words.ts";
import type { SessionData } from "../views/exports/sessionData.ts";
import { sessionKey } from "../views/hub.ts";
import { Throttle } from "../views/throttle.ts";
import { turnAnswer } from "../views/transcript/turnAnswer.ts";
import { resolveKey } from "./connections.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";
import { mustBeAlive } from "./pointed.ts";
import type { PromptPlace } from "./prompts/promptDesk.ts";

/** The same as in docs/api.d.ts, which other extensions copy. */
export interface AcpSubagentsApi {
  readonly version: 1;
  sendPrompt(text: string, options?: { readonly agent?: string; readonly sessionId?: string }): Promise<PromptResult>;
  getSessions(): readonly SessionData[];
  readonly onDidChangeSessions: vscode.Event<void>;
}

interface PromptResult {
  readonly stopReason: string | undefined;
  readonly text: string;
  readonly sessionId: string;
}

/** Other extensions are told of changes so often at most, in ms. */
const pause = 200;

/** What changes in a transcript alone. */
const rowsOnly: ReadonlySet<string> = new Set([
  "rowAdded",
  "rowReplaced",
  "rowRemoved",
  "textAppended",
  "terminalChanged",
  "diagnosticAdded",
]);

/** What `activate()` gives to other extensions. Whatever they pass is looked at: they may be written in anything. */
export function createApi(parts: Parts, timer: Timer, lifetime: DisposableStore): AcpSubagentsApi {
  const changed = lifetime.add(new vscode.EventEmitter<void>());
  const throttle = lifetime.add(new Throttle(timer, pause, () => changed.fire()));
  lifetime.add(
    parts.connections.onDidChange((change) => {
      if (change.type !== "modelChanged" || change.change.some(({ type }) => !rowsOnly.has(type))) throttle.ask("");
    }),
  );
  let isTold = false;
  const sendPrompt = async (text: unknown, options: unknown): Promise<PromptResult> => {
    if (typeof text !== "string" || text.trim() === "") throw new TypeError("sendPrompt: the text is empty.");
    const { agent, sessionId } = (options ?? {}) as { readonly agent?: unknown; readonly sessionId?: unknown };
    const place = typeof sessionId === "string" ? placeOf(parts, sessionId) : await newPlace(parts, agent);
    // The editor does not say who calls; the person is told once in each window that it was not they.
    if (!isTold) tellOf(parts, place);
    isTold = true;
    return send(parts, place, text);
  };
  return Object.freeze({
    version: 1,
    sendPrompt,
    getSessions: parts.sessions,
    onDidChangeSessions: changed.event,
  });
}

async function send(parts: Parts, { connection, sessionId }: PromptPlace, text: string): Promise<PromptResult> {
  const end = await (await parts.prompts()).send(connection, sessionId, text, []);
  if (end.type === "withdrawn") throw new NotNow(t("The prompt was taken back before it was sent."));
  // Nothing happens between the end of the turn and here: it is still the last one.
  const session = connection.model.get(sessionId);
  const id = sessionKey(connection.key, sessionId);
  return { stopReason: end.stopReason, text: session ? turnAnswer(session) : "", sessionId: id };
}

function placeOf({ connections }: Parts, id: string): PromptPlace {
  const found = resolveKey(connections, id);
  if (!found) throw new NotNow(t("There is no session with this id: {0}", id));
  if (found.session.standing !== "root")
    throw new NotNow(t("A subagent takes no prompts. Send the prompt to the session that started it."));
  const { connection, session } = mustBeAlive(found);
  return { connection, sessionId: session.id };
}

async function newPlace(parts: Parts, agent: unknown): Promise<PromptPlace> {
  const { settings } = parts;
  const { beginSession, preferredAgent } = await import("./sessions/sessionCommands.ts");
  const definition =
    agent === undefined
      ? (preferredAgent(parts) ?? settings.workingAgents[0])
      : settings.agents.find(({ id, label }) => label === agent || id === agent);
  if (!definition) {
    throw new NotNow(
      agent === undefined
        ? t("No agent is set up. Add one with “ACP: Add Agent…”.")
        : t("There is no agent “{0}”. Add it with “ACP: Add Agent…”.", String(agent)),
    );
  }
  const place = await beginSession(parts, definition);
  if (!place) throw new NotNow(t("No session was begun: the folder for it was not chosen."));
  return place;
}

function tellOf({ teller, surfaces }: Parts, { connection, sessionId }: PromptPlace): void {
  const show = { label: t("Show Session"), run: () => surfaces.showInView(sessionKey(connection.key, sessionId), false) };
  teller.say(t("Another extension sent a prompt to {0}.", connection.agentLabel), show);
}
