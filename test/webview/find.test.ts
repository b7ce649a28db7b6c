import assert from "node:assert/strict";
import { Scene } from "../unit/views/scene.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { play } from "./support/played.ts";

/** A root with an old hit, a card with a folded thought and call, and a grandchild whose prompt holds the word far down. */
function family(): Scene {
  const scene = new Scene().root("r").prompt("r", "Look for the needle, please");
  for (let row = 0; row < 260; row++) scene.says("r", `Row ${row} is hay.`, `m${row}`);
  scene
    .child("a", "r", { title: "Explorer", role: "explorer", prompt: "Look around", state: { state: "running" } })
    .says("a", "A needle may be in the barn", undefined, "agent_thought")
    .tool("a", "t1", {
      title: "Search the barn",
      kind: "search",
      status: "completed",
      locations: [{ path: "farm/barn 10.ts" }, { path: "farm/barn 9.ts", line: 3 }],
      rawOutput: `${"line one\n".repeat(60)}the needle is here`,
    })
    .child("b", "a", {
      title: "Helper",
      prompt: `${"Help.\n".repeat(30)}Bring the needle back.`,
      state: { state: "idle", stopReason: "end_turn" },
    })
    .says("b", "I **have** the needle.")
    .says("r", "The Needle is found.");
  return scene;
}

const count = (view: Transcript) => view.page.locator(".find-count");
const openCards = (view: Transcript) => view.page.locator('.card[data-open="true"]').count();

async function shows(view: Transcript, words: string): Promise<void> {
  const isShown = (wanted: string) => document.querySelector(".find-count")?.textContent === wanted;
  await view.page.waitForFunction(isShown, words).catch(async () => assert.equal(await count(view).innerText(), words));
}

/** The words that are marked as the hit, once they are in view. */
async function here(view: Transcript, position: number): Promise<string> {
  const found = await view.page.waitForFunction((number) => {
    const [range] = CSS.highlights.get("acp-found-here") ?? [];
    if (!(range instanceof Range)) return undefined;
    const box = range.getBoundingClientRect();
    const middle = document.elementFromPoint(box.left + 2, box.top + box.height / 2);
    const own = range.startContainer.parentElement;
    const row = own?.closest(`[data-found="${number}"]`);
    const isSeen = row && box.height > 0 && middle !== null && (own?.contains(middle) || middle.contains(own));
    return isSeen
      ? `${range.toString()} in ${row?.className.split(" ")[0]} of ${own?.closest<HTMLElement>("[data-session-id]")?.dataset.sessionId}`
      : undefined;
  }, position);
  return (await found.jsonValue()) ?? "";
}

