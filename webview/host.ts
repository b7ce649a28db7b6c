import type { WebviewMessage } from "../src/shared/protocol.ts";
import { parseSavedState, type SavedState } from "../src/shared/savedState.ts";

/** What VS Code gives every webview, once. */
export interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

/** Most entries that are kept of each list of the saved state; the oldest go first. */
const limits = { folds: 1000, knownRoots: 100, openRows: 300, places: 100, drafts: 20, edits: 20, forms: 50 } as const;

function newest<T>(record: { readonly [key: string]: T }, limit: number): { readonly [key: string]: T } {
  const entries = Object.entries(record);
  return entries.length <= limit ? record : Object.fromEntries(entries.slice(-limit));
}

/** The extension host as seen from here: takes messages, and keeps what shall outlive this page. */
export class Host {
  readonly #api: VsCodeApi;
  #saved: SavedState;

  constructor(api: VsCodeApi) {
    this.#api = api;
    this.#saved = parseSavedState(api.getState());
  }

  get saved(): SavedState {
    return this.#saved;
  }

  post(message: WebviewMessage): void {
    this.#api.postMessage(message);
  }

  /** Replaces parts of what is kept. */
  save(change: Partial<SavedState>): void {
    const saved = { ...this.#saved, ...change };
    this.#saved = {
      sessionId: saved.sessionId,
      folds: newest(saved.folds, limits.folds),
      knownRoots: saved.knownRoots.slice(-limits.knownRoots),
      openRows: saved.openRows.slice(-limits.openRows),
      places: newest(saved.places, limits.places),
      drafts: newest(saved.drafts, limits.drafts),
      edits: newest(saved.edits, limits.edits),
      forms: newest(saved.forms, limits.forms),
    };
    this.#api.setState(this.#saved);
  }
}
