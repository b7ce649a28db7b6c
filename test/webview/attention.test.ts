import assert from "node:assert/strict";
import { Bench, type Transcript } from "./support/harness.ts";
import { card, composer, request, rowWindow, says, sessionView, state } from "./support/states.ts";

const scene = (...requests: readonly ReturnType<typeof request>[]) =>
  state({
    sessions: [sessionView("a", { label: "Cleaner" })],
    windows: [rowWindow("root", [says("m", "Hello."), card("c", "a")])],
    rest: { requests },
  });

/** Waits until the bar takes a pointer's answer. */
const armed = (view: Transcript) => view.page.locator('vscode-button[data-option-id][aria-disabled="false"]').first().waitFor();

/** What of these parts is not whole in sight inside of `within`, or is too small to be read or pressed. */
const cut = (view: Transcript, within: string, parts: string) =>
  view.page.locator(parts).evaluateAll((elements, selector) => {
    const frame = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const isCut = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return top < frame.top || left < frame.left || right > frame.right || bottom > frame.bottom + 0.5 || bottom - top < 16;
    };
    return elements.filter(isCut).map((element) => `${element.className} ${element.textContent?.trim()}`);
  }, within);

describe("webview: attention bar", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("says who asks for what exactly, with the agent's own answers in its order", async () => {
    const view = await bench.open();
    const [first, second] = [
      request("q1", { sessionId: "a", who: "Cleaner", path: ["Root"], title: "Run a command", detail: "rm -rf build" }),
      request("q2", { title: "Edit", detail: "line one\nline two", isParentStopped: true }),
    ];
    await view.snapshot(scene(first, second));
    assert.match(await view.page.locator(".attention-text").innerText(), /Root\s*Cleaner\s+Run a command rm -rf build/);
    assert.deepEqual(
      await view.page
        .locator(".attention vscode-button")
        .evaluateAll((buttons) => buttons.map((each) => `${each.textContent?.trim()} ${each.getAttribute("appearance")}`)),
      ["Always allow secondary", "Allow once primary", "Reject secondary"],
    );
    await view.page.locator(".next").click();
    assert.equal(await view.page.locator("pre.attention-detail").innerText(), "line one\nline two");
    assert.match(await view.page.locator(".attention-text").innerText(), /Its parent was stopped/);
    await view.page.locator(".next").click();
    await view.page.locator(".who").click();
    await view.page.waitForFunction(() => document.activeElement?.classList.contains("card-header"));
    await view.close();
  });

  it("in a low view begins with what is asked for, and scrolls as one down to its answers, by keys too", async () => {
    const command = Array.from({ length: 30 }, (_, line) => `echo step ${line} && rm -rf build/${line}`).join("\n");
    const asker = { sessionId: "a", who: "Clean the build folder", path: ["/permission"] };
    for (const [width, height] of [
      [300, 200],
      [200, 220],
      [250, 160],
      [300, 250],
      [300, 320],
      [400, 421],
      [640, 220],
      [640, 400],
    ] as const) {
      const view = await bench.open({ width, height });
      for (const detail of ["rm -rf build", command]) {
        const size = `${detail.length} letters at ${width} × ${height}`;
        const asked = request("q1", { ...asker, detail });
        await view.snapshot({ ...scene(asked, request("q2"), request("q3", { isHere: false })), composer: composer({ isTurnOpen: true }) });
        await view.do({ do: "focusRequest", key: "q1" });
        assert.deepEqual(await cut(view, "html", ".stop-turn, .send, acp-composer vscode-text-area, section.attention"), [], size);
        assert.deepEqual(await cut(view, "section.attention", ".attention-who"), [], size);
        const bar = view.page.locator("section.attention");
        // Nothing in it hides a part but a long text that has a scroll bar of its own.
        const room = await bar.evaluate((each) => each.clientHeight);
        const heights = await view.page
          .locator(".attention-text, .attention-answers")
          .evaluateAll((parts) => parts.map((part) => part.clientHeight - part.scrollHeight));
        assert.deepEqual(heights, [0, 0], size);
        assert.ok((await view.page.locator(".attention-detail").evaluate((each) => each.getBoundingClientRect().height)) <= room, size);
        const isLow = await bar.evaluate((each) => each.scrollHeight > each.clientHeight);
        for (const key of ["ArrowDown", "End"]) {
          await view.page.keyboard.press(key);
          const least = key === "End" ? await bar.evaluate((each) => each.scrollHeight - each.clientHeight) : Number(isLow);
          await view.page.waitForFunction((top) => (document.querySelector("section.attention")?.scrollTop ?? 0) >= top - 1, least);
        }
        assert.deepEqual(await cut(view, "section.attention", ".attention-answers > *:last-child"), [], size);
        for (const answer of await view.page.locator(".attention-answers > *").all()) await answer.scrollIntoViewIfNeeded();
        await view.page.locator(".next").click();
        assert.equal(await bar.evaluate((each) => each.scrollTop), 0, `${size}: the next one begins at its beginning`);
        await view.patch({ op: "requests", requests: [] });
      }
      await view.close();
    }
  });

  it("posts an answer once and keeps the buttons off until the host takes the request away", async () => {
    const view = await bench.open();
    await view.snapshot(scene(request("q1"), request("q2", { title: "Another" })));
    await armed(view);
    await view.page.locator('[data-option-id="once"]').dblclick();
    await view.page.locator('[data-option-id="no"]').click({ force: true });
    await view.page.locator('[data-option-id="no"]').press("Enter");
    await view.settled();
    assert.deepEqual(view.of("answer"), [{ type: "answer", key: "q1", optionId: "once" }]);
    await view.patch({ op: "requests", requests: [request("q2", { title: "Another" })] });
    assert.match(await view.page.locator(".attention-title").innerText(), /Another/);
    // The next one stands where the last one stood: a click that was meant for that does not answer it.
    await view.page.locator('[data-option-id="once"]').click({ force: true });
    assert.equal(view.of("answer").length, 1);
    await armed(view);
    await view.page.locator('[data-option-id="once"]').click();
    assert.deepEqual(await view.posted("answer", (answer) => answer.key === "q2"), { type: "answer", key: "q2", optionId: "once" });
    await view.close();
  });

  it("does not change what stands in it when others come or go", async () => {
    const view = await bench.open();
    await view.snapshot(scene(request("q2", { title: "Second" })));
    await view.patch({ op: "requests", requests: [request("q1", { title: "First" }), request("q2", { title: "Second" })] });
    assert.match(await view.page.locator(".attention-title").innerText(), /Second/);
    assert.equal(await view.page.locator(".next").innerText(), "2 of 2");
    await view.close();
  });

  it("[S14] tells apart what waits elsewhere, and shows it on demand", async () => {
    const view = await bench.open();
    await view.snapshot(scene(request("q2", { isHere: false, title: "There" }), request("q1", { title: "Here" })));
    assert.match(await view.page.locator(".attention-title").innerText(), /Here/);
    assert.equal(await view.page.locator(".elsewhere").innerText(), "1 request waits in another session");
    await view.page.locator(".elsewhere").click();
    assert.match(await view.page.locator(".attention-title").innerText(), /There/);
    assert.equal(await view.page.locator(".next").innerText(), "2 of 2");
    await view.close();
  });

  it("[S14] names what waits elsewhere when nothing waits here, with a way to who asks", async () => {
    const view = await bench.open();
    const there = request("q2", { isHere: false, title: "There", who: "Somebody", sessionId: "x" });
    await view.snapshot(scene(there));
    assert.equal(await view.page.locator(".attention vscode-button").count(), 0);
    await view.page.locator(".elsewhere").click();
    assert.match(await view.page.locator(".attention-title").innerText(), /There/);
    await view.page.locator(".who").click();
    assert.deepEqual(await view.posted("openSession"), { type: "openSession", sessionId: "x", where: "here" });
    await view.close();
  });

  it("[U19] is told to a screen reader with the asking session and the exact command", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await view.patch({
      op: "requests",
      requests: [request("q1", { who: "Cleaner", path: ["Root"], title: "Run a command", detail: "rm -rf build" })],
    });
    assert.equal(await view.page.locator(".live").textContent(), "Root, Cleaner waits for you: Run a command: rm -rf build");
    assert.equal(await view.page.locator(".live").getAttribute("aria-live"), "polite");
    await view.close();
  });

  it("brings up the request that is named, wherever it waits", async () => {
    const view = await bench.open();
    await view.snapshot(scene(request("q1"), request("q2"), request("q3", { isHere: false })));
    const focused = () => view.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.requestKey);
    for (const key of ["q2", "q3", "q1"]) {
      await view.do({ do: "focusRequest", key });
      assert.equal(await focused(), key);
    }
    await view.do({ do: "focusRequest", key: "q2" });
    await view.do({ do: "focusRequest" });
    assert.equal(await focused(), "q1");
    await view.close();
  });

  it("[U18] is focused by a command, which says so when nothing waits", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await view.do({ do: "focusRequest" });
    assert.equal(await view.page.locator(".live").textContent(), "No request waits for you.");
    const [first, second] = [request("q1"), request("q2", { who: "Cleaner", path: ["Root"] })];
    await view.patch({ op: "requests", requests: [first, second] });
    await view.do({ do: "focusRequest" });
    const focused = () =>
      view.page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        return element?.dataset.requestKey ?? element?.dataset.optionId ?? element?.localName;
      });
    const tabTo = async (optionId: string) => {
      for (let tabs = 0; tabs < 6 && (await focused()) !== optionId; tabs++) await view.page.keyboard.press("Tab");
    };
    // On the bar, so that a stray Enter approves nothing.
    assert.equal(await focused(), "q1");
    await view.page.keyboard.press("Enter");
    await view.settled();
    assert.deepEqual(view.of("answer"), []);
    // By the keyboard an answer needs no waiting; the cursor goes on to the next request, and then back to the composer.
    await tabTo("once");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("answer"), { type: "answer", key: "q1", optionId: "once" });
    await view.patch({ op: "requests", requests: [second] });
    assert.equal(await focused(), "q2");
    assert.equal(
      await view.page.locator(".attention").getAttribute("aria-label"),
      "Root, Cleaner waits for you: Run a command: rm -rf build",
    );
    await view.patch({ op: "requests", requests: [] });
    assert.equal(await focused(), "vscode-text-area");
    await view.close();
  });

  it("[S07] marks the header of the asking card, whatever is folded", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await view.patch({ op: "session", session: sessionView("a", { mark: "waiting", requestCount: 2, words: "waiting for you" }) });
    const header = view.page.locator(".card-header");
    assert.match(await header.innerText(), /2 requests wait for you/);
    assert.equal(await view.page.locator(".card").getAttribute("data-mark"), "waiting");
    await view.close();
  });
});
