import assert from "node:assert/strict";
import type { PatchOp } from "../../src/shared/transcriptState.ts";
import { Scene } from "../unit/views/scene.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { play } from "./support/played.ts";
import { card, cardView, rowWindow, says, sessionView, state } from "./support/states.ts";

const ids = Array.from({ length: 50 }, (_, index) => `child-${index}`);

function fifty(open: readonly string[] = []) {
  return state({
    sessions: ids.map((id) => sessionView(id, { canStop: true })),
    windows: [
      rowWindow(
        "root",
        ids.map((id) => card(`card-${id}`, id)),
      ),
      ...open.map((id) => rowWindow(id, [says(`${id}-0`, "Begun.")])),
    ],
    cards: open.map((id) => cardView(id, { prompt: "Go." })),
  });
}

/** What a frame of fifty working children looks like: every header changes, every open card gets text. */
const frame = (round: number, open: readonly string[]): readonly PatchOp[] => [
  ...ids.map(
    (id): PatchOp => ({
      op: "session",
      session: sessionView(id, { words: `step ${round}`, toolCallCount: round, canStop: true, isWorking: round % 7 !== 0 }),
    }),
  ),
  ...open.map((id): PatchOp => ({ op: "rowText", sessionId: id, rowId: `${id}-0`, append: ` More of round ${round}.\n\n` })),
];

const openCards = (view: Transcript) =>
  view.page.locator('.card[data-open="true"]').evaluateAll((cards) => cards.map((each) => (each as HTMLElement).dataset.sessionId));

