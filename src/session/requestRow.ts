import { contentWords } from "../shared/form.ts";
import type { AskedRequest, RequestOutcome } from "./requests.ts";
import type { RequestRow } from "./rows.ts";

type Told = Pick<RequestRow, "kind" | "asked" | "title" | "outcome" | "option" | "values" | "url">;

/**
 * What the transcript says of a request that is settled. Nothing of a permission that the person gave or refused: its tool
 * call shows what came of it.
 */
export function requestRow(request: AskedRequest, outcome: RequestOutcome): Told | undefined {
  const told = { kind: "request", asked: request.kind, title: request.title, outcome: outcome.type } as const;
  if (request.kind === "permission") return outcome.type === "withdrawn" ? told : undefined;
  if (request.kind === "approval") {
    const option = outcome.type === "selected" ? request.options.find(({ optionId }) => optionId === outcome.optionId) : undefined;
    return { ...told, option: option && { name: option.name, kind: option.kind } };
  }
  if (request.ask.mode === "url") return { ...told, url: request.ask.url };
  if (request.ask.mode !== "form" || outcome.type !== "accepted") return told;
  return { ...told, values: contentWords(request.ask.fields, outcome.content ?? {}) };
}
