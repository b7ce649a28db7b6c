import { own } from "../src/shared/records.ts";
import { Gutter } from "./scroll/gutter.ts";
import { showAt } from "./scroll/reveal.ts";
import type { Surface } from "./surface.ts";

/** The card that an element is the header or the inside of. */
function cardAround(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>(".card");
}

/** The children of a session in the order of their cards. */
function childrenInOrder(surface: Surface, parentId: string | null): readonly string[] {
  const window = own(surface.store.state.windows, parentId);
  return (window?.rows ?? []).flatMap((row) => (row.kind === "subagent" ? [row.childId] : []));
}

/** To the next (1) or previous (-1) subagent of the same parent: its card, or in a tab of its own its transcript. False when there is none. */
export function walkToSibling(surface: Surface, from: Element, step: 1 | -1): boolean {
  const { sessions, siblings } = surface.store.state;
  const id = cardAround(from)?.dataset.sessionId;
  if (id === undefined) {
    const next = step === 1 ? siblings?.next : siblings?.previous;
    if (next) surface.host.post({ type: "openSession", sessionId: next.id, where: "same" });
    return next !== undefined;
  }
  const all = childrenInOrder(surface, own(sessions, id)?.parentId ?? null);
  const at = all.indexOf(id);
  const next = at < 0 ? undefined : all[at + step];
  if (next !== undefined) surface.act({ do: "reveal", sessionId: next });
  return next !== undefined;
}

/** Out of a card to its header, from there to the card around it; in a child's own tab to its parent. False when nothing is above. */
export function walkUp(surface: Surface, from: Element): boolean {
  const card = cardAround(from);
  const isAtHeader = card !== null && from.closest(".card-line")?.parentElement === card;
  const up = isAtHeader ? card.parentElement?.closest<HTMLElement>(".card") : card;
  if (up) {
    showAt(surface, up);
    return true;
  }
  const parent = surface.store.state.breadcrumb.at(-2);
  if (card || !parent) return false;
  surface.host.post({ type: "openSession", sessionId: parent.id, where: "same" });
  return true;
}

/** From a row, or an answer, to the message that it answers: the prompt of its run, or the last message of the person before it. */
export function walkToQuestion(surface: Surface, from: Element): boolean {
  const scroller = from.closest(".scroller");
  const run = from.closest<HTMLElement>("section.run");
  const rows = scroller
    ? [...scroller.querySelectorAll<HTMLElement>("acp-row")].filter((row) => row.closest(".scroller") === scroller)
    : [];
  const own = from.closest<HTMLElement>("acp-row");
  const before = own ? rows.slice(0, rows.indexOf(own)) : rows;
  const said = before.findLast((row) => row.dataset.kind === "user_message" && (!run || run.contains(row)));
  const question = said ?? run?.querySelector<HTMLElement>(":scope > .prompt");
  if (question) showAt(surface, question);
  return question !== null && question !== undefined;
}

/** To the next (1) or previous (-1) request or failure of the transcript that an element stands in, from where it stands. */
export function walkToMark(surface: Surface, from: Element, step: 1 | -1): boolean {
  const scroller = from.closest<HTMLElement>(".scroller");
  const gutter = scroller?.parentElement?.querySelector(":scope > acp-gutter");
  const sessionId = scroller?.dataset.sessionId;
  const window = own(surface.store.state.windows, sessionId);
  if (!(gutter instanceof Gutter) || !window || sessionId === undefined) return false;
  const row = from.closest<HTMLElement>("acp-row");
  const at = row ? window.rows.findIndex(({ id }) => id === row.dataset.rowId) : -1;
  const isBeyond = ({ rowId }: { readonly rowId: string }) => {
    const index = window.rows.findIndex(({ id }) => id === rowId);
    return step === 1 ? index > at : index < at;
  };
  // At the end it goes round.
  const mark = step === 1 ? (gutter.marks.find(isBeyond) ?? gutter.marks[0]) : (gutter.marks.findLast(isBeyond) ?? gutter.marks.at(-1));
  if (mark) surface.act({ do: "reveal", sessionId, rowId: mark.rowId });
  return mark !== undefined;
}

/** To the newest of the transcript that an element stands in. */
export function walkToLatest(surface: Surface, from: Element): boolean {
  const scroller = from.closest(".scroller");
  const keeper = scroller ? surface.keepers.get(scroller) : undefined;
  keeper?.jumpToEnd();
  return keeper !== undefined;
}