describe("webview: fold", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("[S04] [S05] belongs to the reader while fifty children stream at once", async () => {
    const open = ["child-3", "child-20"];
    const view = await bench.open({ saved: { folds: { "child-3": true, "child-20": true } } });
    await view.snapshot(fifty(open));
    assert.deepEqual(await openCards(view), open);
    for (let round = 1; round <= 20; round++) await view.stream(frame(round, open));
    await view.page.locator('[data-session-id="child-20"] .card-header').click();
    await view.page.locator('[data-session-id="child-7"] .card-header').click();
    for (let round = 21; round <= 40; round++) await view.stream(frame(round, ["child-3"]));
    await view.patch(...frame(41, ["child-3"]));
    assert.deepEqual(await openCards(view), ["child-3", "child-7"]);
    // Every header is alive, and nothing of the inside of a closed card is in the page.
    const words = await view.page.locator(".card-words").allTextContents();
    assert.deepEqual([...new Set(words)], ["step 41"]);
    assert.equal(await view.page.locator("acp-card-body").count(), 2);
    assert.match(await view.page.locator('[data-session-id="child-3"] .steps').innerText(), /round 41/);
    await view.close();
  });

  it("takes any string for an id, over a change of session and a reload", async () => {
    const hard = ["__proto__", "constructor", "toString", ""];
    const view = await bench.open();
    const scene = (open: readonly string[]) =>
      state({
        sessions: hard.map((id) => sessionView(id, { label: `Child <${id}>` })),
        windows: [
          rowWindow(
            "root",
            hard.map((id) => card(`card-${id}`, id)),
          ),
          ...open.map((id) => rowWindow(id, [says(`${id}-0`, `Inside of ${id}.`)])),
        ],
        cards: open.map((id) => cardView(id, { prompt: `Prompt of ${id}.` })),
      });
    const drawn = () => view.page.locator(".card").evaluateAll((cards) => cards.map((each) => (each as HTMLElement).innerText.trim()));
    await view.snapshot(scene([]));
    assert.deepEqual(
      (await drawn()).map((text) => /Child <\w*>/.exec(text)?.[0]),
      hard.map((id) => `Child <${id}>`),
    );
    for (const header of await view.page.locator(".card-header").all()) await header.click();
    assert.deepEqual(await openCards(view), hard);
    await view.snapshot(state({ rest: { sessionId: "other", sessions: { other: sessionView("other") }, windows: {} } }));
    await view.snapshot(scene(hard));
    assert.deepEqual(await openCards(view), hard);
    for (const [index, text] of (await drawn()).entries()) assert.match(text, new RegExp(`Prompt of ${hard[index]}\\.`));
    await view.reload();
    assert.deepEqual(view.messages[0], { type: "ready", open: hard });
    await view.snapshot(scene(hard));
    assert.deepEqual(await openCards(view), hard);
    await view.close();
  });

  it("says a sentence in place of a session that is not there", async () => {
    const view = await bench.open();
    await view.snapshot(state({ rest: { sessionId: "gone" } }));
    assert.equal((await view.page.locator(".empty").innerText()).trim(), "This session is no longer there. Choose another in the tree.");
    await view.close();
  });

  it("[U02] draws closed cards as a fixed number of elements, however much their children did", async () => {
    const view = await bench.open();
    await view.snapshot(fifty());
    const count = () => view.page.locator("acp-feed *").count();
    const before = await count();
    for (let round = 1; round <= 10; round++) await view.patch(...frame(round, []));
    assert.equal(await count(), before);
    await view.close();
  });

  it("survives a reload of the page, and tells the host which cards are open", async () => {
    const view = await bench.open();
    await view.snapshot(fifty());
    await view.page.locator('[data-session-id="child-4"] .card-header').click();
    await view.posted("fold", (fold) => fold.sessionId === "child-4" && fold.isOpen && fold.isChoice);
    await view.reload();
    assert.deepEqual((await view.posted("ready")).open, ["child-4"]);
    await view.snapshot(fifty(["child-4"]));
    assert.deepEqual(await openCards(view), ["child-4"]);
    await view.close();
  });

  it("starts from choices of other surfaces, and one's own choice wins afterwards", async () => {
    const view = await bench.open();
    await view.snapshot(fifty(["child-1", "child-2"]), { "child-1": true, "child-2": true });
    await view.page.locator('[data-session-id="child-1"] .card-header').click();
    await view.snapshot(fifty(["child-1", "child-2"]), { "child-1": true, "child-2": true });
    assert.deepEqual(await openCards(view), ["child-2"]);
    await view.close();
  });

  it("is not changed by another surface's click, not even when the page is drawn anew", async () => {
    const view = await bench.open();
    await view.snapshot(fifty(["child-1"]), { "child-1": true });
    await view.reload();
    await view.snapshot(fifty(["child-1", "child-2"]), { "child-1": false, "child-2": true });
    assert.deepEqual(await openCards(view), ["child-1"]);
    await view.close();
  });

  it("opens by the setting what the reader never touched, and asks for its rows", async () => {
    const view = await bench.open({ saved: { folds: { "child-0": false } } });
    await view.snapshot({
      ...fifty(),
      foldDefault: "running",
      sessions: { ...fifty().sessions, "child-1": sessionView("child-1", { isWorking: false }) },
    });
    const open = ids.slice(2);
    await view.posted("fold", (fold) => fold.sessionId === "child-49");
    assert.deepEqual(await openCards(view), open);
    assert.deepEqual(
      view.of("fold").map((fold) => `${fold.sessionId} ${fold.isOpen} ${fold.isChoice}`),
      open.map((id) => `${id} true false`),
    );
    // It ends while somebody reads it: it stays as it is.
    await view.patch({ op: "session", session: sessionView("child-5", { isWorking: false, mark: "finished" }) });
    assert.deepEqual(await openCards(view), open);
    await view.patch({ op: "foldDefault", foldDefault: "collapsed" });
    assert.deepEqual(await openCards(view), []);
    await view.posted("fold", (fold) => fold.sessionId === "child-49" && !fold.isOpen && !fold.isChoice);
    await view.close();
  });

  it("asks again for the rows of an open card when the host lost them", async () => {
    const view = await bench.open({ saved: { folds: { "child-4": true } } });
    await view.snapshot(fifty(["child-4"]));
    assert.deepEqual(view.of("fold"), []);
    await view.snapshot(fifty());
    assert.deepEqual(await view.posted("fold"), { type: "fold", sessionId: "child-4", isOpen: true, isChoice: false });
    await view.close();
  });

  it("opens and closes all cards by a command, as the reader's choice", async () => {
    const view = await bench.open();
    await view.snapshot(fifty());
    await view.do({ do: "foldAll", isOpen: true });
    assert.equal((await openCards(view)).length, 50);
    await view.do({ do: "foldAll", isOpen: false });
    assert.equal((await openCards(view)).length, 0);
    assert.equal(view.of("fold").filter((fold) => fold.isChoice).length, 100);
    await view.close();
  });

  it("reveals a nested card: opens what is around it, scrolls to it and puts the cursor on it", async () => {
    const view = await bench.open({ height: 400 });
    const inner = sessionView("inner", { parentId: "child-40" });
    const base = fifty();
    await view.snapshot({ ...base, sessions: { ...base.sessions, inner } });
    await view.do({ do: "reveal", sessionId: "inner" });
    await view.posted("fold", (fold) => fold.sessionId === "child-40" && fold.isOpen);
    await view.patch(
      { op: "card", card: cardView("child-40", { prompt: "Go." }) },
      {
        op: "window",
        window: rowWindow("child-40", [
          ...Array.from({ length: 30 }, (_, index) => says(`m${index}`, `Line ${index}`)),
          card("ci", "inner"),
        ]),
      },
    );
    await view.page.waitForFunction(() => document.activeElement?.closest(".card")?.getAttribute("data-session-id") === "inner");
    await view.settled();
    const header = view.page.locator('[data-session-id="inner"] .card-header');
    const [box, well] = [await header.boundingBox(), await view.page.locator("acp-card-body > .scroller").boundingBox()];
    assert.ok(box && well && box.y >= well.y && box.y + box.height <= well.y + well.height + 1);
    assert.deepEqual(await openCards(view), ["child-40"]);
    await view.close();
  });

  it("loads older rows until the card to reveal is there", async () => {
    const view = await bench.open({ height: 400 });
    const rows = ids.map((id) => card(`card-${id}`, id));
    await view.snapshot({ ...fifty(), windows: { root: rowWindow("root", rows.slice(30), 30) } });
    await view.do({ do: "reveal", sessionId: "child-2" });
    assert.equal((await view.posted("window")).from, 0);
    await view.patch({ op: "window", window: rowWindow("root", rows) });
    await view.page.waitForFunction(() => document.activeElement?.closest(".card")?.getAttribute("data-session-id") === "child-2");
    await view.close();
  });

  it("offers to show less only where something was folded, also when find showed all of it", async () => {
    const scene = new Scene().root("r").prompt("r", "Look for it");
    scene.child("short", "r", { title: "Short", prompt: "A needle." });
    scene.child("long", "r", { title: "Long", prompt: `${"Hay.\n".repeat(30)}A needle.` });
    const { view, port } = await play(bench, scene, "r");
    port.do({ do: "find" });
    await view.page.locator(".find-field:focus").fill("kind:prompt");
    const whole = (id: string) => view.page.locator(`.card[data-session-id="${id}"] acp-clamp:has(.clamped:not([class*="lines-"]))`);
    const stands = (hit: string) => view.page.waitForFunction((count) => document.querySelector(".find-count")?.textContent === count, hit);
    await stands("1 of 3");
    for (const [hit, id, buttons] of [
      ["2 of 3", "short", []],
      ["3 of 3", "long", ["show less"]],
    ] as const) {
      await view.page.keyboard.press("Enter");
      await stands(hit);
      await whole(id).waitFor();
      assert.deepEqual(await whole(id).locator(".show-all").allInnerTexts(), buttons, id);
    }
    await view.close();
  });
});
