// What waits for the person, as a webview shows it.

import type { FormField } from "./form.ts";

/** What an agent wants to know of the person: a form to fill in, a page to open, or a way of asking that is not known. */
export type ElicitationView =
  | { readonly mode: "form"; readonly title?: string; readonly description?: string; readonly fields: readonly FormField[] }
  /** `isWeb`: it is an address that may be opened. */
  | { readonly mode: "url"; readonly url: string; readonly isWeb: boolean }
  | { readonly mode: "unknown"; readonly name: string };

/** A request that waits for the person. `key` is unique over all connections. */
export interface RequestView {
  readonly key: string;
  /** The asking session; undefined when it is the agent itself. */
  readonly sessionId: string | undefined;
  /** True when the asking session belongs to the session tree this webview shows, or the agent itself is that tree's. */
  readonly isHere: boolean;
  /** The asking session's label, and the labels above it, root first. */
  readonly who: string;
  readonly path: readonly string[];
  readonly title: string;
  /** The exact command, or the file and diff, in plain text; empty when the title says it all. */
  readonly detail: string;
  readonly options: readonly { readonly optionId: string; readonly name: string; readonly kind: string }[];
  /** Instead of options: what is asked, whose message `message` is in full. */
  readonly elicitation?: ElicitationView;
  readonly message?: string;
  readonly isParentStopped: boolean;
}
