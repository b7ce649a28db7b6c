import { oneLine } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { own } from "../../shared/records.ts";
import type { StateMark } from "../../shared/sessionView.ts";

/** The kind of a tool call in a word; that of an agent's own making as it is, none for what is of no kind. */
export function kindWord(toolKind: string): string | undefined {
  if (toolKind === "other") return undefined;
  const words: { readonly [kind: string]: string } = {
    read: t("read"),
    edit: t("edit"),
    delete: t("delete"),
    move: t("move"),
    search: t("search"),
    execute: t("run"),
    think: t("think"),
    fetch: t("fetch"),
    switch_mode: t("switch mode"),
  };
  return own(words, toolKind) ?? toolKind;
}

/** A tool call's shown status in words. */
export function statusWords(status: string): string {
  if (status === "completed") return t("completed");
  if (status === "failed") return t("failed");
  if (status === "cancelled") return t("cancelled");
  if (status === "unconfirmed") return t("cancelled, not confirmed");
  if (status === "noResult") return t("no result reported");
  if (status === "pending") return t("pending");
  return status === "in_progress" ? t("running") : oneLine(status);
}

const glyphs: { readonly [mark: string]: string } = {
  ...{ running: "●", stopping: "●", waiting: "◆", finished: "✓", finishedWithError: "⚠", warning: "⚠", failed: "✕", cancelled: "⊘" },
  ...{ idle: "○", unknown: "?", notReported: "○", disconnected: "⦸", detached: "○" },
};

/** A glyph for a state, where its words stand beside it or are told to who cannot see it. */
export function stateGlyph(mark: StateMark): string {
  return own(glyphs, mark) ?? "○";
}
