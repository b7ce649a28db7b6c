import assert from "node:assert/strict";
import { Bench } from "./support/harness.ts";
import { everyMark, everyRow, sketch, unfolded } from "./support/scenes.ts";
import { card, composer, diff, noon, row, rowWindow, says, sessionView, state, tool } from "./support/states.ts";

describe("webview: what is drawn", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("shows the files of a call and how many more there are whole in a narrow view", async () => {
    const view = await bench.open({ width: 380 });
    const locations = ["store.ts", "list.ts", "callers.ts", "index.ts"].map((name) => ({ path: `/w/src/${name}` }));
    const edit = tool("Make the order of the store stable", { toolKind: "edit", locations, status: "failed", hasBody: true });
    await view.snapshot(state({ windows: [rowWindow("root", [row({ id: "t", kind: "tool_call", tool: edit, body: { parts: [] } })])] }));
    const parts = view.page.locator(".tool-files > *");
    assert.deepEqual(
      await parts.evaluateAll((all) =>
        all.map((part) => {
          const isInside = part.getBoundingClientRect().right <= (part.parentElement?.getBoundingClientRect().right ?? 0);
          return `${part.textContent}${isInside && part.scrollWidth <= part.clientWidth ? "" : " (cut)"}`;
        }),
      ),
      ["store.ts", "list.ts", "+2 more"],
    );
    await view.page.locator("button.tool-title").click();
    assert.deepEqual(
      await view.page.locator(".tool-body li").allInnerTexts(),
      locations.map(({ path }) => path),
    );
    assert.equal(await view.page.getByText("none reported").count(), 0);
    await view.close();
  });

  it("[S06] draws a snapshot: rows, cards as one line each, composer", async () => {
    const view = await bench.open({ now: noon });
    await view.snapshot(sketch());
    const lines = await view.page.locator("acp-feed > .scroller > .content > .rows > acp-row").evaluateAll((rows) =>
      rows.map((each) => {
        const words = [...each.querySelectorAll<HTMLElement>(".card-label, .card-role, .card-words, .elapsed")].map(
          (part) => part.textContent,
        );
        const text = words.length > 0 ? words.join(" | ") : (each.textContent ?? "").replace(/\s+/g, " ").trim();
        return `${(each as HTMLElement).dataset.kind}: ${text}`;
      }),
    );
    assert.deepEqual(lines, [
      "user_message: You Make the store survive window reloads. Check who relies on its order.",
      "agent_message: I'll look at it from three sides at once and come back with one change.",
      "subagent: Review the store reducer | explorer · | Read src/store.ts | 1m 12s",
      "subagent: Clean the build folder | waiting for you | 34s",
      "subagent: Fetch the API notes | failed: network is unreachable | 8s",
      "session_message: From Count the callers: fourteen, three of them in tests.",
    ]);
    assert.equal(await view.page.locator("acp-card-body").count(), 0);
    assert.equal(
      await view.page.locator("vscode-text-area").getAttribute("placeholder"),
      "Ask Claude Agent… (@ for files, / for commands)",
    );
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("shows a child's prompt, steps and answer once each, and its nested card", async () => {
    const view = await bench.open({ now: noon });
    await view.snapshot(sketch());
    await view.page.locator('[data-session-id="review"] .card-header').click();
    assert.deepEqual(await view.posted("fold", (fold) => fold.isOpen), { type: "fold", sessionId: "review", isOpen: true, isChoice: true });
    const body = view.page.locator("acp-card-body");
    assert.match(await body.locator(".prompt").innerText(), /PROMPT\s+from root[\s\S]*Read src\/store\.ts and every caller/);
    // The row that holds the prompt is not among the steps.
    assert.deepEqual(await body.locator(".steps acp-row").evaluateAll((rows) => rows.map((each) => (each as HTMLElement).dataset.rowId)), [
      "s1",
      "s2",
      "s3",
      "s4",
      "s5",
    ]);
    assert.match(await body.locator(".answer").innerText(), /no answer yet/);
    await body.locator('[data-session-id="count"] .card-header').click();
    assert.equal(await body.locator("acp-card-body").count(), 1);
    await view.close();
  });

  it("[S47] gives each run of a child its own prompt, steps and answer", async () => {
    const view = await bench.open({ saved: { folds: { again: true } } });
    await view.snapshot(everyMark());
    const runs = await view.page
      .locator("acp-card-body section.run")
      .evaluateAll((sections) =>
        sections.map((section) =>
          [...section.querySelectorAll<HTMLElement>(".run-title, .prompt, acp-row, .answer")].map((part) =>
            part.innerText.replace(/\s+/g, " "),
          ),
        ),
      );
    assert.deepEqual(runs, [
      [
        "Run 1finished its turn · 12s",
        "PROMPT from root Look at the code.",
        "Read a completed",
        "ANSWER First answer. WHAT THE PARENT RECEIVED A shorter one.",
      ],
      ["Run 2cancelled", "PROMPT from root And the tests?", "Read b completed", "ANSWER no answer"],
    ]);
    await view.close();
  });

  it("asks for the inside of a tool call when it is unfolded, and draws it when it comes", async () => {
    const call = tool("Edit src/a.ts", { toolKind: "edit", hasBody: true, locations: [{ path: "/repo/src/a.ts", line: 7 }] });
    const view = await bench.open();
    await view.snapshot(state({ windows: [rowWindow("root", [row({ id: "t", kind: "tool_call", tool: call })])] }));
    await view.page.locator(".tool-title").click();
    assert.deepEqual(await view.posted("openTool"), { type: "openTool", sessionId: "root", rowId: "t", isOpen: true });
    const body = { parts: [diff("/repo/src/a.ts", "a\nb\n", "a\nc\n")] };
    await view.patch({ op: "rowSet", sessionId: "root", row: row({ id: "t", kind: "tool_call", tool: call, body }) });
    assert.deepEqual(await view.page.locator(".diff-line").allInnerTexts(), ["1\n \na", "2\n-\nb", "2\n+\nc"]);
    await view.page.locator(".open-diff").click();
    assert.deepEqual(await view.posted("openDiff"), { type: "openDiff", sessionId: "root", rowId: "t", index: 0 });
    await view.page.locator(".tool-line .file").click();
    assert.deepEqual(await view.posted("openFile"), { type: "openFile", sessionId: "root", path: "/repo/src/a.ts", line: 7 });
    await view.page.locator(".tool-title").click();
    await view.posted("openTool", (message) => !message.isOpen);
    assert.equal(await view.page.locator(".tool-body").count(), 0);
    await view.close();
  });

  it("[S06] counts the time of a running child without drawing anything else", async () => {
    const view = await bench.open();
    const started = Date.now() - 61_000;
    await view.snapshot(state({ sessions: [sessionView("a", { startedAt: started })], windows: [rowWindow("root", [card("c", "a")])] }));
    await view.page.evaluate(() => {
      const seen: string[] = [];
      new MutationObserver((records) => {
        for (const { target } of records) seen.push((target instanceof Element ? target : target.parentElement)?.className ?? "");
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      Object.assign(globalThis, { seen });
    });
    const before = await view.page.locator(".elapsed").innerText();
    await view.page.waitForFunction((text) => document.querySelector(".elapsed")?.textContent !== text, before);
    assert.deepEqual([...new Set(await view.page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen))], ["elapsed"]);
    await view.close();
  });

  it("draws every kind of row and state without a fault, and says what is missing", async () => {
    const view = await bench.open({ saved: { openRows: unfolded } });
    await view.snapshot(everyRow());
    const text = await view.page.locator("acp-feed").innerText();
    for (const words of [
      "no status reported",
      "no result reported",
      "cancelled (not confirmed)",
      "nothing reported about it",
      "a session that was not named",
    ]) {
      assert.ok(text.includes(words), words);
    }
    assert.match(text, /14 passing\n100 %\n1 failing/);
    await view.snapshot(everyMark());
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("gives each kind of tool its glyph, each status and each entry of a plan its word", async () => {
    const view = await bench.open();
    await view.snapshot(everyRow());
    const glyphs = await view.page
      .locator('[data-row-id^="k"] .tool-title')
      .evaluateAll((titles) => titles.map((each) => /codicon-([a-z-]+)/.exec(each.querySelector(".codicon")?.className ?? "")?.[1]));
    assert.deepEqual(glyphs, [
      "file",
      "edit",
      "trash",
      "file-symlink-file",
      "search",
      "terminal",
      "lightbulb",
      "globe",
      "arrow-swap",
      "tools",
    ]);
    const statuses = await view.page.locator('[data-row-id^="t"]').allInnerTexts();
    const words = [
      "pending",
      "running",
      "completed",
      "failed",
      "cancelled (not confirmed)",
      "no result reported",
      "no status reported",
      "paused",
    ];
    assert.deepEqual(
      statuses.map((text) => text.split("\n").slice(1).join(" ")),
      words,
    );
    assert.deepEqual(
      (await view.page.locator(".plan li").allTextContents()).map((text) => text.replaceAll(/\s+/g, " ").trim().slice(0, 60)),
      [
        "done: Read the reducer",
        "in progress: Find who relies on its orderhigh priority",
        "to do: Change it, and say what changed in one paragraph that",
      ],
    );
    await view.close();
  });

  it("leads from a message between sessions to its other side", async () => {
    const view = await bench.open();
    const message = row({ id: "m", kind: "session_message", direction: "incoming", otherId: "a", text: "Done." });
    await view.snapshot(
      state({ sessions: [sessionView("a", { label: "Explorer" })], windows: [rowWindow("root", [card("c", "a"), message])] }),
    );
    assert.equal((await view.page.locator(".session-message").innerText()).replace(/\s+/g, " ").trim(), "From Explorer: Done.");
    await view.page.locator(".session-message .link").click();
    assert.deepEqual(await view.posted("openOtherSide"), { type: "openOtherSide", sessionId: "root", rowId: "m" });
    await view.close();
  });

  it("speaks the language it is given", async () => {
    const view = await bench.open({ words: { You: "Du", "Ask {0}… (@ for files)": "Frag {0}…" } });
    await view.snapshot(state({ windows: [rowWindow("root", [row({ id: "u", kind: "user_message", text: "hallo" })])] }));
    assert.equal(await view.page.locator(".speaker").innerText(), "Du");
    assert.equal(await view.page.locator("vscode-text-area").getAttribute("placeholder"), "Frag Demo Agent…");
    await view.close();
  });

  it("says what an empty surface is for, and what is under way", async () => {
    const view = await bench.open();
    await view.snapshot(state({ rest: { sessionId: null, emptyText: "Start a session.", busyText: "Connecting…", composer: null } }));
    assert.equal(await view.page.locator(".empty").innerText(), "Start a session.");
    assert.equal(await view.page.locator(".busy").innerText(), "Connecting…");
    assert.equal(await view.page.locator(".composer").count(), 0);
    await view.close();
  });

  it("[S22] leads from a child's own tab back to its parents", async () => {
    const view = await bench.open({ kind: "panel" });
    await view.snapshot({
      ...state({ sessions: [sessionView("a")], windows: [rowWindow("a", [says("x", "Hi.")])], cards: [] }),
      sessionId: "a",
      composer: composer(),
      breadcrumb: [
        { id: "root", label: "The root" },
        { id: "a", label: "The child" },
      ],
    });
    await view.page.locator(".breadcrumb button.crumb").click();
    assert.deepEqual(await view.posted("openSession"), { type: "openSession", sessionId: "root", where: "same" });
    assert.match(await view.page.locator("acp-feed").innerText(), /PROMPT[\s\S]*not reported[\s\S]*STEPS[\s\S]*Hi\.[\s\S]*ANSWER/);
    await view.close();
  });

  it("stops a child from the head of its own transcript", async () => {
    const view = await bench.open();
    const breadcrumb = [
      { id: "root", label: "Root" },
      { id: "a", label: "Cleaner" },
    ];
    await view.snapshot(state({ sessions: [sessionView("a", { canStop: true })], rest: { sessionId: "a", breadcrumb, composer: null } }));
    await view.page.locator(".breadcrumb .stop").click();
    assert.deepEqual(await view.posted("stop"), { type: "stop", sessionId: "a" });
    await view.patch({ op: "session", session: sessionView("a") });
    assert.equal(await view.page.locator(".breadcrumb .stop").count(), 0);
    await view.close();
  });

  it("leads from a fork to the session in which that was said which it goes on from", async () => {
    const view = await bench.open();
    const forked = row({ id: "n", kind: "notice", severity: "info", text: "Forked.", continues: "source" });
    await view.snapshot(state({ windows: [rowWindow("root", [forked])] }));
    await view.page.getByRole("button", { name: "Read it in the session before" }).click();
    const { sessionId, where } = await view.posted("openSession");
    assert.deepEqual([sessionId, where], ["source", "here"]);
    await view.close();
  });

  it("plays a sound that came with a message, within the page's policy", async () => {
    // 800 samples of silence, 8000 a second.
    const head = Buffer.from("524946464403000057415645666d74201000000001000100401f0000401f00000100080064617461" + "20030000", "hex");
    const data = Buffer.concat([head, Buffer.alloc(800, 128)]).toString("base64");
    const view = await bench.open();
    const message = row({
      id: "s",
      kind: "agent_message",
      text: "[audio audio/wav]",
      blocks: [{ type: "audio", mimeType: "audio/wav", data }],
    });
    await view.snapshot(state({ windows: [rowWindow("root", [message])] }));
    const sound = view.page.getByLabel("Sound (audio/wav)");
    await view.page.waitForFunction(() => (document.querySelector("audio")?.readyState ?? 0) > 0);
    assert.equal(await sound.evaluate((element) => (element as HTMLAudioElement).duration), 0.1);
    assert.deepEqual(await view.page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations), []);
    await view.close();
  });

  it("says of a call that nobody could tell whose it is", async () => {
    const view = await bench.open({ now: noon });
    const step = row({ id: "t", kind: "tool_call", tool: tool("Look", { isUnattributed: true }) });
    await view.snapshot(state({ windows: [rowWindow("root", [step, row({ id: "u", kind: "tool_call", tool: tool("Own") })])] }));
    const lines = await view.page
      .locator(".tool-line")
      .evaluateAll((all) => all.map((each) => each.textContent?.replace(/\s+/g, " ").trim()));
    assert.deepEqual(lines, ["Look It was not reported whose step this is. completed", "Own completed"]);
    await view.close();
  });
});
