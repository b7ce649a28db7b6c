import { t } from "../base/words.ts";

/** Why there is nothing to see, as far as the window knows; `none` when the tree has a row to choose. */
export type Emptiness = "untrusted" | "noAgent" | "noSession" | "opening" | "none";

/** What the window knows of that. */
export interface KnownWindow {
  readonly isTrusted: boolean;
  readonly hasAgent: boolean;
  /** The tree has one, a session or an agent that did not start. */
  readonly hasRow: boolean;
  /** Sessions of the window's earlier life are being opened again. */
  readonly isOpening: boolean;
}

/** Why there is nothing to see in a window of which this is known. */
export function emptinessOf(window: KnownWindow): Emptiness {
  if (window.isOpening) return "opening";
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
    case "opening":
      return openingText();
    case "none":
      return t("Choose a session in the tree, and its transcript appears here.");
  }
}

/** What a tab says that was opened for a session which is not there; `gone`: that it is no more. */
export function emptyTabText(emptiness: Emptiness, gone: string): string {
  return emptiness === "opening" ? openingText() : gone;
}

function openingText(): string {
  return t("The sessions that were open are being opened again. What was shown here comes back by itself.");
}
