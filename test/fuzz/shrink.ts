// A failing input made small: pieces are taken out, in ever smaller groups, as long as it fails the same way.
import type { Piece } from "./piece.ts";

/** How long it is tried, in ms. */
const patience = 60_000;

/** The smallest input found for which `fails` is still true. */
export function shrink(pieces: readonly Piece[], fails: (pieces: readonly Piece[]) => boolean): readonly Piece[] {
  const until = performance.now() + patience;
  let smallest = pieces;
  for (let size = Math.ceil(smallest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < smallest.length && performance.now() < until; ) {
      const rest = [...smallest.slice(0, from), ...smallest.slice(from + size)];
      if (rest.length < smallest.length && fails(rest)) smallest = rest;
      else from += size;
    }
  }
  return smallest;
}
