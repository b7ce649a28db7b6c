import { own } from "../../src/shared/records.ts";
import type { RowView } from "../../src/shared/rowView.ts";
import type { FindView, RowWindow } from "../../src/shared/transcriptState.ts";
import { pathTo } from "../scroll/reveal.ts";
import { ScrollElement } from "../scroll/scrollElement.ts";
import type { Surface } from "../surface.ts";

/** Rows in front of a wanted one that are asked for with it. */
const before = 30;
/** How many older rows are asked for while the place of a card is not known. */
const step = 400;

/** How far the way to a hit is open. */
export interface Trail {
  /** The cards around it, outermost first. */
  readonly cards: readonly string[];
  /** What draws the row, when it is in the page. */
  readonly unit?: HTMLElement;
  /** What draws its words: an answer stands in one part with why its run failed, and with what the parent received. */
  readonly words?: HTMLElement;
  /** The innermost on the way that is in the page: the row, or the header of a card around it. */
  readonly nearest?: HTMLElement;
  /** A row of this session is needed: it has to be drawn when it is here, else asked for with those from this one on. */
  readonly missing?: { readonly sessionId: string; readonly list: ScrollElement; readonly from: number; isIt(row: RowView): boolean };
}

/** Looks how far the way to a hit is open; undefined when its session is not below the shown one any more. */
export function findTrail(surface: Surface, at: NonNullable<FindView["at"]>): Trail | undefined {
  const { state } = surface.store;
  const cards = pathTo(state, at.sessionId);
  if (!cards) return undefined;
  let nearest: HTMLElement | undefined;
  let container = state.sessionId ?? "";
  for (const id of cards) {
    const card = document.querySelector<HTMLElement>(`acp-feed .card[data-session-id="${CSS.escape(id)}"]`);
    if (!card) {
      const window = own(state.windows, container);
      const isIt = (row: RowView) => row.kind === "subagent" && row.childId === id;
      return { cards, nearest, missing: missing(container, window, (window?.from ?? 0) - step, isIt) };
    }
    nearest = card.querySelector<HTMLElement>(":scope > .card-line > .card-header") ?? card;
    container = id;
  }
  const scroller = scrollerOf(at.sessionId);
  const drawn = scroller && drawnIn(scroller, surface, at);
  if (drawn) return { cards, ...drawn, nearest: drawn.unit };
  const window = own(state.windows, at.sessionId);
  return { cards, nearest, missing: missing(at.sessionId, window, at.index - before, (row) => row.id === at.unit) };
}

function missing(sessionId: string, window: RowWindow | undefined, from: number, isIt: (row: RowView) => boolean): Trail["missing"] {
  const list = scrollerOf(sessionId)?.parentElement;
  if (!window || !(list instanceof ScrollElement)) return undefined;
  return { sessionId, list, from: Math.max(0, from), isIt };
}

function scrollerOf(sessionId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`acp-feed .scroller[data-session-id="${CSS.escape(sessionId)}"]`);
}

/** What draws a unit and its words: its row, or the part of a run that shows a prompt or an answer in its place. */
function drawnIn(
  scroller: HTMLElement,
  surface: Surface,
  { sessionId, unit }: NonNullable<FindView["at"]>,
): { readonly unit: HTMLElement; readonly words: HTMLElement } | undefined {
  const row = scroller.querySelector<HTMLElement>(`acp-row[data-row-id="${CSS.escape(unit)}"]`);
  if (row) {
    const line = row.querySelector<HTMLElement>(":scope > acp-card > .card > .card-line > .card-header") ?? row;
    return { unit: line, words: line };
  }
  const [, what = "answer", number] = /^(prompt|error|received):(\d+)$/.exec(unit) ?? [];
  const { runs = [] } = own(surface.store.state.cards, sessionId) ?? {};
  const asks = what === "prompt" ? Number(number) : runs.findIndex((run) => run.promptRowId === unit);
  const answers = number === undefined ? runs.findIndex((run) => run.answerRowId === unit) : Number(number);
  const sections = scroller.querySelectorAll<HTMLElement>(":scope > .content > section.run");
  const prompt = asks >= 0 ? sections[asks]?.querySelector<HTMLElement>(":scope > .part.prompt") : null;
  if (prompt) return { unit: prompt, words: prompt };
  const answer = sections[answers]?.querySelector<HTMLElement>(":scope > .part.answer");
  return answer ? { unit: answer, words: answer.querySelector<HTMLElement>(`:scope > [data-words="${what}"]`) ?? answer } : undefined;
}

/** The row that the reader of the shown session has at the top. */
export function visibleRow(): string | undefined {
  const scroller = document.querySelector<HTMLElement>("acp-feed > .scroller");
  if (!scroller) return undefined;
  const { top } = scroller.getBoundingClientRect();
  const rows = scroller.querySelectorAll<HTMLElement>("acp-row");
  const first = [...rows].find((row) => row.closest(".scroller") === scroller && row.getBoundingClientRect().bottom > top + 1);
  return first?.dataset.rowId;
}
