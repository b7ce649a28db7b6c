import { t } from "../src/base/words.ts";
import type { StateMark } from "../src/shared/protocol.ts";

/** The codicon of a state (`interface.md`, table of states), the same as in the tree. */
const icons: { readonly [Mark in StateMark]: string } = {
  running: "loading",
  waiting: "bell-dot",
  finished: "check",
  finishedWithError: "warning",
  failed: "error",
  cancelled: "circle-slash",
  warning: "warning",
  idle: "circle-outline",
  unknown: "question",
  notReported: "circle-large-outline",
  disconnected: "debug-disconnect",
  stopping: "loading",
  detached: "question",
};

export function markIcon(mark: StateMark): string {
  return icons[mark];
}

/** The state in a word or two, for whom the glyph says nothing. */
export function markWords(mark: StateMark): string {
  switch (mark) {
    case "running":
      return t("running");
    case "waiting":
      return t("waiting for you");
    case "finished":
      return t("finished");
    case "finishedWithError":
      return t("completed with an error");
    case "failed":
      return t("failed");
    case "cancelled":
      return t("cancelled");
    case "warning":
      return t("ended early");
    case "idle":
      return t("idle");
    case "unknown":
      return t("activity unknown");
    case "notReported":
      return t("not reported");
    case "disconnected":
      return t("disconnected");
    case "stopping":
      return t("stopping");
    case "detached":
      return t("not announced");
  }
}
