import assert from "node:assert/strict";
import { Bench } from "./support/harness.ts";
import { card, cardView, row, rowWindow, says, sessionView, state, tool } from "./support/states.ts";

describe("webview: leading the reader to a row", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  const call = (id: string, title: string) => row({ id, kind: "tool_call", tool: tool(title) });
  const child = () =>
    state({
      sessions: [sessionView("a", { label: "Explore" })],
      windows: [rowWindow("root", [says("m", "Go"), card("k", "a")])],
    });

  it("opens the cards on the way, waits for rows, and lights up the row", async () => {
    const view = await bench.open();
    await view.snapshot(child());
    await view.do({ do: "reveal", sessionId: "a", rowId: "t2" });
    await view.posted("fold", ({ sessionId, isOpen }) => sessionId === "a" && isOpen);
    await view.snapshot({
      ...child(),
      ...state({
        sessions: [sessionView("a", { label: "Explore" })],
        windows: [rowWindow("root", [says("m", "Go"), card("k", "a")]), rowWindow("a", [call("t1", "Read one"), call("t2", "Read two")])],
        cards: [cardView("a")],
      }),
    });
    await view.page.locator('[data-row-id="t2"]:focus-within').waitFor();
    assert.equal(await view.page.locator(".is-revealed").getAttribute("data-row-id"), "t2");
    await view.close();
  });

  it("leads to the answer that stands for its row, and to the inside of the card when the row is no more", async () => {
    const view = await bench.open({ saved: { folds: { a: true } } });
    const rows = [call("t1", "Read one"), says("end", "All is well.")];
    await view.snapshot(
      state({
        sessions: [sessionView("a", { label: "Explore" })],
        windows: [rowWindow("root", [card("k", "a")]), rowWindow("a", rows)],
        cards: [cardView("a", { isEnded: true, words: "finished its turn", answer: "All is well.", answerRowId: "end" })],
      }),
    );
    await view.do({ do: "reveal", sessionId: "a", rowId: "end" });
    await view.page.locator('.part[data-shows-row="end"].is-revealed:focus').waitFor();
    await view.do({ do: "reveal", sessionId: "a", rowId: "gone" });
    await view.page.locator('.scroller[data-session-id="a"].is-revealed').waitFor();
    assert.deepEqual(view.faults, []);
    await view.close();
  });
});
