import type { FormDraft, FormField } from "../../src/shared/form.ts";
import { startingDraft } from "../../src/shared/form.ts";
import { own } from "../../src/shared/records.ts";
import type { Host } from "../host.ts";

/** What stands in the forms that wait. It outlives the page, but for secrets, which are kept in memory only. */
export class FormDrafts {
  readonly #host: Host;
  readonly #drafts = new Map<string, FormDraft>();

  constructor(host: Host) {
    this.#host = host;
  }

  get(requestKey: string, fields: readonly FormField[]): FormDraft {
    const draft = this.#drafts.get(requestKey) ?? { ...startingDraft(fields), ...own(this.#host.saved.forms, requestKey) };
    this.#drafts.set(requestKey, draft);
    return draft;
  }

  set(requestKey: string, fields: readonly FormField[], draft: FormDraft): void {
    this.#drafts.set(requestKey, draft);
    const isSecret = (key: string) => fields.some((field) => field.key === key && field.type === "text" && field.isSecret);
    const kept = Object.fromEntries(Object.entries(draft).filter(([key]) => !isSecret(key)));
    this.#host.save({ forms: { ...this.#host.saved.forms, [requestKey]: kept } });
  }

  /** Forgets the forms of all other requests: a later request may go by the same key. */
  keep(requestKeys: readonly string[]): void {
    for (const key of this.#drafts.keys()) if (!requestKeys.includes(key)) this.#drafts.delete(key);
    const saved = Object.entries(this.#host.saved.forms);
    const kept = saved.filter(([key]) => requestKeys.includes(key));
    if (kept.length < saved.length) this.#host.save({ forms: Object.fromEntries(kept) });
  }
}
