import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ComposerView, SettingView } from "../../src/shared/composerView.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { options } from "./support/scenes.ts";
import { card, composer, rowWindow, sessionView, state } from "./support/states.ts";

const setting = (key: string, fields: Partial<SettingView> = {}): SettingView => ({
  key,
  kind: "select",
  name: key,
  value: `value of ${key}`,
  isOn: false,
  isPending: false,
  description: "",
  ...fields,
});
const scene = (fields: Partial<ComposerView>) => state({ rest: { composer: composer(fields) } });
const texts = (view: Transcript, selector: string) =>
  view.page.locator(selector).evaluateAll((all) => all.map((each) => (each.textContent ?? "").replace(/\s+/g, " ").trim()));

describe("webview: options, usage, and what is told beside the work", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("has mode, model and options as buttons with names; a press asks the host", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    await view.page.getByRole("button", { name: "Mode: Ask first" }).press("Enter");
    assert.deepEqual(await view.posted("changeSetting"), { type: "changeSetting", key: "option:mode" });
    await view.page.getByRole("switch", { name: "Web search", checked: true }).press("Space");
    await view.posted("changeSetting", ({ key }) => key === "option:web");
    // What waits says so; what is of an unknown kind is no button.
    assert.equal(await view.page.getByRole("button", { name: "Model: Thorough, waiting for the agent" }).count(), 1);
    assert.equal(await view.page.locator("button.setting").count(), 3);
    assert.equal(await view.page.locator("span.setting").innerText(), "Seed: 42");
    await view.close();
  });

  it("says why a change was refused, until it is told otherwise", async () => {
    const view = await bench.open();
    await view.snapshot(scene({ refusal: "Model stays “Owl”: no access" }));
    assert.equal(await view.page.locator(".refused-setting[role=status]").innerText(), "Model stays “Owl”: no access");
    await view.patch({ op: "composer", composer: composer() });
    assert.equal(await view.page.locator(".refused-setting").count(), 0);
    await view.close();
  });

  it("keeps many options behind one button, and everything inside 220 px", async () => {
    const view = await bench.open({ width: 220 });
    const name = "An option whose value has a very long name";
    await view.snapshot(scene({ settings: Array.from({ length: 9 }, (_, index) => setting(`o${index}`, { value: `${name} ${index}` })) }));
    assert.equal(await view.page.locator(".setting").count(), 3);
    await view.page.getByRole("button", { name: "All 9 options…" }).click();
    await view.posted("changeAnySetting");
    const overflow = await view.page
      .locator(".settings > *")
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().right > innerWidth).length);
    assert.equal(overflow, 0);
    await view.close();
  });

  it("cuts no option at the edge, also where there is little height", async () => {
    for (const width of [200, 300]) {
      const view = await bench.open({ width, height: 165 });
      const settings = ["Ask", "Sparrow", "Web search", "An option whose value has a very long name"];
      await view.snapshot(scene({ settings: settings.map((value, index) => setting(`o${index}`, { value })) }));
      const cut = await view.page.locator(".settings").evaluate((place) => {
        const edge = place.getBoundingClientRect().right;
        return [...place.children].filter((each) => each.getBoundingClientRect().right > edge).map((each) => each.textContent?.trim());
      });
      assert.deepEqual(cut, [], `${width}`);
      const options = view.page.locator(".settings > *");
      assert.ok((await options.count()) > 2);
      for (const option of await options.all()) {
        await option.scrollIntoViewIfNeeded();
        const [{ y, height }, place] = await Promise.all([option.boundingBox(), view.page.locator(".settings").boundingBox()]).then(
          ([box, around]) => [box ?? { y: 0, height: 0 }, around ?? { y: 0, height: 0 }] as const,
        );
        assert.ok(y >= place.y - 1 && y + height <= place.y + place.height + 1, `${await option.innerText()} at ${width} is whole`);
      }
      await view.close();
    }
  });

  it("changes nothing while nothing can be sent", async () => {
    const view = await bench.open();
    await view.snapshot(scene({ settings: [setting("mode")], blockedBecause: "The agent is gone." }));
    assert.equal(await view.page.locator("button.setting").isDisabled(), true);
    await view.close();
  });

  it("shows how full the context is as a ring with words", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    const name = "Context: 84k of 200k tokens (42%), Cost: 0.25 USD, which may include its subagents";
    const ring = view.page.getByRole("img", { name });
    assert.equal((await ring.innerText()).trim(), "42% · 0.25 USD");
    assert.equal(await ring.locator(".ring-used").getAttribute("stroke-dasharray"), "42 100");
    await view.patch({ op: "composer", composer: composer({ usage: { words: "Cost: 1 USD", cost: "1 USD" } }) });
    assert.equal(await view.page.locator(".ring").count(), 0);
    await view.close();
  });

  it("names the field for screen readers, and finds no fault in the composer", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    assert.equal(await view.page.getByRole("textbox", { name: "Prompt for Demo Agent" }).count(), 1);
    await view.page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const faults = await view.page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(where: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      };
      return (await axe.run("acp-composer")).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    });
    assert.deepEqual(faults, []);
    await view.close();
  });

  it("shows what a command takes once it stands there, and not when something was written", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    await view.page.locator("vscode-text-area textarea").click();
    await view.page.keyboard.type("/fi");
    await view.page.keyboard.press("Enter");
    await view.settled();
    assert.deepEqual(await texts(view, ".command-hint"), ["/findwords to look for"]);
    assert.equal(await view.page.locator(".live").textContent(), "/find, input: words to look for");
    await view.page.keyboard.type("x");
    await view.settled();
    assert.equal(await view.page.locator(".command-hint").count(), 0);
    await view.close();
  });

  it("draws plans in every form, notices, and compaction whose summary unfolds", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    assert.deepEqual(await texts(view, ".plan-title"), ["Plan", "Plan", "Plan0 of 1 done · taken back by the agent"]);
    assert.deepEqual(await texts(view, ".plan ol > li"), ["Read the store", "Report"]);
    assert.equal(await view.page.locator('.plan .link[data-path="/repo/PLAN.md"]').count(), 1);
    assert.deepEqual(await texts(view, ".notice .visually-hidden"), ["Notice:", "Warning:", "Error:"]);
    assert.deepEqual(await texts(view, ".compaction"), [
      "The conversation was compacted",
      "The conversation is being compacted",
      "The conversation could not be compacted",
      "Compacting the conversation was cancelled",
    ]);
    assert.deepEqual(await texts(view, ".compaction-error"), ["There was nothing to shorten."]);
    await view.page.locator('[data-row-id="c1"] .fold-line').click();
    assert.equal((await view.page.locator('[data-row-id="c1"] .unfolded').innerText()).trim(), "What was said before.");
    // A summary that goes on streaming grows where it stands.
    await view.patch({ op: "rowText", sessionId: "root", rowId: "c1", append: " And after." });
    assert.equal((await view.page.locator('[data-row-id="c1"] .unfolded').innerText()).trim(), "What was said before. And after.");
    await view.close();
  });

  it("draws a piece of a message that nobody knows once", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    assert.equal((await view.page.locator('[data-row-id="x1"]').innerText()).match(/hologram/g)?.length, 1);
    await view.close();
  });

  it("names the tool and opens each of its files at its line, and the session that it speaks of", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    const call = view.page.locator('[data-row-id="t1"]');
    await call.locator("button.tool-title").click();
    assert.equal((await call.locator(".tool-name").innerText()).trim(), "Tool Rename");
    await call.locator(".tool-locations button").nth(2).click();
    assert.deepEqual(await view.posted("openFile"), { type: "openFile", sessionId: "root", path: "/repo/test/store.test.ts", line: 4 });
    assert.equal((await call.locator("acp-session-link").innerText()).trim(), "Count the callers");
    await view.close();
  });

  it("S25: an open card shows the child's own options and usage", async () => {
    const view = await bench.open();
    await view.snapshot(options());
    await view.page.locator('[data-session-id="worker"] .card-header').click();
    const told = await view.page
      .locator(".facts > div")
      .evaluateAll((all) => all.map((each) => [...each.children].map((part) => part.textContent).join(": ")));
    assert.deepEqual(told, ["Level: 2", "Model: Fast", "Web search: on", "Context: 5.2k of 200k tokens (3%)", "Cost: not reported"]);
    await view.close();
  });

  it("says a card's state once, also where there is no room to see it", async () => {
    const view = await bench.open({ width: 220 });
    const waiting = sessionView("a", { label: "Clean", mark: "waiting", words: "waiting for you" });
    const working = sessionView("b", { label: "Read", mark: "running", words: "Read a.ts" });
    await view.snapshot(state({ sessions: [waiting, working], windows: [rowWindow("root", [card("1", "a"), card("2", "b")])] }));
    const name = async (id: string) =>
      (await view.page.locator(`[data-session-id="${id}"] .card-header`).ariaSnapshot()).replace(/\s+/g, " ");
    assert.match(await name("a"), /"Clean waiting for you"/);
    assert.match(await name("b"), /"Read running Read a\.ts"/);
    await view.close();
  });
});
