import assert from "node:assert/strict";
import { Bench, type Transcript } from "./support/harness.ts";
import { everyMark, everyRow, ownTab, sketch, unfolded } from "./support/scenes.ts";
import { noon, request, rowWindow, says, sessionView, state } from "./support/states.ts";
import { type ThemeName, themes } from "./support/themes.ts";

/** What has the cursor, in words. */
const cursor = (view: Transcript) =>
  view.page.evaluate(() => {
    const active = document.activeElement;
    const row = active?.closest<HTMLElement>("acp-row")?.dataset.rowId ?? "";
    return `${row} ${active?.classList[0] ?? active?.localName ?? ""}`.trim();
  });

async function press(view: Transcript, ...keys: readonly string[]): Promise<string[]> {
  const seen: string[] = [];
  for (const key of keys) {
    await view.page.keyboard.press(key);
    await view.settled();
    seen.push(await cursor(view));
  }
  return seen;
}

describe("webview: keyboard, screen reader and looks", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("is walked by keys alone: rows by arrows, cards opened and closed, everything else by Tab", async () => {
    const view = await bench.open({ now: noon, height: 1200 });
    await view.snapshot(sketch());
    await view.page.locator('[data-session-id="review"] .card-header').focus();
    assert.deepEqual(await press(view, "ArrowDown", "ArrowUp", "ArrowUp", "ArrowDown"), [
      "r3 card-header",
      "r2 card-header",
      "r1 row",
      "r2 card-header",
    ]);
    await press(view, "ArrowRight");
    assert.equal(await view.page.locator("acp-card-body").count(), 1);
    assert.deepEqual(await press(view, "ArrowDown", "ArrowDown"), ["s1 row", "s2 row"]);
    assert.deepEqual(await press(view, "Tab", "Enter"), ["s2 tool-title", "s2 tool-title"]);
    await view.posted("openTool");
    assert.deepEqual(await press(view, "ArrowUp", "ArrowUp", "ArrowLeft"), ["s1 row", "r2 card-header", "r2 card-header"]);
    assert.equal(await view.page.locator("acp-card-body").count(), 0);
    assert.deepEqual(await press(view, "Tab", "Tab", "Tab"), ["r2 icon-button", "r2 icon-button", "r3 card-header"]);
    await press(view, "Space");
    assert.equal(await view.page.locator('[data-session-id="clean"] acp-card-body').count(), 1);
    assert.deepEqual(
      view.of("focus").map((focus) => focus.sessionId),
      ["review", "clean", "review", "root", "review", "clean"],
    );
    await view.close();
  });

  it("is walked at once in a tab that was just opened, where nothing has the cursor, and from where it belongs", async () => {
    const view = await bench.open({ now: noon, height: 1200 });
    await view.snapshot(sketch());
    assert.equal(await view.page.evaluate(() => document.activeElement === document.body), true);
    assert.deepEqual(await press(view, "ArrowDown", "ArrowDown"), ["r0 row", "r1 row"]);
    await view.close();
    const own = await bench.open({ now: noon });
    await own.snapshot(ownTab());
    const [last] = await press(own, "ArrowUp");
    assert.equal(last, `${await own.page.locator("acp-row").last().getAttribute("data-row-id")} row`);
    await own.page.locator("button.crumb").first().focus();
    await own.page.keyboard.press("u");
    const { sessionId, where } = await own.posted("openSession");
    assert.deepEqual([sessionId, where], ["root", "same"]);
    await own.close();
  });

  it("reaches every control by Tab, each with a name and a visible focus", async () => {
    const view = await bench.open({ now: noon, saved: { folds: { review: true }, openRows: unfolded } });
    await view.snapshot({ ...sketch(), requests: [request("q")] });
    await view.page.locator("body").press("Tab");
    const seen: string[] = [];
    for (let step = 0; step < 80; step++) {
      const at = await view.page.evaluate(() => {
        let active = document.activeElement;
        const host = active;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        if (!active || active === document.body) return undefined;
        const style = getComputedStyle(active);
        const name = (host?.getAttribute("aria-label") ?? host?.textContent ?? "").replace(/\s+/g, " ").trim();
        const isSeen = style.outlineStyle !== "none" || active.localName === "textarea";
        return `${host?.localName}|${name.slice(0, 30)}|${isSeen}`;
      });
      if (at === undefined) break;
      seen.push(at);
      await view.page.keyboard.press("Tab");
    }
    const nameless = seen.filter((each) => each.split("|")[1] === "");
    const unseen = seen.filter((each) => each.endsWith("|false"));
    assert.deepEqual([nameless, unseen], [[], []]);
    const [controls, reached] = await Promise.all([
      view.page
        .locator(":is(button, vscode-button, vscode-text-area, [tabindex='0']):not([disabled]):not([tabindex='-1']):visible")
        .count(),
      seen.length,
    ]);
    assert.ok(reached >= controls, `${reached} reached of ${controls}: ${seen.join("\n")}`);
    await view.close();
  });

  it("tells a screen reader what rows and headers are, and each child's change of state once", async () => {
    const view = await bench.open({ now: noon });
    await view.snapshot({ ...sketch(), requests: [] });
    const feed = view.page.locator("acp-feed > .scroller > .content > [role=feed]");
    assert.deepEqual(
      await feed
        .locator("> acp-row")
        .evaluateAll((rows) => rows.map((each) => `${each.role} ${each.ariaPosInSet}/${each.ariaSetSize} ${each.ariaLabel}`)),
      [
        "article 1/6 Prompt",
        "article 2/6 Message",
        "article 3/6 Subagent",
        "article 4/6 Subagent",
        "article 5/6 Subagent",
        "article 6/6 Message between sessions",
      ],
    );
    const header = view.page.locator('[data-session-id="review"] .card-header');
    assert.equal(await header.getAttribute("aria-expanded"), "false");
    assert.match(
      (await header.textContent())?.replace(/\s+/g, " ") ?? "",
      /Review the store reducer running explorer · Read src\/store\.ts/,
    );
    const live = view.page.locator(".live");
    const review = sketch().sessions.review ?? sessionView("review");
    await view.patch({ op: "session", session: { ...review, words: "Read src/other.ts" } });
    const before = await live.textContent();
    // Words that come are read by whoever goes to them: only states are told.
    await view.patch(
      { op: "rowText", sessionId: "root", rowId: "r1", append: " One word. And another one." },
      { op: "rowAdd", sessionId: "root", index: 6, row: says("new", "Something new.") },
    );
    assert.equal(await live.textContent(), before);
    await view.patch({ op: "session", session: { ...review, mark: "finished", words: "finished its turn", isWorking: false } });
    await view.page.waitForFunction((text) => document.querySelector(".live")?.textContent !== text, before);
    assert.equal(await live.textContent(), "Review the store reducer: finished its turn");
    await view.close();
  });

  it("says that the host is silent, and tries again", async () => {
    const view = await bench.open({ isHurried: true });
    await view.page.locator(".retry").waitFor();
    assert.match(await view.page.locator(".empty").innerText(), /did not answer/);
    await view.page.locator(".retry").click();
    await view.snapshot(state({ windows: [rowWindow("root", [says("m", "Here I am.")])] }));
    assert.equal(view.of("ready").length, 2);
    assert.equal(await view.page.locator("acp-row").innerText(), "Here I am.");
    await view.close();
  });

  it("[U04] asks for a snapshot when a message was lost, and shows what it would have shown", async () => {
    const view = await bench.open();
    await view.snapshot(state({ windows: [rowWindow("root", [says("m", "One.")])] }));
    view.loseOne();
    await view.stream([{ op: "rowText", sessionId: "root", rowId: "m", append: " Three." }]);
    await view.posted("resync");
    await view.snapshot(state({ windows: [rowWindow("root", [says("m", "One. Two. Three.")])] }));
    assert.equal(await view.page.locator("acp-row").innerText(), "One. Two. Three.");
    await view.close();
  });

  for (const width of [220, 300, 600]) {
    it(`has no horizontal overflow at ${width} px`, async () => {
      const view = await bench.open({ width, now: noon, saved: { folds: { review: true, count: true, again: true }, openRows: unfolded } });
      for (const scene of [sketch(), everyRow(), everyMark(), ownTab()]) {
        await view.snapshot(scene);
        assert.deepEqual(await view.overflows(), []);
      }
      await view.close();
    });
  }

  for (const theme of Object.keys(themes) as ThemeName[]) {
    it(`takes its colours from the theme: ${theme}`, async () => {
      const view = await bench.open({ theme, now: noon });
      await view.snapshot({ ...sketch(), requests: [request("q")] });
      const colours = await view.page.evaluate(() => {
        const style = (selector: string) => {
          const element = document.querySelector(selector);
          return element ? getComputedStyle(element) : undefined;
        };
        const probe = document.createElement("i");
        document.body.append(probe);
        const variable = (name: string) => {
          probe.style.setProperty("color", `var(--vscode-${name})`);
          return getComputedStyle(probe).color;
        };
        return [
          [style("acp-app")?.color, variable("foreground")],
          [style('[data-mark="running"] > .card-line .mark')?.color, variable("charts-blue")],
          [style('[data-mark="failed"] > .card-line .mark')?.color, variable("charts-red")],
          [style('[data-mark="waiting"] > .card-line .mark')?.color, variable("charts-yellow")],
          [style('vscode-button[appearance="primary"]')?.backgroundColor, variable("button-background")],
          [style(".session-message .link")?.color, variable("textLink-foreground")],
        ];
      });
      for (const [drawn, wanted] of colours) assert.equal(drawn, wanted);
      await view.close();
    });
  }

  it("does not turn anything for a reader who wants no motion", async () => {
    const view = await bench.open({ now: noon });
    await view.page.emulateMedia({ reducedMotion: "reduce" });
    await view.snapshot(sketch());
    const names = await view.page
      .locator(".codicon-modifier-spin")
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).animationName));
    assert.deepEqual([...new Set(names)], ["none"]);
    await view.close();
  });
});
