import { html, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { t } from "../src/base/words.ts";
import { markIcon } from "../src/shared/markIcon.ts";
import { own } from "../src/shared/records.ts";
import type { StateMark } from "../src/shared/sessionView.ts";

/** A codicon that only decorates: the words stand beside it. */
export function icon(name: string, options: { readonly isSpinning?: boolean; readonly className?: string } = {}): TemplateResult {
  const classes = { codicon: true, [`codicon-${name}`]: true, "codicon-modifier-spin": options.isSpinning ?? false };
  return html`<span class="${classMap({ ...classes, [options.className ?? "icon"]: true })}" aria-hidden="true"></span>`;
}

/** The glyph of a state. */
export function markGlyph(mark: StateMark): TemplateResult {
  const [name = "", modifier] = markIcon(mark, false).icon.split("~");
  return icon(name, { isSpinning: modifier === "spin", className: "mark" });
}

/** A small button that is only a glyph; `label` is its name and its tooltip. */
export function iconButton(name: string, label: string, press: (event: Event) => void, className = "", isOff = false): TemplateResult {
  return html`<button type="button" class="icon-button ${className}" title=${label} aria-label=${label} ?disabled=${isOff} @click=${press}>${icon(name)}</button>`;
}

/** The codicon of a tool call's kind. */
export function toolIcon(toolKind: string): string {
  const icons: { readonly [kind: string]: string } = {
    read: "file",
    edit: "edit",
    delete: "trash",
    move: "file-symlink-file",
    search: "search",
    execute: "terminal",
    think: "lightbulb",
    fetch: "globe",
    switch_mode: "arrow-swap",
  };
  return own(icons, toolKind) ?? "tools";
}

/** What a tool call's status says beside its title: nothing for a call that ended well. */
export function statusWords(status: string | undefined): string {
  switch (status) {
    case undefined:
      return t("no status reported");
    case "completed":
      return "";
    case "in_progress":
      return t("running");
    case "pending":
      return t("pending");
    case "failed":
      return t("failed");
    case "cancelled":
      return t("cancelled");
    case "unconfirmed":
      return t("cancelled (not confirmed)");
    case "noResult":
      return t("no result reported");
    default:
      return status;
  }
}
