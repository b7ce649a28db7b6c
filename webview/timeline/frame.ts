import type { TimelineAxis } from "../../src/shared/timelineAxis.ts";
import type { TimelineData } from "../../src/shared/timelineData.ts";
import type { TimelineItem } from "../../src/shared/timelineWords.ts";

/** How high a lane is, in CSS pixels. */
export const rowHeight = 26;
/** How high the axis above them is. */
export const axisHeight = 22;
/** How high the bar of a run is. */
export const barHeight = 12;

/** What of a timeline is on the canvas, in CSS pixels. */
export interface Frame {
  readonly data: TimelineData;
  readonly axis: TimelineAxis;
  /** The part of the axis in sight, in axis units. */
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly height: number;
  /** How far the lanes are scrolled. */
  readonly scrollTop: number;
  /** The row of each lane, from 0. */
  readonly rows: ReadonlyMap<string, number>;
  readonly now: number;
  readonly pointed: TimelineItem | undefined;
  readonly laneId: string | undefined;
}

/** Where a place of the axis is on the canvas. */
export const xOf = ({ axis, from, to, width }: Frame, at: number, isOrder?: boolean): number =>
  ((axis.x(at, isOrder) - from) / (to - from)) * width;

/** The middle of a lane on the canvas. */
export const yOf = ({ rows, scrollTop }: Frame, laneId: string): number | undefined => {
  const row = rows.get(laneId);
  return row === undefined ? undefined : axisHeight + row * rowHeight + rowHeight / 2 - scrollTop;
};

/** The first and the last row in sight. */
export function rowsInSight({ scrollTop, height, data }: Frame): readonly [number, number] {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight));
  return [first, Math.min(data.order.length - 1, Math.floor((scrollTop + height - axisHeight) / rowHeight))];
}
