import { t } from "../../src/base/words.ts";
import type { StateMark } from "../../src/shared/sessionView.ts";

/** The state in a word or two, for whom the glyph says nothing. */
export function markWords(mark: StateMark): string {
  switch (mark) {
    case "running":
      return t("running");
    case "stalled":
      return t("stalled");
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
