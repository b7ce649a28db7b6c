import { t } from "../base/words.ts";

/** Above words of a session of which nobody could tell whether they are its own or one of its children's. */
export const unattributedWords = (): string => t("It was not reported whose words these are.");

/** Beside a tool call of which nobody could tell whose it is. */
export const unattributedStep = (): string => t("It was not reported whose step this is.");

/** Above a child whose launching call failed. */
export const launchFailed = (): string => t("The call that launched it failed.");

/** What a notice is, by its severity; one of an agent's own making as it is. */
export function severityWords(severity: string): string {
  if (severity === "error") return t("Error");
  if (severity === "warning") return t("Warning");
  return severity === "info" ? t("Notice") : severity;
}

/** What became of a conversation's compaction, by its status (schema `CompactionStatus`). */
export function compactionWords(status: string | undefined): string {
  switch (status) {
    case "in_progress":
      return t("The conversation is being compacted");
    case "failed":
      return t("The conversation could not be compacted");
    case "cancelled":
      return t("Compacting the conversation was cancelled");
    case "completed":
    case undefined:
      return t("The conversation was compacted");
    default:
      return t("The conversation was compacted: {0}", status);
  }
}

/** How far an entry of a plan is (schema `PlanEntryStatus`). */
export function planWords(status: string): string {
  if (status === "completed") return t("done");
  if (status === "in_progress") return t("in progress");
  return status === "pending" ? t("to do") : status;
}
