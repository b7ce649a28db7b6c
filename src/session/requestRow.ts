import { contentWords } from "../shared/form.ts";
import type { AskedRequest, RequestOutcome } from "./requests.ts";
import type { RequestRow } from "./rows.ts";

type Told = Pick<RequestRow, "kind" | "asked" | "title" | "outcome" | "option" | "values" | "url">;

/**
 * What the transcript says of a request that is settled. Nothing of a permission that the person gave: its tool call shows
 * what came of it. A call that was refused only shows that it failed.
 */
export function requestRow(request: AskedRequest, outcome: RequestOutcome): Told | undefined {
  const told = { kind: "request", asked: request.kind, title: request.title, outcome: outcome.type } as const;
  if (request.kind !== "elicitation") {
    const chosen = outcome.type === "selected" ? request.options.find(({ optionId }) => optionId === outcome.optionId) : undefined;
    const isTold = request.kind === "approval" || outcome.type === "withdrawn" || chosen?.kind.startsWith("reject");
    return isTold ? { ...told, option: chosen && { name: chosen.name, kind: chosen.kind } } : undefined;
  }
  if (request.ask.mode === "url") return { ...told, url: request.ask.url };
  if (request.ask.mode !== "form" || outcome.type !== "accepted") return told;
  return { ...told, values: contentWords(request.ask.fields, outcome.content ?? {}) };
}
