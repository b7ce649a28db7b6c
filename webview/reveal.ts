import type { TranscriptState } from "../src/shared/protocol.ts";
import { own } from "../src/shared/records.ts";
import { ScrollElement } from "./scrollElement.ts";
import type { Surface } from "./surface.ts";

/** How many older rows are asked for while looking for a card. */
const step = 400;

/** The cards from the surface's own session down to `sessionId`, outermost first; undefined when it is not below it. */
export function pathTo(state: TranscriptState, sessionId: string): readonly string[] | undefined {
  const path: string[] = [];
  for (let id: string | null = sessionId; id !== state.sessionId; ) {
    const session: { readonly parentId: string | null } | undefined = own(state.sessions, id);
    if (id === null || !session || path.includes(id)) return undefined;
    path.unshift(id);
    id = session.parentId;
  }
  return path;
}

/**
 * Leads the reader to a card: opens the cards around it, loads older rows until it is there, scrolls to it, lets it
 * light up once and puts the cursor on it. What it needs may come from the host bit by bit: it goes on with each frame.
 */
export class Revealer {
  readonly #surface: Surface;
  readonly #root: HTMLElement;
  #target: string | undefined;
  /** The begin of the window for which older rows were asked, by session. */
  #asked = new Map<string, number>();
  /** The children whose rows were asked to be drawn. */
  #drawn = new Set<string>();

  constructor(surface: Surface, root: HTMLElement) {
    this.#surface = surface;
    this.#root = root;
  }

  start(sessionId: string): void {
    this.#target = sessionId;
    this.#asked = new Map();
    this.#drawn = new Set();
    this.goOn();
  }

  /** To be called after each frame. */
  goOn(): void {
    if (this.#target === undefined) return;
    const path = pathTo(this.#surface.store.state, this.#target);
    if (!path) this.#target = undefined;
    else if (path.length === 0) this.#arrive(this.#root.querySelector(".scroller"));
    else this.#walk(path);
  }

  #walk(path: readonly string[]): void {
    const { state } = this.#surface.store;
    this.#surface.fold(path.slice(0, -1), true);
    let container = state.sessionId;
    for (const id of path) {
      const card = this.#cardOf(id);
      if (!card || id === path.at(-1)) {
        if (card) this.#arrive(card);
        else this.#askOlder(container, id);
        return;
      }
      container = id;
    }
  }

  #cardOf(sessionId: string): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(`.card[data-session-id="${CSS.escape(sessionId)}"]`);
  }

  #askOlder(container: string | null, childId: string): void {
    const window = own(this.#surface.store.state.windows, container);
    // Its rows were asked for by opening it.
    if (!window) return;
    if (this.#draw(window.sessionId, childId)) return;
    if (window.from === 0) this.#target = undefined;
    else if (this.#asked.get(window.sessionId) !== window.from) {
      this.#asked.set(window.sessionId, window.from);
      this.#surface.host.post({ type: "window", sessionId: window.sessionId, from: Math.max(0, window.from - step) });
    }
  }

  /** True when the row of the child is here and will be drawn: then it goes on. */
  #draw(sessionId: string, childId: string): boolean {
    const list = this.#root.querySelector(`.scroller[data-session-id="${CSS.escape(sessionId)}"]`)?.parentElement;
    if (this.#drawn.has(childId) || !(list instanceof ScrollElement)) return false;
    if (!list.draw((row) => row.kind === "subagent" && row.childId === childId)) return false;
    this.#drawn.add(childId);
    void list.updateComplete.then(() => setTimeout(() => this.goOn()));
    return true;
  }

  #arrive(element: HTMLElement | null): void {
    this.#target = undefined;
    if (!element) return;
    const line = element.querySelector<HTMLElement>(":scope > .card-line") ?? element;
    this.#surface.bring(line, "nearest");
    (element.querySelector<HTMLElement>(".card-header") ?? element).focus({ preventScroll: true });
    element.classList.remove("is-revealed");
    // Asking for a measure between the two starts the animation anew.
    void element.offsetWidth;
    element.classList.add("is-revealed");
  }
}
