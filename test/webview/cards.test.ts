import assert from "node:assert/strict";
import type { TouchedFileView } from "../../src/shared/sessionView.ts";
import type { TranscriptState } from "../../src/shared/transcriptState.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { card, cardView, request, row, rowWindow, says, sessionView, state, tool } from "./support/states.ts";

const edit = (id: string, title: string, status = "completed") =>
  row({ id, kind: "tool_call", tool: tool(title, { toolKind: "edit", status }) });

const file = (name: string, fields: Partial<TouchedFileView> = {}): TouchedFileView => ({
  path: `/repo/${name}`,
  name,
  how: ["edited"],
  rowIds: ["w10"],
  siblings: [],
  ...fields,
});

/** A root with two children; the first has forty steps, of which two edit a file. */
function twoChildren(fields: Partial<TranscriptState> = {}): TranscriptState {
  const steps = Array.from({ length: 40 }, (_, n) => (n === 10 || n === 30 ? edit(`w${n}`, `Edit ${n}`) : says(`w${n}`, `Step ${n}.`)));
  const after = Array.from({ length: 12 }, (_, n) => says(`z${n}`, `Later ${n}.`));
  return {
    ...state({
      sessions: [
        sessionView("root", { label: "Root" }),
        sessionView("fix", { label: "Fix it", startedAt: Date.now() - 5000 }),
        sessionView("test", { label: "Test it" }),
      ],
      cards: [
        {
          ...cardView("fix", { prompt: "Fix it.", answer: "Fixed.", isEnded: true }),
          facts: [{ name: "Folder", value: "/trees/fix", isFolder: true }],
          files: [file("src/a.ts", { rowIds: ["w10", "w30"], siblings: ["Test it"] }), file("b.ts", { how: ["created", "deleted"] })],
        },
        cardView("test", { prompt: "Test it." }),
      ],
      windows: [
        rowWindow("root", [
          row({ id: "u", kind: "user_message", text: "Go." }),
          says("a", "Yes."),
          card("c1", "fix"),
          card("c2", "test"),
          ...after,
        ]),
        rowWindow("fix", steps),
        rowWindow("test", [says("t1", "Testing.")]),
      ],
    }),
    ...fields,
  };
}

const focused = (view: Transcript) =>
  view.page.evaluate(() => {
    const at = document.activeElement;
    const part = at?.closest<HTMLElement>(".part");
    return (
      at?.closest(".card-line")?.querySelector(".card-label")?.textContent ??
      (at as HTMLElement | null)?.dataset.rowId ??
      (at === part ? part?.className : at?.className)
    );
  });

