import { html, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";

/** What the shapes mean, in words. */
export function legend(): TemplateResult {
  const entries = [
    ["run", t("runs")],
    ["wait", t("waits for you")],
    ["tick", t("tool call")],
    ["cross", t("failed")],
    ["spawn", t("launched")],
    ["answer", t("answered")],
    ["message", t("wrote")],
  ] as const;
  return html`<ul class="legend" role="list" aria-label=${t("Legend")}>
    ${entries.map(([name, words]) => html`<li><span class="sample ${name}" aria-hidden="true"></span>${words}</li>`)}
  </ul>`;
}
