import type { Chart } from "./chart.ts";
import { keySteps } from "./chart.ts";
import { itemAt, laneAt } from "./hit.ts";

/** Fewer pixels are a click, more a drag. */
const dragFrom = 4;

/** The mouse: the wheel scrolls the lanes, with Shift it moves in time, with Ctrl or Cmd it zooms; dragging moves both ways. */
export function listenToMouse(chart: Chart): void {
  const { canvas, scroller } = chart;
  let held: { x: number; y: number; isDrag: boolean } | undefined;
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { deltaX, deltaY, offsetX } = event;
      const along = event.shiftKey && deltaX === 0 ? deltaY : deltaX;
      if (event.ctrlKey || event.metaKey) chart.move((window) => window.zoom(Math.exp(-deltaY / 300), offsetX / canvas.clientWidth));
      else if (along !== 0) chart.move((window) => window.pan(along / canvas.clientWidth));
      else scroller.scrollTop += deltaY;
    },
    { passive: false },
  );
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = { x: event.clientX, y: event.clientY, isDrag: false };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!held) {
      const item = itemAt(chart.frame, event.offsetX, event.offsetY);
      canvas.classList.toggle("is-over", item !== undefined);
      chart.point(item);
      return;
    }
    const { clientX, clientY } = event;
    if (!held.isDrag && Math.hypot(clientX - held.x, clientY - held.y) < dragFrom) return;
    const { x, y } = held;
    held = { x: clientX, y: clientY, isDrag: true };
    chart.point(undefined);
    scroller.scrollTop += y - clientY;
    chart.move((window) => window.pan((x - clientX) / canvas.clientWidth));
  });
  canvas.addEventListener("pointerup", (event) => {
    const wasDrag = held?.isDrag ?? true;
    held = undefined;
    if (wasDrag) return;
    const { frame } = chart;
    chart.point(itemAt(frame, event.offsetX, event.offsetY));
    chart.open(laneAt(frame, event.offsetY));
  });
  canvas.addEventListener("pointercancel", () => {
    held = undefined;
  });
  canvas.addEventListener("pointerleave", () => {
    if (!held) chart.point(undefined);
  });
}

/** The keyboard: what each key does wherever the focus is on the page. */
export function listenToKeys(chart: Chart): void {
  const keys: { readonly [key: string]: () => void } = {
    ArrowLeft: () => chart.move((window) => window.pan(-keySteps.pan)),
    ArrowRight: () => chart.move((window) => window.pan(keySteps.pan)),
    ArrowUp: () => chart.stepLane(-1),
    ArrowDown: () => chart.stepLane(1),
    "+": () => chart.move((window) => window.zoom(keySteps.zoom)),
    "=": () => chart.move((window) => window.zoom(keySteps.zoom)),
    "-": () => chart.move((window) => window.zoom(1 / keySteps.zoom)),
    "0": () => chart.move((window) => window.showAll()),
    Home: () => chart.move((window) => window.toStart()),
    End: () => chart.move((window) => window.toEnd()),
    ".": () => chart.stepItem(1),
    ",": () => chart.stepItem(-1),
    Escape: () => chart.point(undefined),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]?.();
  });
}
