import { html, render } from "lit";
import { t } from "../../src/base/words.ts";
import type { TimelineAction, TimelineMessage } from "../../src/shared/timeline.ts";
import { TimelineAxis } from "../../src/shared/timelineAxis.ts";
import { itemLines, type TimelineItem } from "../../src/shared/timelineWords.ts";
import { iconButton } from "../icons.ts";
import type { TimelineClient } from "./client.ts";
import { type Frame, rowHeight, xOf, yOf } from "./frame.ts";
import { neighbour } from "./hit.ts";
import { LaneList, listLabel } from "./laneList.ts";
import { legend } from "./legend.ts";
import { paint } from "./paint.ts";
import { type Palette, readPalette } from "./palette.ts";
import { Tooltip } from "./tooltip.ts";
import { AxisWindow } from "./window.ts";

/** Lanes drawn beyond those in sight, so that Tab finds the next one. */
const overscan = 3;
/** How much a key or a button zooms, and moves. */
const zoomStep = 1.5;
const panStep = 0.2;
/** How often what goes on grows, in ms; less motion for who wants less. */
const liveMs = 250;
const calmMs = 2000;

/** The page of a timeline: toolbar, the list of lanes, and the canvas with what happened in those that are in sight. */
export class Chart {
  readonly window = new AxisWindow();
  readonly #client: TimelineClient;
  readonly #post: (message: TimelineMessage) => void;
  readonly #root: HTMLElement;
  readonly #scroller: HTMLElement;
  readonly #canvas: HTMLCanvasElement;
  readonly #lanes: LaneList;
  readonly #tooltip: Tooltip;
  #palette: Palette;
  #axis: TimelineAxis;
  #rows: ReadonlyMap<string, number> = new Map();
  #order: readonly string[] = [];
  #laneId: string | undefined;
  #pointed: TimelineItem | undefined;
  #isPending = false;
  /** The axis and the names have to be made anew: something came, or goes on. */
  #isStale = true;
  #drawnRows = "";
  #live: ReturnType<typeof setTimeout> | undefined;

  constructor(root: HTMLElement, client: TimelineClient, post: (message: TimelineMessage) => void) {
    this.#root = root;
    this.#client = client;
    this.#post = post;
    this.#palette = readPalette();
    this.#axis = new TimelineAxis(client.data, client.now);
    render(this.#skeleton(), root);
    this.#scroller = this.#part(".lanes-scroller");
    this.#canvas = this.#part("canvas");
    this.#tooltip = new Tooltip(this.#part(".tooltip"), this.#part(".live"));
    this.#lanes = new LaneList(this.#part(".lanes"), {
      choose: (laneId) => this.#choose(laneId),
      open: (laneId) => this.open(laneId),
    });
    this.#scroller.addEventListener("scroll", () => this.#redraw());
    new ResizeObserver(() => this.#redraw()).observe(this.#part(".chart"));
    new MutationObserver(() => {
      this.#palette = readPalette();
      this.#redraw();
    }).observe(document.body, { attributeFilter: ["class"] });
  }

  get canvas(): HTMLCanvasElement {
    return this.#canvas;
  }

  get scroller(): HTMLElement {
    return this.#scroller;
  }

  /** What is on the canvas now. */
  get frame(): Frame {
    const { window, canvas, scroller } = this;
    return {
      data: this.#client.data,
      axis: this.#axis,
      from: window.from,
      to: window.to,
      width: Math.max(1, canvas.clientWidth),
      height: Math.max(1, canvas.clientHeight),
      scrollTop: scroller.scrollTop,
      rows: this.#rows,
      now: this.#client.now,
      pointed: this.#pointed,
      laneId: this.#laneId,
    };
  }

  /** Draws what the host told. */
  update(actions: readonly TimelineAction[]): void {
    const { data } = this.#client;
    const { title, emptyText } = data.about;
    this.#part(".title").textContent = title;
    this.#part(".lanes").setAttribute("aria-label", listLabel(title));
    this.#part(".empty").textContent = data.order.length === 0 ? emptyText : "";
    this.#root.classList.toggle("is-empty", data.order.length === 0);
    if (this.#order !== data.order) {
      this.#order = data.order;
      this.#rows = new Map(data.order.map((id, row) => [id, row]));
    }
    this.#isStale = true;
    this.#draw();
    for (const action of actions) this.focusLane(action.laneId);
  }

  /** Changes the window by what `change` does to it. */
  move(change: (window: AxisWindow) => void): void {
    change(this.window);
    this.#redraw();
  }

