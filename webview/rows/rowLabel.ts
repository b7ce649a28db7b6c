import { t } from "../../src/base/words.ts";
import type { RowView } from "../../src/shared/rowView.ts";

/** What a row is, for a screen reader that comes to it. */
export function rowLabel(row: RowView): string {
  switch (row.kind) {
    case "user_message":
      return t("Prompt");
    case "agent_message":
      return t("Message");
    case "agent_thought":
      return t("Thought");
    case "tool_call":
      return t("Tool call: {0}", row.tool.title);
    case "plan":
      return t("Plan");
    case "session_message":
      return t("Message between sessions");
    case "subagent":
      return t("Subagent");
    case "notice":
      return t("Notice");
    case "compaction":
      return t("Compaction");
    case "error":
      return t("Error");
    case "request":
      return t("Request: {0}", row.words);
    case "unknown":
      return t("Unknown update: {0}", row.updateKind);
  }
}
