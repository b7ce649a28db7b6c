import type { RowView } from "../../src/shared/rowView.ts";

/** How high a row is taken to be while none was measured, in pixels. */
const firstGuess = 40;
/** After so many measured rows their mean is the guess for all others, and stays it: gaps must not move by what is learned. */
const enough = 30;
/** How many rows that are not here any more are known all the same. */
const mostGone = 200;

/** It says what the card of the child shows as its prompt: it keeps its place, and is not drawn. */
export function isLaunch(row: RowView): boolean {
  return row.kind === "session_message" && row.isLaunch === true;
}

/** A sum that was made, to go on from. */
interface Sum {
  readonly to: number;
  readonly version: number;
  readonly firstId: string | undefined;
  readonly height: number;
}

/** How high the rows of one container are, in pixels: as measured when they were drawn last, else by a guess. */
export class RowHeights {
  readonly #known = new Map<string, number>();
  readonly #sums = new Map<number, Sum>();
  #guess: number | undefined;
  #version = 0;

  /** Takes the height of a row that is drawn. */
  learn(rowId: string, height: number): void {
    if (this.#known.get(rowId) === height) return;
    this.#known.set(rowId, height);
    this.#version++;
    if (this.#guess !== undefined || this.#known.size < enough) return;
    const total = [...this.#known.values()].reduce((sum, each) => sum + each, 0);
    this.#guess = Math.max(1, total / this.#known.size);
  }

  /** Forgets the rows that are not among these, once there are many: the host has them back. */
  keepOnly(rows: readonly RowView[]): void {
    if (this.#known.size <= rows.length + mostGone) return;
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
  }

  of(row: RowView): number {
    if (isLaunch(row)) return 0;
    return this.#known.get(row.id) ?? this.#guess ?? firstGuess;
  }

  /** The height of the rows from `from` to before `to`. What grows at its end costs only what was added. */
  sum(rows: readonly RowView[], from: number, to: number): number {
    const before = this.#sums.get(from);
    const goesOn = before && before.version === this.#version && before.to <= to && before.firstId === rows[from]?.id;
    let height = goesOn ? before.height : 0;
    for (let at = goesOn ? before.to : from; at < to; at++) {
      const row = rows[at];
      if (row) height += this.of(row);
    }
    if (this.#sums.size > 20) this.#sums.clear();
    this.#sums.set(from, { to, version: this.#version, firstId: rows[from]?.id, height });
    return height;
  }

  /** The row at this many pixels below the top of row `from`, among those before `to`. */
  indexAt(rows: readonly RowView[], from: number, to: number, height: number): number {
    let rest = height;
    for (let at = from; at < to; at++) {
      const row = rows[at];
      rest -= row ? this.of(row) : 0;
      if (rest > 0) continue;
      return at;
    }
    return to;
  }
}
