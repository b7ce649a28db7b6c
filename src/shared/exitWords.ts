import { t } from "../base/words.ts";

/** How a command ended, in words. */
export function exitWords(exit: { readonly code?: number; readonly signal?: string }): string {
  if (exit.signal !== undefined) return t("ended by signal {0}", exit.signal);
  return exit.code === undefined ? t("ended") : t("exited with code {0}", exit.code);
}
