import type { Agent } from "../../acp/agent.ts";
import { t } from "../../base/words.ts";
import type { OpenRequest, RequestAnswer } from "../../session/requests.ts";
import { type FormDraft, readForm } from "../../shared/form.ts";
import type { WebviewMessage } from "../../shared/protocol.ts";
import { isWebAddress } from "../../views/attention.ts";
import { findRequest } from "../../views/hub.ts";
import { AgentConnection, type Connections } from "../connections.ts";
import { NotNow } from "../notNow.ts";
import { openLink } from "./fileOpener.ts";

/** What a page can do with a request. */
export type RequestAct = Extract<WebviewMessage, { type: "answer" | "fillIn" | "openPage" | "refuse" }>;

/**
 * Answers a request of any connection: the bar at the top of a transcript shows those of all. Rejects with `NotNow` when it
 * does not wait any more, or cannot be answered so.
 */
export async function answerRequest(connections: Connections, act: RequestAct): Promise<void> {
  switch (act.type) {
    case "answer":
      return choose(waiting(connections, act.key), act.optionId);
    case "fillIn":
      return fillIn(waiting(connections, act.key), act.draft);
    case "openPage":
      return openPage(waiting(connections, act.key));
    case "refuse":
      return give(waiting(connections, act.key), { type: act.how === "decline" ? "declined" : "cancelled" });
  }
}

function waiting(connections: Connections, key: string): Waiting {
  const found = findRequest(connections, key);
  if (!found || !(found.connection instanceof AgentConnection)) throw waitsNoMore();
  return { agent: found.connection.agent, request: found.request };
}

interface Waiting {
  readonly agent: Agent;
  readonly request: OpenRequest;
}

function waitsNoMore(): NotNow {
  return new NotNow(t("This request does not wait any more: it was answered, or the agent took it back."));
}

function give({ agent, request }: Waiting, answer: RequestAnswer): void {
  if (!agent.answer(request.id, answer)) throw waitsNoMore();
}

function choose(found: Waiting, optionId: string): void {
  const { request } = found;
  if (request.kind === "elicitation" || !request.options.some((option) => option.optionId === optionId)) throw waitsNoMore();
  give(found, { type: "selected", optionId });
}

/** A filled-in form, which the page has checked; what a page sends is read again. */
function fillIn(found: Waiting, draft: FormDraft): void {
  const { request } = found;
  if (request.kind !== "elicitation" || request.ask.mode !== "form") throw waitsNoMore();
  const { content, errors } = readForm(request.ask.fields, draft, false);
  const wrong = request.ask.fields.find((field) => errors[field.key] !== undefined);
  if (wrong) throw new NotNow(t("The form was not sent. {0}: {1}", wrong.label, errors[wrong.key] ?? ""));
  give(found, { type: "accepted", content });
}

/** Opens the page that a request names, after the editor has asked too; only then the request counts as accepted. */
async function openPage(found: Waiting): Promise<void> {
  const { request } = found;
  if (request.kind !== "elicitation" || request.ask.mode !== "url" || !isWebAddress(request.ask.url)) throw waitsNoMore();
  // What was done on the page meanwhile may have settled it already.
  if (await openLink(request.ask.url)) found.agent.answer(request.id, { type: "accepted" });
}
