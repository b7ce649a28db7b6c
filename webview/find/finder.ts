import type { Disposable } from "../../src/base/disposables.ts";
import { findPattern, isFiltered, parseFindQuery } from "../../src/shared/findQuery.ts";
import type { FindView } from "../../src/shared/transcriptState.ts";
import { rowKey } from "../cards/sections.ts";
import type { Surface } from "../surface.ts";
import { findTrail, type Trail, visibleRow } from "./findTrail.ts";
import { foundRanges } from "./foundRanges.ts";

/** A key stroke is not asked for at once: more may follow. In ms. */
const pause = 80;
/** How often what is marked in the page is looked up again while it changes, in ms. */
const refresh = 100;
/** How high the foot of a view is that *Jump to latest* may cover, in px. */
const ground = 44;
/** Places that are marked in the page at most. */
const mostMarks = 2_000;

/** A text of which only a part is drawn, until somebody asks for all; one of many changes may show nothing but its file. */
type Folded = Element & { isWhole: boolean; isFolded?: boolean };

/**
 * The reader's search. The host looks through everything (`TranscriptFind`); here what is found is marked, and the way to
 * a hit is opened: cards and rows are only lent for that, and are as the reader left them when the search ends.
 */
export class Finder {
  readonly #surface: Surface;
  #isOpen = false;
  #text = "";
  #options = { matchCase: false, wholeWord: false };
  #asked = 0;
  #epoch = -1;
  #pattern: RegExp | undefined;
  #isFiltered = false;
  #typing: Disposable | undefined;
  #marking: Disposable | undefined;
  /** The step whose hit was reached, and whether its words were brought into view. */
  #reached: { readonly step: number; isSeen: boolean } | undefined;
  #windowAsked = "";
  /** How texts are folded again that are shown whole for the search. */
  #lent: (() => void)[] = [];
  #observer: MutationObserver | undefined;
  #cursor: Element | null = null;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get text(): string {
    return this.#text;
  }

  get options(): { readonly matchCase: boolean; readonly wholeWord: boolean } {
    return this.#options;
  }

  /** What the host found for what stands in the field now; undefined while it has not answered, or nothing is asked. */
  get found(): FindView | undefined {
    const { find } = this.#surface.store.state;
    return this.#isOpen && this.#text.trim() !== "" && find?.asked === this.#asked ? find : undefined;
  }

  /** Hits inside of a card. */
  countIn(sessionId: string): number {
    const counts = this.found?.counts;
    return counts && Object.hasOwn(counts, sessionId) ? (counts[sessionId] ?? 0) : 0;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#cursor = document.activeElement;
    const feed = document.querySelector("acp-app");
    this.#observer = new MutationObserver(() => this.#markSoon());
    if (feed) this.#observer.observe(feed, { subtree: true, childList: true, characterData: true });
    if (this.#text !== "") this.#ask();
    this.#surface.redraw();
  }

  /** The field holds another text: once it rests, the view goes to its first hit. */
  write(text: string): void {
    this.#text = text;
    this.#typing?.dispose();
    this.#typing = this.#surface.timer.after(pause, () => {
      this.#ask();
      this.step("next");
    });
    this.#surface.redraw();
  }

  toggle(option: "matchCase" | "wholeWord"): void {
    this.#options = { ...this.#options, [option]: !this.#options[option] };
    this.#ask();
    this.#surface.redraw();
  }

  step(to: "next" | "previous"): void {
    if (this.#text.trim() === "") return;
    if (this.#typing) this.#ask();
    const { sessionId } = this.#surface.store.state;
    this.#surface.host.post({ type: "findStep", to, sessionId: sessionId ?? "", rowId: visibleRow() ?? "" });
  }

  /** Ends the search: what it opened closes, and the reader is left at what was found last. */
  close(): void {
    if (!this.#isOpen) return;
    const at = this.found?.at;
    this.#isOpen = false;
    this.#stopAsking();
    this.#observer?.disconnect();
    this.#marking?.dispose();
    this.#clearMarks();
    for (const fold of this.#lent.splice(0)) fold();
    for (const key of this.#surface.openRows.giveBack()) this.#foldAgain(key);
    this.#surface.folds.giveBack();
    this.#surface.redraw();
    const cursor = this.#cursor;
    this.#surface.timer.after(0, () => {
      const trail = at && findTrail(this.#surface, at);
      const place = trail?.nearest ?? cursor;
      if (trail?.nearest) this.#surface.bring(trail.nearest, "nearest");
      if (place instanceof HTMLElement && place.isConnected) place.focus({ preventScroll: true });
    });
  }

  /** To be called after each frame, when it is drawn: asks again where the host began anew, and goes on to the hit. */
  goOn(): void {
    if (!this.#isOpen) return;
    const { epoch, store } = this.#surface;
    const isNew = epoch !== this.#epoch && store.state.find?.asked !== this.#asked;
    // What is being typed is asked for when it rests.
    if (isNew && store.phase === "live" && this.#text.trim() !== "" && !this.#typing) this.#ask();
    this.#pursue();
    this.#markSoon();
  }

  #pursue(): void {
    const at = this.found?.at;
    if (at && this.#reached?.step !== at.step) this.#walk(at);
  }

  #walk(at: NonNullable<FindView["at"]>): void {
    const trail = findTrail(this.#surface, at);
    if (!trail) return;
    if (this.#surface.folds.lend(trail.cards)) {
      this.#surface.redraw();
      return;
    }
    if (!trail.unit) {
      this.#askFor(trail);
      return;
    }
    this.#reached = { step: at.step, isSeen: false };
    this.#surface.bring(trail.unit, "nearest");
    if (at.isBody && this.#surface.openRows.lend(rowKey(at.sessionId, at.unit))) this.#surface.redraw();
  }

  /** The row is not in the page: it is older than what is here, or far from the view. */
  #askFor({ missing }: Trail): void {
    if (!missing) return;
    const { list, sessionId, from, isIt } = missing;
    // A reader at the end who goes elsewhere does not follow it any more.
    for (const keeper of this.#surface.keepersOf(list.firstElementChild ?? list)) keeper.hold();
    if (list.draw(isIt)) {
      this.#markSoon();
      return;
    }
    const asked = `${sessionId}\n${from}`;
    if (asked === this.#windowAsked) return;
    this.#windowAsked = asked;
    this.#surface.host.post({ type: "window", sessionId, from });
  }

  #ask(): void {
    this.#stopTyping();
    const query = parseFindQuery(this.#text);
    this.#pattern = findPattern(query.words, this.#options);
    this.#isFiltered = isFiltered(query);
    this.#reached = undefined;
    this.#windowAsked = "";
    this.#epoch = this.#surface.epoch;
    this.#clearMarks();
    if (this.#text.trim() === "") this.#stopAsking();
    else this.#surface.host.post({ type: "find", asked: ++this.#asked, text: this.#text, ...this.#options });
  }

  #stopAsking(): void {
    this.#stopTyping();
    this.#asked++;
    this.#surface.host.post({ type: "stopFinding" });
  }

  #stopTyping(): void {
    this.#typing?.dispose();
    this.#typing = undefined;
  }

  /** The host need not follow the body of a call any more. */
  #foldAgain(key: string): void {
    const slash = key.lastIndexOf("/");
    this.#surface.host.post({ type: "openTool", sessionId: key.slice(0, slash), rowId: key.slice(slash + 1), isOpen: false });
  }

  #markSoon(): void {
    this.#marking ??= this.#surface.timer.after(refresh, () => {
      this.#marking = undefined;
      if (!this.#isOpen) return;
      this.#pursue();
      this.#mark();
    });
  }

  #mark(): void {
    const { found } = this;
    const trail = found?.at && this.#reached?.step === found.at.step ? findTrail(this.#surface, found.at) : undefined;
    this.#frame(trail?.unit, found?.at?.position);
    const all = found && this.#pattern && !this.#isFiltered ? this.#allRanges(this.#pattern) : [];
    const here = found && this.#pattern && trail?.words ? foundRanges(trail.words, this.#pattern, mostMarks) : [];
    if (found?.at && trail?.unit) this.#show(found.at, trail.unit, here);
    const current = found?.at && here[nth(found.at, here.length)];
    put("acp-found", [...all, ...(this.#isFiltered ? here : [])]);
    put("acp-found-here", current ? [current] : []);
  }

  #allRanges(pattern: RegExp): readonly Range[] {
    const ranges: Range[] = [];
    for (const element of document.querySelectorAll("acp-feed acp-row, acp-feed .part:is(.prompt, .answer)")) {
      if (ranges.length >= mostMarks) break;
      ranges.push(...foundRanges(element, pattern, mostMarks - ranges.length));
    }
    return ranges;
  }

  /** Brings the words of the hit into view, once they are drawn; texts that show only their beginning are shown whole. */
  #show(at: NonNullable<FindView["at"]>, unit: Element, ranges: readonly Range[]): void {
    if (!this.#reached || this.#reached.isSeen) return;
    const range = ranges[nth(at, ranges.length)];
    if ((ranges.length < at.of || (range && isHidden(range))) && this.#unfold(unit)) {
      this.#markSoon();
      return;
    }
    if (!range) return;
    this.#reached.isSeen = true;
    scrollTo(range);
    for (const keeper of this.#surface.keepersOf(unit)) keeper.adopt();
  }

  #unfold(unit: Element): boolean {
    const all = [...unit.querySelectorAll<Folded>("acp-clamp, acp-output, acp-diff")];
    const folded = all.filter((each) => !each.isWhole || each.isFolded);
    for (const each of folded) {
      const { isWhole, isFolded } = each;
      each.isWhole = true;
      if (isFolded) each.isFolded = false;
      this.#lent.push(() => Object.assign(each, { isWhole, ...(isFolded && { isFolded }) }));
    }
    return folded.length > 0;
  }

  #frame(unit: Element | undefined, position = 0): void {
    for (const marked of document.querySelectorAll("[data-found]")) if (marked !== unit) marked.removeAttribute("data-found");
    unit?.setAttribute("data-found", String(position));
  }

  #clearMarks(): void {
    this.#frame(undefined);
    put("acp-found", []);
    put("acp-found-here", []);
  }
}

/** Which of the places in the page is the hit: the host counts in the whole text, the page may draw less of it. */
function nth(at: NonNullable<FindView["at"]>, drawn: number): number {
  return drawn === at.of ? at.ordinal : Math.min(drawn - 1, Math.floor((at.ordinal * drawn) / at.of));
}

function put(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(name);
  else {
    const highlight = new Highlight(...ranges);
    // The hit lies over the others.
    highlight.priority = name === "acp-found-here" ? 1 : 0;
    CSS.highlights.set(name, highlight);
  }
}

function elementOf(range: Range): Element | null {
  const { startContainer } = range;
  return startContainer instanceof Element ? startContainer : startContainer.parentElement;
}

/** True for words that a folded text cuts off. */
function isHidden(range: Range): boolean {
  const box = elementOf(range)?.closest(".clamped")?.getBoundingClientRect();
  return box !== undefined && range.getBoundingClientRect().bottom > box.bottom + 1;
}

/** Scrolls words into view in everything around them that scrolls, as little as makes them easy to see. */
function scrollTo(range: Range): void {
  for (let at = elementOf(range); at; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && getComputedStyle(at).overflowX !== "visible" && !at.matches(".scroller")) {
      const [words, box] = [range.getBoundingClientRect(), at.getBoundingClientRect()];
      if (words.left < box.left || words.right > box.right) at.scrollLeft += words.left - box.left - box.width / 3;
    }
    if (!at.matches(".scroller")) continue;
    const [words, box] = [range.getBoundingClientRect(), at.getBoundingClientRect()];
    if (words.top < box.top + 8 || words.bottom > box.bottom - ground) at.scrollTop += words.top - box.top - box.height / 3;
  }
}
