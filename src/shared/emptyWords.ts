import { t } from "../base/words.ts";
import type { ComposerView } from "./composerView.ts";

/** What a session's transcript says before its first row: the one next step, by what its composer may do. */
export function emptySessionText(composer: Pick<ComposerView, "blockedBecause" | "unblock"> | null): string {
  if (composer === null || composer.blockedBecause === "") return t("Nothing has been said yet. Write the first prompt below.");
  if (composer.unblock !== undefined) return t("Nothing has been said here. The button “{0}” below goes on.", composer.unblock);
  return t("Nothing has been said here. {0}", composer.blockedBecause);
}
