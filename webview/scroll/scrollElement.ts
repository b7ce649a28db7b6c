import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import { own } from "../../src/shared/records.ts";
import type { RowView } from "../../src/shared/rowView.ts";
import type { RowWindow } from "../../src/shared/transcriptState.ts";
import { SurfaceElement } from "../element.ts";
import { icon } from "../icons.ts";
import { type Drawn, DrawnRows } from "./drawnRows.ts";
import { ScrollKeeper } from "./scrollKeeper.ts";

/** How many older rows are asked for at a time. */
const step = 100;
/** Above so many rows, a reader at the end needs only the newest of them: older ones are given back to the host. */
const [mostRows, keptRows] = [600, 200];

/** A session's rows in a scroll container of their own, with its reader's place. */
export abstract class ScrollElement extends SurfaceElement {
  static override properties: PropertyDeclarations = { sessionId: { attribute: false }, isAway: { state: true } };

  declare sessionId: string;
  /** The newest is out of view, and stays so. */
  declare isAway: boolean;
  #keeper: ScrollKeeper | undefined;
  #top: IntersectionObserver | undefined;
  /** The window's begin for which another one was asked. */
  #asked: number | undefined;
  #seenFrom: number | undefined;
  #drawn = new DrawnRows();

  constructor() {
    super();
    this.isAway = false;
  }

  protected abstract content(window: RowWindow | undefined, drawn: Drawn): unknown;
  protected abstract readonly scrollLabel: string;

  protected get window(): RowWindow | undefined {
    return own(this.surface.store.state.windows, this.sessionId);
  }

  /** Has the first row that `isIt` holds for drawn with those around it, until it was in view; false when it is not here. */
  draw(isIt: (row: RowView) => boolean): boolean {
    const row = this.window?.rows.find(isIt);
    if (!row) return false;
    this.#drawn.want(row.id);
    this.requestUpdate();
    return true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Being moved within the page loses the scroll position.
    if (this.hasUpdated) this.#keep();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#savePlace();
    this.#keeper?.dispose();
    this.#keeper = undefined;
    this.#top?.disconnect();
  }

  protected override render(): TemplateResult {
    return html`
      <div class="scroller" tabindex="0" role="group" aria-label=${this.scrollLabel} data-session-id=${this.sessionId}>
        <div class="content">${this.content(this.window, this.#rangeToDraw())}</div>
      </div>
      <acp-gutter .surface=${this.surface} .sessionId=${this.sessionId}></acp-gutter>
      ${this.isAway ? this.#jumpButton() : nothing}
    `;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (!changed.has("sessionId")) return;
    this.#drawn = new DrawnRows();
    const place = this.surface.places.get(this.sessionId);
    if (typeof place === "object") this.#drawn.want(place.rowId);
  }

