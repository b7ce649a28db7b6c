import { t } from "../base/words.ts";

/** Why there is nothing to see, as far as the window knows; `none` when the tree has a row to choose. */
export type Emptiness = "untrusted" | "noAgent" | "noSession" | "none";

/** `hasRow`: the tree has one, a session or an agent that did not start. */
export function emptinessOf(window: { readonly isTrusted: boolean; readonly hasAgent: boolean; readonly hasRow: boolean }): Emptiness {
  if (window.hasRow) return "none";
  if (!window.isTrusted) return "untrusted";
  return window.hasAgent ? "noSession" : "noAgent";
}

/** What a transcript without a session says: the one next step. */
export function emptyTranscriptText(emptiness: Emptiness): string {
  switch (emptiness) {
    case "untrusted":
      return t("No agent is started in this folder before you trust it: “Workspaces: Manage Workspace Trust”.");
    case "noAgent":
      return t("No agent is set up yet. “ACP: Try the Demo Agent” needs no key and no network; “ACP: Add Agent…” adds yours.");
    case "noSession":
      return t("Start a session with “ACP: New Session”, and its transcript appears here.");
    case "none":
      return t("Choose a session in the tree, and its transcript appears here.");
  }
}