/** One grey point. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

describe("webview: cards and ways between them", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("lists the files that a child touched, says in words who else did, and leads to the calls one by one", async () => {
    const view = await bench.open({ saved: { folds: { fix: true } } });
    await view.snapshot(twoChildren());
    const files = view.page.locator(".touched");
    assert.equal((await files.innerText()).replace(/\s+/g, " ").trim(), "2 files touched 1 also touched by another subagent");
    await files.locator(".fold-line").click();
    assert.deepEqual(
      (await files.locator("li").allInnerTexts()).map((text) => text.replace(/\s+/g, " ").trim()),
      ["src/a.ts edited 2 calls also touched by Test it", "b.ts created, deleted 1 call"],
    );
    const seen: unknown[] = [];
    for (let press = 0; press < 3; press++) {
      await files.locator("li").first().locator(".to-calls").click();
      await view.settled();
      seen.push(await focused(view));
      assert.equal(await view.page.locator(`acp-row[data-row-id="${seen.at(-1)}"]`).isVisible(), true);
    }
    assert.deepEqual(seen, ["w10", "w30", "w10"]);
    await files.locator("li .file").first().click();
    assert.deepEqual((await view.posted("openFile")).path, "/repo/src/a.ts");
    await view.page.locator(".open-folder").click();
    assert.deepEqual(await view.posted("openFolder"), { type: "openFolder", sessionId: "fix" });
    await view.close();
  });

  it("leads to the review of what a child changed, and behind a turn of what the turn changed", async () => {
    const view = await bench.open({ saved: { folds: { fix: true } } });
    const scene = twoChildren();
    const sessions = { ...scene.sessions, root: sessionView("root", { label: "Root", isWorking: false }) };
    await view.snapshot({ ...scene, sessions, cards: { ...scene.cards, root: { ...cardView("root"), isTurnToReview: true } } });
    await view.page.getByRole("button", { name: "Review changes", exact: true }).click();
    assert.deepEqual(await view.posted("review"), { type: "review", sessionId: "fix", of: "session" });
    await view.page.getByRole("button", { name: "Review what this turn changed" }).click();
    assert.deepEqual(await view.posted("review", ({ of }) => of === "turn"), { type: "review", sessionId: "root", of: "turn" });
    await view.close();
  });

  it("counts the elapsed time without drawing anything else again", async () => {
    const view = await bench.open({ saved: { folds: { fix: true } } });
    await view.snapshot(twoChildren());
    const told = await view.page.evaluate(async () => {
      const changed: string[] = [];
      const nodes = new Set(document.querySelectorAll("*"));
      const observer = new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement;
          changed.push(element?.tagName.toLowerCase() ?? "?");
        }
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
      const clock = document.querySelector('[data-session-id="fix"] acp-elapsed');
      const before = clock?.textContent;
      while (clock?.textContent === before) await new Promise((resolve) => setTimeout(resolve, 50));
      observer.disconnect();
      return { changed: [...new Set(changed)], isSame: [...document.querySelectorAll("*")].every((node) => nodes.has(node)) };
    });
    assert.deepEqual(told, { changed: ["acp-elapsed"], isSame: true });
    await view.close();
  });

  it("goes by keys to siblings, out of a card, to the message that is answered, and to the newest", async () => {
    const view = await bench.open({ saved: { folds: { fix: true } } });
    await view.snapshot(twoChildren());
    const press = async (key: string) => {
      await view.page.keyboard.press(key);
      await view.settled();
      return await focused(view);
    };
    await view.page.locator('[data-row-id="w3"]').focus();
    assert.equal(await press("n"), "Test it");
    assert.equal(await press("n"), "Test it", "the last one");
    assert.equal(await press("p"), "Fix it");
    await view.page.locator('[data-row-id="w3"]').focus();
    assert.equal(await press("m"), "part prompt is-revealed");
    assert.equal(await press("u"), "Fix it");
    await view.page.locator('[data-row-id="a"]').focus();
    assert.equal(await press("m"), "u");
    await view.page.locator('[data-row-id="w3"]').focus();
    await press("l");
    const gap = await view.page
      .locator('.scroller[data-session-id="fix"]')
      .evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop);
    assert.ok(gap <= 4, `${gap}px from the end`);
    await view.page.locator('[data-session-id="fix"] .to-prompt').click();
    assert.equal(await focused(view), "part prompt is-revealed");
    await view.close();
  });

  it("keeps the header of an open card in sight while its inside is read", async () => {
    const view = await bench.open({ saved: { folds: { fix: true } }, height: 420 });
    await view.snapshot(twoChildren());
    const feed = view.page.locator("acp-feed > .scroller");
    await feed.hover();
    await feed.evaluate((box) => {
      const well = box.querySelector(".well");
      if (well) box.scrollTop += well.getBoundingClientRect().top - box.getBoundingClientRect().top + 60;
    });
    await view.settled();
    const [top, header] = await Promise.all([
      feed.evaluate((box) => box.getBoundingClientRect().top),
      view.page.locator('[data-session-id="fix"] > .card-line').evaluate((line) => line.getBoundingClientRect().top),
    ]);
    assert.ok(Math.abs(top - header) < 1.5, `the feed begins at ${top}, the header at ${header}`);
    await view.close();
  });

  it("marks requests and failures beside the scroll bar, and leads to them by pointer and keys", async () => {
    const rows = [
      ...Array.from({ length: 60 }, (_, n) => (n === 5 || n === 50 ? edit(`r${n}`, `Edit ${n}`, "failed") : says(`r${n}`, `Row ${n}.`))),
      card("c1", "fix"),
    ];
    const view = await bench.open();
    await view.snapshot(
      state({
        sessions: [sessionView("root"), sessionView("fix", { label: "Fix it", mark: "waiting", requestCount: 1 })],
        windows: [rowWindow("root", rows)],
        rest: { requests: [request("q", { sessionId: "fix" })] },
      }),
    );
    const marks = view.page.locator(".gutter-mark");
    assert.deepEqual(await marks.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label"))), [
      "Failed: Edit 5",
      "Failed: Edit 50",
      "Waits for you: Fix it",
    ]);
    const places = await marks.evaluateAll((all) => all.map((each) => Number.parseFloat((each as HTMLElement).style.top)));
    assert.ok(
      places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0)),
      `${places} in order`,
    );
    await marks.first().click();
    await view.settled();
    assert.equal(await focused(view), "r5");
    for (const expected of ["r50", "Fix it", "r5"]) {
      await view.page.keyboard.press("j");
      await view.settled();
      assert.equal(await focused(view), expected);
    }
    await view.page.keyboard.press("k");
    await view.settled();
    assert.equal(await focused(view), "Fix it");
    await marks.first().focus();
    await view.page.keyboard.press("ArrowDown");
    await view.page.keyboard.press("Enter");
    await view.settled();
    assert.equal(await focused(view), "r50");
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("in a child's own tab, leads to the parent and to the children beside it, in the same tab", async () => {
    const view = await bench.open({ kind: "panel" });
    const own = twoChildren({
      sessionId: "fix",
      composer: null,
      breadcrumb: [
        { id: "root", label: "Root" },
        { id: "fix", label: "Fix it" },
      ],
      siblings: { position: 1, count: 2, next: { id: "test", label: "Test it" } },
    });
    await view.snapshot(own);
    const buttons = view.page.locator(".breadcrumb-buttons .icon-button");
    assert.deepEqual(await buttons.evaluateAll((all) => all.map((each) => each.getAttribute("aria-label"))), [
      "Parent: Root",
      "This is the first subagent here",
      "Next subagent: Test it",
    ]);
    assert.equal(await view.page.locator(".position").innerText(), "1 of 2");
    await view.page.locator(".to-arrow-left").click({ force: true });
    await view.page.locator(".to-arrow-right").click();
    await view.page.locator(".to-arrow-up").click();
    await view.page.locator("acp-feed > .scroller").focus();
    await view.page.keyboard.press("n");
    await view.page.keyboard.press("u");
    await view.posted("openSession", () => view.of("openSession").length === 4);
    assert.deepEqual(
      view.of("openSession").map(({ sessionId, where }) => `${sessionId} ${where}`),
      ["test same", "root same", "test same", "root same"],
    );
    await view.patch({ op: "breadcrumb", breadcrumb: own.breadcrumb, siblings: { position: 1, count: 1 } });
    assert.equal(await view.page.locator(".position").count(), 0);
    await view.close();
  });

  it("has room for what a subagent does beside a long name, and leaves it to the name where few words are enough", async () => {
    const label = "A name that is much longer than any side bar is wide";
    const view = await bench.open({ width: 400 });
    const long = sessionView("long", { label, words: "finished its turn" });
    const short = sessionView("short", { label, words: "idle" });
    await view.snapshot(state({ sessions: [long, short], windows: [rowWindow("root", [card("c1", "long"), card("c2", "short")])] }));
    const cut = await view.page
      .locator(".card-words")
      .evaluateAll((all) => all.map((words) => `${words.textContent}: ${words.scrollWidth > words.clientWidth ? "cut" : "whole"}`));
    const widths = await view.page.locator(".card-label").evaluateAll((all) => all.map((each) => each.clientWidth));
    assert.deepEqual(cut, ["finished its turn: whole", "idle: whole"]);
    assert.ok((widths[1] ?? 0) > (widths[0] ?? 0) + 40, `${widths}`);
    await view.close();
  });

  it("says in full why a run failed, where its answer does not", async () => {
    const view = await bench.open({ saved: { folds: { child: true } } });
    await view.snapshot(
      state({
        sessions: [sessionView("child", { label: "Fails", mark: "failed", words: "failed: no such model" })],
        cards: [cardView("child", { prompt: "Try.", isEnded: true, error: "no such model\nask somebody" })],
        windows: [rowWindow("root", [card("c", "child")]), rowWindow("child", [])],
      }),
    );
    const answer = await view.page.locator(".part.answer").evaluate((part) => (part as HTMLElement).innerText);
    assert.equal(answer.replace(/\s+/g, " ").toLowerCase(), "answer no answer error no such model ask somebody");
    await view.close();
  });

  it("has the pictures in what a subagent was asked and answered, where their words stand", async () => {
    const view = await bench.open({ saved: { folds: { child: true } } });
    const blocks = [{ type: "image", mimeType: "image/png", data: pixel }] as const;
    await view.snapshot(
      state({
        sessions: [sessionView("child", { label: "Draw" })],
        cards: [cardView("child", { prompt: "Like this.", answer: "Here.", isEnded: true, promptRowId: "p", answerRowId: "a" })],
        windows: [
          rowWindow("root", [card("c", "child")]),
          rowWindow("child", [
            { id: "p", at: 0, kind: "session_message", direction: "incoming", isLaunch: true, text: "Like this.", blocks },
            { id: "a", at: 1, kind: "agent_message", text: "Here.", blocks },
          ]),
        ],
      }),
    );
    const pictures = view.page.locator(".part img.picture");
    await pictures.nth(1).waitFor();
    assert.deepEqual(await pictures.evaluateAll((all) => all.map((each) => each.closest(".part")?.className)), [
      "part prompt",
      "part answer",
    ]);
    await view.close();
  });
});