  /** Points at an item, by mouse or by keyboard; the keyboard's way is read out. */
  point(item: TimelineItem | undefined, isSpoken = false): void {
    if (item === this.#pointed && !isSpoken) return;
    this.#pointed = item;
    if (isSpoken && item) this.window.show(this.#axis.x(item.at, item.isOrder));
    const { frame } = this;
    if (!item) this.#tooltip.hide();
    else {
      const y = ("from" in item ? yOf(frame, item.to) : yOf(frame, item.laneId)) ?? 0;
      this.#tooltip.show(itemLines(frame.data, item, frame.now), this.#canvas.offsetLeft + xOf(frame, item.at, item.isOrder), y, isSpoken);
    }
    this.#redraw();
  }

  /** Goes to the row of what is pointed at, else to the lane's card. */
  open(laneId: string | undefined): void {
    const item = this.#pointed;
    if (item && "sessionId" in item) this.#post({ type: "openRow", sessionId: item.sessionId, rowId: item.rowId });
    else if (item && (laneId === undefined || item.laneId === laneId)) {
      const rowId = "rowId" in item ? item.rowId : item.kind === "tool" || item.kind === "error" ? item.id : undefined;
      this.#post({ type: "openRow", sessionId: item.laneId, rowId });
    } else if (laneId !== undefined) this.#post({ type: "openRow", sessionId: laneId });
  }

  /** Puts the focus on a lane and brings it into sight. */
  focusLane(laneId: string): void {
    const row = this.#rows.get(laneId);
    if (row === undefined) return;
    const { scroller } = this;
    const room = scroller.clientHeight - rowHeight;
    if (row * rowHeight < scroller.scrollTop || row * rowHeight > scroller.scrollTop + room)
      scroller.scrollTop = row * rowHeight - room / 2;
    this.#draw();
    this.#lanes.button(laneId)?.focus({ preventScroll: true });
  }

  /** Moves the focus by so many lanes. */
  stepLane(by: number): void {
    const row = (this.#laneId === undefined ? undefined : this.#rows.get(this.#laneId)) ?? -1;
    const laneId = this.#order[Math.min(this.#order.length - 1, Math.max(0, row + by))];
    if (laneId !== undefined) this.focusLane(laneId);
  }

  /** Points at the next or the previous item of the lane with the focus. */
  stepItem(direction: 1 | -1): void {
    const laneId = this.#laneId ?? this.#order[0];
    if (laneId === undefined) return;
    const isHere = this.#pointed && "laneId" in this.#pointed && this.#pointed.laneId === laneId;
    this.point(neighbour(this.frame, laneId, isHere ? this.#pointed : undefined, direction), true);
  }

  #choose(laneId: string): void {
    if (this.#laneId === laneId) return;
    this.#laneId = laneId;
    this.point(undefined);
    this.#redraw();
  }

  #part<E extends HTMLElement>(selector: string): E {
    const element = this.#root.querySelector<E>(selector);
    if (!element) throw new Error(`There is no ${selector}.`);
    return element;
  }

  #redraw(): void {
    if (this.#isPending) return;
    this.#isPending = true;
    requestAnimationFrame(() => {
      this.#isPending = false;
      this.#draw();
    });
  }

  #draw(): void {
    const { data, now } = this.#client;
    if (this.#isStale) {
      this.#axis = new TimelineAxis(data, now);
      this.window.setLength(this.#axis.length);
    }
    this.#drawNames();
    this.#isStale = false;
    this.#paint();
    this.#keepLive();
  }

  /** Names are drawn when others are in sight, another is chosen or what they say is another; to move in time changes neither. */
  #drawNames(): void {
    const { data, now } = this.#client;
    const { scroller } = this;
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - overscan);
    const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + overscan;
    const indent = this.#root.clientWidth < 400 ? 4 : 12;
    const rows = `${first} ${last} ${indent} ${this.#laneId}`;
    if (!this.#isStale && rows === this.#drawnRows) return;
    this.#drawnRows = rows;
    this.#lanes.draw(data, first, last, now, indent, this.#laneId);
  }

  #paint(): void {
    const { frame } = this;
    const scale = devicePixelRatio;
    const width = Math.round(frame.width * scale);
    const height = Math.round(frame.height * scale);
    // Giving a canvas its size clears it, and costs.
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    paint(context, frame, this.#palette);
  }

  /** What has no end yet grows while it is looked at. */
  #keepLive(): void {
    if (this.#live !== undefined || !this.#isGoingOn()) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.#live = setTimeout(
      () => {
        this.#live = undefined;
        this.#isStale = true;
        this.#redraw();
      },
      isCalm ? calmMs : liveMs,
    );
  }

  #isGoingOn(): boolean {
    const { data } = this.#client;
    return data.order.some((id) => data.itemsOf(id).spans.some(({ end }) => end === undefined));
  }

  #skeleton() {
    const zoom = (factor: number) => () => this.move((window) => window.zoom(factor));
    return html`
      <div class="bar" role="toolbar" aria-label=${t("Timeline")}>
        <h1 class="title"></h1>
        ${iconButton("zoom-out", t("Zoom Out (−)"), zoom(1 / zoomStep), "zoom-out")}
        ${iconButton("zoom-in", t("Zoom In (+)"), zoom(zoomStep), "zoom-in")}
        ${iconButton("screen-full", t("Show All (0)"), () => this.move((window) => window.showAll()), "show-all")}
        ${iconButton("export", t("Export as SVG…"), () => this.#post({ type: "exportSvg" }), "export-svg")}
      </div>
      <div class="chart">
        <div class="lanes-scroller" tabindex="-1"><ul class="lanes" role="list"></ul></div>
        <canvas aria-hidden="true"></canvas>
        <div class="tooltip" hidden></div>
        <p class="empty" role="status"></p>
      </div>
      ${legend()}
      <p class="live" aria-live="polite"></p>
    `;
  }
}

/** Steps of the keyboard, for who handles it. */
export const keySteps = { zoom: zoomStep, pan: panStep } as const;
