import { exactLine, exactWord } from "../../base/exactText.ts";
import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { ruleWords } from "../../session/permissionRules.ts";
import type { RequestRow } from "../../session/rows.ts";
import type { RowView } from "../../shared/rowView.ts";
import { capped } from "./capped.ts";

type View = Pick<Extract<RowView, { kind: "request" }>, "kind" | "icon" | "words" | "title" | "values" | "url">;

/** How something that waited for the person ended, in words. */
export function requestWords(row: RequestRow): string {
  switch (row.outcome) {
    case "selected":
      if (row.rule) return t("Allowed once by your rule “{0}”", ruleWords(row.rule));
      return row.option ? t("You chose “{0}”", exactLine(row.option.name, 200)) : t("Answered");
    case "accepted":
      if (row.url !== undefined) return row.isCompleted ? t("Done on the page") : t("The page was opened");
      return t("You answered");
    case "declined":
      return t("You declined to answer");
    case "cancelled":
      return t("Cancelled");
    case "withdrawn":
      return t("Taken back by the agent");
  }
}

/** How something that waited for the person ended, as it is drawn. */
export function requestRowView(row: RequestRow): View {
  const isDone = row.outcome === "accepted" || (row.outcome === "selected" && row.option?.kind.startsWith("reject") !== true);
  return {
    kind: "request",
    icon: isDone ? "check" : row.outcome === "withdrawn" ? "bell-slash" : "circle-slash",
    words: requestWords(row),
    title: exactLine(row.title, 400),
    values: row.values?.map(({ label, text }) => ({ label: oneLine(label), text: text === undefined ? undefined : capped(text) })),
    url: row.url === undefined ? undefined : exactWord(row.url),
  };
}
