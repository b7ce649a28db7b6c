import { html, nothing, render, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../../src/base/words.ts";
import type { TimelineData } from "../../src/shared/timelineData.ts";
import { laneFacts, laneSentence } from "../../src/shared/timelineWords.ts";
import { markGlyph } from "../icons.ts";
import { rowHeight } from "./frame.ts";

/** Deeper lanes are indented no further: their names need the room. */
const deepest = 6;

/** What the list of lanes tells of the reader. */
export interface LaneListEvents {
  choose(laneId: string): void;
  open(laneId: string): void;
}

/** The names of the lanes: a list of buttons, of which only those near the viewport exist. */
export class LaneList {
  readonly #list: HTMLElement;
  readonly #events: LaneListEvents;

  constructor(list: HTMLElement, events: LaneListEvents) {
    this.#list = list;
    this.#events = events;
  }

  /**
   * Draws the lanes from row `first` to row `last`. `indent` in pixels for each level. Tab comes to the lane `chosen`, else to the
   * first that is drawn, and leaves the list from there.
   */
  draw(data: TimelineData, first: number, last: number, now: number, indent: number, chosen: string | undefined): void {
    this.#list.style.setProperty("height", `${data.order.length * rowHeight}px`);
    const rows = data.order.slice(first, last + 1).map((id, index) => ({ id, row: first + index }));
    const entry = rows.find(({ id }) => id === chosen) ?? rows[0];
    render(
      repeat(
        rows,
        ({ id }) => id,
        ({ id, row }) => this.#lane(data, id, row, now, id === entry?.id),
      ),
      this.#list,
    );
    for (const element of this.#list.querySelectorAll<HTMLElement>(".lane")) {
      const { row, depth } = element.dataset;
      element.style.setProperty("top", `${Number(row) * rowHeight}px`);
      element.style.setProperty("--depth", `${Math.min(deepest, Number(depth)) * indent}px`);
    }
  }

  /** The button of a lane, while it is drawn. */
  button(laneId: string): HTMLElement | null {
    return this.#list.querySelector(`.lane[data-lane-id="${CSS.escape(laneId)}"] > button`);
  }

  #lane(data: TimelineData, id: string, row: number, now: number, isEntry: boolean): TemplateResult | typeof nothing {
    const lane = data.lanes.get(id);
    if (!lane) return nothing;
    const { label, role, depth, mark, isDim } = lane;
    const hidden = (words: string) => html`<span class="visually-hidden">${words}</span>`;
    return html`<li class="lane" data-lane-id=${id} data-row=${row} data-depth=${depth} data-mark=${mark}
      aria-setsize=${data.order.length} aria-posinset=${row + 1}>
      <button type="button" tabindex=${isEntry ? 0 : -1} class=${isDim ? "is-dim" : ""} title=${laneSentence(data, lane, now)}
        @click=${() => this.#events.open(id)} @focus=${() => this.#events.choose(id)}>
        ${markGlyph(mark)}<span class="name" dir="auto">${label}</span>${role ? html`${hidden(", ")}<span class="role" dir="auto">${role}</span>` : nothing}${hidden(`, ${laneFacts(data, lane, now)}`)}
      </button>
    </li>`;
  }
}

/** What is read before a list of lanes. */
export const listLabel = (title: string): string => t("Timeline of {0}", title);
