import { own } from "../../src/shared/records.ts";
import type { RowView } from "../../src/shared/rowView.ts";
import type { TranscriptState } from "../../src/shared/transcriptState.ts";
import type { Surface } from "../surface.ts";
import { ScrollElement } from "./scrollElement.ts";

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

/** What the reader is led to: a session's card, or one of its rows. */
interface Target {
  readonly sessionId: string;
  readonly rowId?: string;
}

/**
 * Leads the reader to a card or a row: opens the cards around it, loads older rows until it is there, scrolls to it, lets it
 * light up once and puts the cursor on it. What it needs may come from the host bit by bit: it goes on with each frame.
 */
export class Revealer {
  readonly #surface: Surface;
  readonly #root: HTMLElement;
  #target: Target | undefined;
  /** The begin of the window for which older rows were asked, by session. */
  #asked = new Map<string, number>();
  /** The rows that were asked to be drawn. */
  #drawn = new Set<string>();

  constructor(surface: Surface, root: HTMLElement) {
    this.#surface = surface;
    this.#root = root;
  }

  start(target: Target): void {
    this.#target = target;
    this.#asked = new Map();
    this.#drawn = new Set();
    this.goOn();
  }

  /** To be called after each frame. */
  goOn(): void {
    if (this.#target === undefined) return;
    const path = pathTo(this.#surface.store.state, this.#target.sessionId);
    if (!path) this.#target = undefined;
    else if (this.#target.rowId !== undefined) this.#walkToRow(path, this.#target.rowId);
    else if (path.length === 0) this.#arrive(this.#root.querySelector(".scroller"));
    else this.#walk(path);
  }

  #walk(path: readonly string[]): void {
    this.#surface.fold(path.slice(0, -1), true);
    const last = path.at(-1);
    if (this.#comesThrough(path.slice(0, -1)) && last !== undefined)
      this.#seekCard(path.at(-2) ?? this.#surface.store.state.sessionId, last);
  }

  #walkToRow(path: readonly string[], rowId: string): void {
    this.#surface.fold(path, true);
    if (!this.#comesThrough(path)) return;
    const container = path.at(-1) ?? this.#surface.store.state.sessionId;
    const id = CSS.escape(rowId);
    // What stands apart, as a prompt or an answer, is read in its part of the card.
    const row = this.#root.querySelector<HTMLElement>(`acp-row[data-row-id="${id}"], .part[data-shows-row="${id}"]`);
    if (row) this.#arrive(row);
    else if (!this.#askOlder(container, (each) => each.id === rowId)) this.#arrive(this.#scrollerOf(container));
  }

  /** True when all these cards are drawn; asks for the first that is not. */
  #comesThrough(path: readonly string[]): boolean {
    let container = this.#surface.store.state.sessionId;
    for (const id of path) {
      if (!this.#cardOf(id)) {
        if (!this.#askOlder(container, (row) => row.kind === "subagent" && row.childId === id)) this.#target = undefined;
        return false;
      }
      container = id;
    }
    return true;
  }

  #seekCard(container: string | null, id: string): void {
    const card = this.#cardOf(id);
    if (card) this.#arrive(card);
    else if (!this.#askOlder(container, (row) => row.kind === "subagent" && row.childId === id)) this.#target = undefined;
  }

  #cardOf(sessionId: string): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(`.card[data-session-id="${CSS.escape(sessionId)}"]`);
  }

  #scrollerOf(sessionId: string | null): HTMLElement | null {
    return this.#root.querySelector<HTMLElement>(`.scroller[data-session-id="${CSS.escape(sessionId ?? "")}"]`);
  }

  /** Has the row that `isIt` means drawn, or older rows sent; false when it cannot come any more. */
  #askOlder(container: string | null, isIt: (row: RowView) => boolean): boolean {
    const window = own(this.#surface.store.state.windows, container);
    // Its rows were asked for by opening it.
    if (!window) return true;
    const row = window.rows.find(isIt);
    if (row) return this.#draw(window.sessionId, row.id);
    if (window.from === 0) return false;
    if (this.#asked.get(window.sessionId) !== window.from) {
      this.#asked.set(window.sessionId, window.from);
      this.#surface.host.post({ type: "window", sessionId: window.sessionId, from: Math.max(0, window.from - step) });
    }
    return true;
  }

  /** Has a row that is here drawn, and goes on then; false when that was done and did not help. */
  #draw(sessionId: string, rowId: string): boolean {
    const list = this.#scrollerOf(sessionId)?.parentElement;
    if (!(list instanceof ScrollElement)) return true;
    if (this.#drawn.has(rowId) || !list.draw((row) => row.id === rowId)) return false;
    this.#drawn.add(rowId);
    void list.updateComplete.then(() => setTimeout(() => this.goOn()));
    return true;
  }

  #arrive(element: HTMLElement | null): void {
    this.#target = undefined;
    if (element) showAt(this.#surface, element);
  }
}

/** Scrolls to a card, a row or a part of a card, lets it light up once and puts the cursor on it. */
export function showAt(surface: Surface, element: HTMLElement): void {
  const line = element.querySelector<HTMLElement>(":scope > .card-line") ?? element;
  surface.bring(line, "nearest");
  const inner = element.querySelector<HTMLElement>(
    ":scope > .card-line > .card-header, :scope > acp-card > .card > .card-line > .card-header",
  );
  const focused = inner ?? element;
  if (focused.tabIndex < 0) focused.tabIndex = -1;
  focused.focus({ preventScroll: true });
  element.classList.remove("is-revealed");
  // Asking for a measure between the two starts the animation anew.
  void element.offsetWidth;
  element.classList.add("is-revealed");
}
