import { type Disposable, toDisposable } from "../src/base/disposables.ts";
import { own } from "../src/shared/records.ts";
import type { Surface } from "./surface.ts";
import { walkToLatest, walkToMark, walkToQuestion, walkToSibling, walkUp } from "./walks.ts";

/** What takes the cursor when a row is walked to: the header of a card, else the row itself. */
function cursorOf(row: HTMLElement): HTMLElement {
  return row.querySelector<HTMLElement>(":scope > acp-card > .card > .card-line > .card-header") ?? row;
}

function isWriting(target: HTMLElement): boolean {
  return target.isContentEditable || target.matches("input, textarea, select, vscode-text-area, vscode-text-field");
}

function isVisible(row: HTMLElement): boolean {
  return row.getClientRects().length > 0;
}

/** Where a row ends below (`down`) or begins above its container: then the key scrolls in it first, as everywhere. */
function isBeyondView(row: HTMLElement, isDown: boolean): boolean {
  if (cursorOf(row) !== row) return false;
  const view = row.closest(".scroller")?.getBoundingClientRect();
  const box = row.getBoundingClientRect();
  return view !== undefined && (isDown ? box.bottom > view.bottom + 1 : box.top < view.top - 1);
}

/** The row that is reached first from above (`isDown`) or from below what is in sight. */
function firstInSight(scroller: HTMLElement | null, rows: readonly HTMLElement[], isDown: boolean): HTMLElement | undefined {
  const view = scroller?.getBoundingClientRect();
  if (!view) return undefined;
  const isInSight = (row: HTMLElement) => {
    const box = row.getBoundingClientRect();
    return box.bottom > view.top + 1 && box.top < view.bottom - 1;
  };
  return isDown ? rows.find(isInSight) : rows.findLast(isInSight);
}

/** Keys that lead somewhere from where the cursor is in a transcript; letters, as nothing is written there. */
const walks: { readonly [key: string]: (surface: Surface, from: Element) => boolean } = {
  n: (surface, from) => walkToSibling(surface, from, 1),
  p: (surface, from) => walkToSibling(surface, from, -1),
  u: walkUp,
  m: walkToQuestion,
  j: (surface, from) => walkToMark(surface, from, 1),
  k: (surface, from) => walkToMark(surface, from, -1),
  l: walkToLatest,
};

/** Those letters; the README says of each where it leads. */
export const walkKeys: readonly string[] = Object.keys(walks);

/**
 * The keys of a transcript, beside Tab: up and down walk from row to row, through open cards too; left and right on a
 * card's header close and open it; letters lead to siblings, out of a card, to the message that is answered, to requests and
 * failures, and to the newest (`walks`); the session under the cursor is told to the host, for palette commands.
 */
export function walkByKeys(root: HTMLElement, surface: Surface): Disposable {
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target instanceof HTMLElement ? event.target : undefined;
    if (!target || isWriting(target)) return;
    // A tab that was just opened has the keys, and nothing in it the cursor: they are meant for the transcript.
    const isAround = target === document.body || target.closest(".breadcrumb") !== null;
    const from = isAround ? root.querySelector<HTMLElement>("acp-feed > .scroller") : target;
    const walk = own(walks, event.key);
    if (walk && from?.closest(".scroller")) {
      if (walk(surface, from)) event.preventDefault();
      return;
    }
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const isDown = event.key === "ArrowDown";
      const rows = [...root.querySelectorAll<HTMLElement>("acp-row")].filter(isVisible);
      const row = target.closest<HTMLElement>("acp-row");
      const next = row ? rows[rows.indexOf(row) + (isDown ? 1 : -1)] : isAround ? firstInSight(from, rows, isDown) : undefined;
      if (!next || (row && isBeyondView(row, isDown))) return;
      event.preventDefault();
      cursorOf(next).focus({ preventScroll: true });
      surface.bring(cursorOf(next), "nearest");
    }
    if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && target.classList.contains("card-header")) {
      const isOpen = target.getAttribute("aria-expanded") === "true";
      if (isOpen === (event.key === "ArrowRight")) return;
      event.preventDefault();
      target.click();
    }
  };
  document.addEventListener("keydown", press);

  let told: string | undefined;
  root.addEventListener("focusin", (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const sessionId = target?.closest<HTMLElement>(".card[data-session-id], .scroller[data-session-id]")?.dataset.sessionId;
    if (sessionId === undefined || sessionId === told) return;
    told = sessionId;
    surface.host.post({ type: "focus", sessionId });
  });
  return toDisposable(() => document.removeEventListener("keydown", press));
}
