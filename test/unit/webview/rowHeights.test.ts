import assert from "node:assert/strict";
import type { RowView } from "../../../src/shared/rowView.ts";
import { RowHeights } from "../../../webview/scroll/rowHeights.ts";

const row = (n: number) => ({ kind: "agent_message", id: `r${n}` }) as RowView;
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(from + n));

describe("the heights of rows", () => {
  it("are forgotten of rows that went back to the host, when those are many", () => {
    const heights = new RowHeights();
    const told = (kept: readonly RowView[]) => {
      heights.keepOnly(kept);
      return [0, 299, 300, 499].map((n) => `r${n}: ${heights.of(row(n))}`).join(", ");
    };
    // Most are 20 pixels high, which is the guess for what is not known; the rows in question are not.
    for (const { id } of rows(0, 500)) heights.learn(id, 20);
    for (const n of [0, 299, 300, 499]) heights.learn(`r${n}`, 100 + n);
    assert.equal(told(rows(300, 500)), "r0: 20, r299: 20, r300: 400, r499: 599");
    for (const n of [0, 299]) heights.learn(`r${n}`, 7);
    assert.equal(told(rows(300, 500)), "r0: 7, r299: 7, r300: 400, r499: 599", "a few are kept: they may come again");
  });
});