  protected override update(changed: PropertyValues): void {
    const cursor = this.contains(document.activeElement) ? document.activeElement : null;
    super.update(changed);
    // The row with the cursor is gone, or far from the view: the cursor stays in the transcript.
    if (cursor && !cursor.isConnected) this.querySelector<HTMLElement>(":scope > .scroller")?.focus({ preventScroll: true });
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has("sessionId")) {
      const before: unknown = changed.get("sessionId");
      if (typeof before === "string") this.#savePlace(before);
      this.#asked = undefined;
      this.#keep();
    }
    const window = this.window;
    if (!window) return;
    this.#keeper?.watch(this.#lists().flatMap((list) => [...list.querySelectorAll(":scope > .gap")]));
    this.#watchTop(window.from);
    this.#seekOlder(window);
  }

  #rangeToDraw(): Drawn {
    const { window } = this;
    const place = this.surface.places.get(this.sessionId);
    const isFollowing = this.#keeper ? this.#keeper.isFollowing : typeof place !== "object";
    return this.#drawn.update(window ?? { sessionId: this.sessionId, from: 0, count: 0, rows: [] }, isFollowing);
  }

  /** The lists of this container's own rows; a card has one for each run. */
  #lists(): readonly HTMLElement[] {
    const scroller = this.querySelector(":scope > .scroller");
    return [...this.querySelectorAll<HTMLElement>(".rows")].filter((list) => list.closest(".scroller") === scroller);
  }

  /** The line above the first row, while there are older ones. */
  protected olderRows(window: RowWindow): TemplateResult | typeof nothing {
    if (window.from === 0) return nothing;
    const ask = () => this.#ask(this.window ?? window, window.from - step);
    return html`<button type="button" class="link older" @click=${ask}>${t("{0} older rows", window.from)}</button>`;
  }

  #jumpButton(): TemplateResult {
    const jump = () => this.#keeper?.jumpToEnd();
    return html`<button type="button" class="jump" title=${t("Jump to latest")} @click=${jump}>${icon("arrow-down")}<span>${t("Jump to latest")}</span></button>`;
  }

  #keep(): void {
    this.#keeper?.dispose();
    const scroller = this.querySelector<HTMLElement>(":scope > .scroller");
    const content = scroller?.querySelector<HTMLElement>(":scope > .content");
    if (!scroller || !content) return;
    this.#keeper = new ScrollKeeper({
      scroller,
      content,
      place: this.surface.places.get(this.sessionId),
      lists: () => this.#lists(),
      knows: (rowId) => this.window?.rows.some((row) => row.id === rowId) ?? false,
      didMove: () => this.#didMove(),
    });
    this.surface.keepers.set(scroller, this.#keeper);
    for (const type of ["wheel", "touchmove", "pointerdown"]) scroller.addEventListener(type, this.#release, { passive: true });
  }

  readonly #release = () => this.#drawn.release();

  #didMove(): void {
    const keeper = this.#keeper;
    if (!keeper) return;
    this.isAway = !keeper.isFollowing && !keeper.isAtEnd;
    this.#savePlace();
    if (this.window) this.#seekOlder(this.window);
    this.#look();
  }

  /** Draws what comes near the view, and lets go of what is far from it. */
  #look(): void {
    const { window } = this;
    const scroller = this.querySelector<HTMLElement>(":scope > .scroller");
    if (!window || !scroller) return;
    if (this.#drawn.look(window, scroller, this.#lists())) this.requestUpdate();
    if (this.#keeper?.isFollowing && window.rows.length > mostRows) this.#giveBack(window);
  }

  #savePlace(sessionId = this.sessionId): void {
    const window = own(this.surface.store.state.windows, sessionId);
    if (!this.#keeper || !window) return;
    const indexOf = (rowId: string) => window.from + window.rows.findIndex((row) => row.id === rowId);
    const place = this.#keeper.place(indexOf);
    if (JSON.stringify(place) !== JSON.stringify(this.surface.places.get(sessionId) ?? "end")) this.surface.places.set(sessionId, place);
  }

  #ask(window: RowWindow, from: number): void {
    if (this.#asked === window.from) return;
    this.#asked = window.from;
    this.surface.host.post({ type: "window", sessionId: this.sessionId, from: Math.max(0, from) });
  }

  #giveBack(window: RowWindow): void {
    if (this.#asked === window.from) return;
    this.#asked = window.from;
    this.surface.host.post({ type: "giveBack", sessionId: this.sessionId, from: window.count - keptRows });
  }

  /** Asks for older rows when the reader comes to the top. */
  #watchTop(from: number): void {
    if (this.#seenFrom === from && this.#top) return;
    this.#seenFrom = from;
    this.#top?.disconnect();
    const [scroller, older] = [this.querySelector(":scope > .scroller"), this.querySelector(":scope > .scroller > .content > .older")];
    if (!scroller || !older) return;
    this.#top = new IntersectionObserver(
      (entries) => {
        const now = this.window;
        if (now && entries.some((entry) => entry.isIntersecting)) this.#ask(now, now.from - step);
      },
      { root: scroller },
    );
    this.#top.observe(older);
  }

  /** After a reload the reader's row may be older than what the host sent. */
  #seekOlder(window: RowWindow): void {
    const sought = this.#keeper?.soughtRow;
    if (!sought || window.rows.some((row) => row.id === sought.rowId)) return;
    if (sought.index < window.from) this.#ask(window, sought.index - step / 10);
    // While a session is loaded again, its rows arrive bit by bit, under other ids than before.
    else if (sought.index < window.count) {
      const row = window.rows[sought.index - window.from];
      if (!row) this.#keeper?.stopSeeking();
      else {
        this.#drawn.want(row.id);
        this.#keeper?.seekInstead(row.id);
        this.requestUpdate();
      }
    }
  }
}
