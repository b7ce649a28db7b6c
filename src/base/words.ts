import * as l10n from "@vscode/l10n";

/**
 * Every sentence that a person reads passes through here. `message` is the English text and the key of its
 * translation; `{0}`, `{1}` … are replaced by the arguments.
 */
export function t(message: string, ...args: (string | number | boolean)[]): string {
  return l10n.t(message, ...args);
}

/** Gives `t` its translations: the parsed contents of a `bundle.l10n.<language>.json`. Without a call, `t` speaks English. */
export function useTranslations(bundle: Record<string, string>): void {
  l10n.config({ contents: bundle });
}