describe("webview: find", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("marks a word that is drawn as one, whatever marks are written in it", async () => {
    const scene = new Scene().root("r").prompt("r", "Look").says("r", "It is **bo**ld, says the [bol](https://bold.example)d one.");
    const { view, port } = await play(bench, scene, "r");
    port.do({ do: "find" });
    await view.page.locator(".find-field:focus").fill("bold");
    await shows(view, "1 of 2");
    await view.page.waitForFunction(() => CSS.highlights.size === 2);
    const marked = await view.page.evaluate(() =>
      ["acp-found", "acp-found-here"].flatMap((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => range.toString())),
    );
    assert.deepEqual(marked, ["bold", "bold", "bold"]);
    await view.close();
  });

  it("leads through folded cards, rows and texts, and gives back what it opened", async () => {
    const { view, port } = await play(bench, family(), "r");
    port.do({ do: "find" });
    await view.page.locator(".find-field:focus").waitFor();
    await view.page.keyboard.type("needle");
    // From where the reader is, at the end, without a key more.
    await shows(view, "2 of 6");
    await here(view, 2);
    assert.equal(await view.page.locator(".find-badge > span:not(.codicon)").first().innerText(), "2");
    const seen = [];
    for (const number of [2, 3, 4, 5, 6, 1]) {
      await shows(view, `${number} of 6`);
      seen.push(await here(view, number));
      await view.page.keyboard.press(number === 1 ? "Shift+Enter" : "Enter");
    }
    assert.deepEqual(seen, [
      "needle in row of a",
      "needle in row of a",
      "needle in part of b",
      "needle in part of b",
      "Needle in row of r",
      "needle in row of r",
    ]);
    // Back near the cards: far from the view they were not in the page.
    await shows(view, "6 of 6");
    await here(view, 6);
    await view.page.waitForFunction(() => document.querySelectorAll('.card[data-open="true"]').length === 2);
    assert.deepEqual(
      view.of("fold").filter(({ isChoice }) => isChoice),
      [],
    );
    await view.page.keyboard.press("Escape");
    await view.page.locator("acp-find").waitFor({ state: "detached" });
    await view.posted("stopFinding");
    assert.equal(await openCards(view), 0);
    assert.deepEqual(await view.page.evaluate(() => [CSS.highlights.size, document.querySelectorAll("[data-found]").length]), [0, 0]);
    assert.deepEqual(JSON.parse((await view.page.evaluate(() => sessionStorage.getItem("state"))) ?? "{}").folds ?? {}, {});
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("counts what streams, minds its options, offers filters, and leaves the reader's folds alone", async () => {
    const scene = family();
    const { view, port } = await play(bench, scene, "r", { width: 220 });
    await view.page.locator('[data-session-id="a"] .card-header').click();
    port.do({ do: "find" });
    await view.page.locator(".find-field:focus").waitFor();
    await view.page.keyboard.type("needle");
    await shows(view, "2 of 6");
    scene.says("r", " And a needle more.");
    await shows(view, "2 of 7");
    await view.page.locator('[data-option="matchCase"]').click();
    await shows(view, "6 results");
    await view.page.locator(".find-filters").click();
    assert.deepEqual(await view.page.locator(".find-offers [role=option] > :first-child").allInnerTexts(), [
      "kind:",
      "agent:",
      "state:",
      "file:",
    ]);
    await view.page.keyboard.press("ArrowDown");
    await view.page.keyboard.press("Enter");
    await view.page.keyboard.type("exp");
    await view.page.keyboard.press("ArrowDown");
    await view.page.keyboard.press("Enter");
    assert.equal(await view.page.locator(".find-field").inputValue(), "needle agent:Explorer ");
    await shows(view, "1 of 2");
    assert.equal(await here(view, 1), "needle in row of a");
    await view.page.locator(".find-field").fill("needle ");
    await view.page.keyboard.type("file:BARN");
    assert.deepEqual(await view.page.locator(".find-offers [role=option]").allInnerTexts(), ["barn 9.ts", "barn 10.ts"]);
    await view.page.keyboard.press("ArrowDown");
    await view.page.keyboard.press("Enter");
    assert.equal(await view.page.locator(".find-field").inputValue(), 'needle file:"barn 9.ts" ');
    await shows(view, "1 of 1");
    await view.page.locator(".find-close").click();
    await view.page.locator("acp-find").waitFor({ state: "detached" });
    assert.equal(await openCards(view), 1);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("fetches and draws rows that are far from the view, from the end of a long transcript", async () => {
    const scene = new Scene().root("r").prompt("r", "Go").says("r", "The needle lies at the top.", "top");
    for (let row = 0; row < 500; row++) scene.says("r", `Hay ${row}.`, `a${row}`);
    scene.child("a", "r", { title: "Digger", state: { state: "running" } });
    for (let row = 0; row < 400; row++) scene.says("a", `Earth ${row}${row === 20 ? " with a needle" : ""}.`, `d${row}`);
    for (let row = 0; row < 900; row++) scene.says("r", `More hay ${row}.`, `b${row}`);
    const { view, port } = await play(bench, scene, "r");
    port.do({ do: "find" });
    await view.page.locator(".find-field:focus").waitFor();
    await view.page.keyboard.type("needle");
    await shows(view, "1 of 2");
    await view.page.keyboard.press("Shift+Enter");
    await shows(view, "2 of 2");
    assert.equal(await here(view, 2), "needle in row of a");
    await view.page.keyboard.press("Shift+Enter");
    await shows(view, "1 of 2");
    assert.equal(await here(view, 1), "needle in row of r");
    await view.page.keyboard.press("Escape");
    await view.page.locator("acp-find").waitFor({ state: "detached" });
    assert.equal(await openCards(view), 0);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("says when there is nothing, and asks again when the host begins anew", async () => {
    const { view } = await play(bench, family(), "r");
    await view.page.locator("acp-feed > .scroller").focus();
    await view.page.keyboard.press("ControlOrMeta+f");
    await view.page.locator(".find-field:focus").waitFor();
    await view.page.keyboard.type("unicorn");
    await shows(view, "No results");
    await view.page.locator(".find-field").fill("hay");
    await shows(view, "240 of 260");
    view.messages.length = 0;
    view.onMessage({ type: "ready", open: [] });
    await view.posted("find", ({ text }) => text === "hay");
    await shows(view, "260 results");
    assert.equal(await count(view).getAttribute("role"), "status");
    await view.close();
  });
});
