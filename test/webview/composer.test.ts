import assert from "node:assert/strict";
import type { ComposerView } from "../../src/shared/composerView.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { composer, state } from "./support/states.ts";

const scene = (fields: Partial<ComposerView> = {}) => state({ rest: { composer: composer(fields) } });
const field = (view: Transcript) => view.page.locator("vscode-text-area textarea");

describe("webview: composer", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("sends with Enter, breaks the line with Shift+Enter, and the other way round when set so", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).click();
    await view.page.keyboard.type("one");
    await view.page.keyboard.press("Shift+Enter");
    await view.page.keyboard.type("two");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("prompt"), { type: "prompt", text: "one\ntwo" });
    await view.settled();
    assert.equal(await field(view).inputValue(), "");
    await view.page.keyboard.press("Enter");
    await view.patch({ op: "composer", composer: composer({ enterSends: false }) });
    await view.page.keyboard.type("three");
    await view.page.keyboard.press("Enter");
    await view.page.keyboard.type("four");
    await view.page.keyboard.press("Shift+Enter");
    await view.posted("prompt", (prompt) => prompt.text === "three\nfour");
    assert.equal(view.of("prompt").length, 2);
    await view.close();
  });

  it("U11: does not send with the Enter that commits an input method's candidate", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).fill("かな");
    await field(view).evaluate((box) => {
      const enter = (fields: KeyboardEventInit) =>
        box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true, ...fields }));
      enter({ isComposing: true });
      enter({ keyCode: 229 } as KeyboardEventInit);
    });
    await view.settled();
    assert.deepEqual(view.of("prompt"), []);
    await field(view).press("Enter");
    assert.deepEqual(await view.posted("prompt"), { type: "prompt", text: "かな" });
    await view.close();
  });

  it("grows with the text up to ten lines", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    const height = async () => (await field(view).boundingBox())?.height ?? 0;
    const one = await height();
    await field(view).fill("a\nb\nc");
    assert.ok((await height()) > one * 1.8);
    await field(view).fill(Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n"));
    const most = await height();
    assert.ok(most < one * 10 && most > one * 4, `${most} px, one line is ${one}`);
    await view.close();
  });

  it("stops the turn, and says so while it is stopping", async () => {
    const view = await bench.open();
    await view.snapshot(scene({ isTurnOpen: true }));
    await view.page.locator(".stop-turn").click();
    assert.deepEqual(await view.posted("stop"), { type: "stop", sessionId: "root" });
    await view.patch({ op: "composer", composer: composer({ isTurnOpen: true, isStopping: true }) });
    assert.equal((await view.page.locator(".stop-turn").innerText()).trim(), "Stopping…");
    await view.patch({ op: "composer", composer: composer() });
    assert.equal(await view.page.locator(".stop-turn").count(), 0);
    await view.close();
  });

  it("shows queued prompts, which can be withdrawn", async () => {
    const view = await bench.open();
    await view.snapshot(scene({ isTurnOpen: true, queued: [{ id: "p1", text: "then this" }] }));
    assert.equal(await view.page.locator(".chip-text").innerText(), "then this");
    await view.page.locator(".chip button[aria-label='Withdraw this prompt']").click();
    assert.deepEqual(await view.posted("withdraw"), { type: "withdraw", queuedId: "p1" });
    await view.close();
  });

  it("shows prompts that a cancelled turn left behind one by one, each to be sent", async () => {
    const view = await bench.open();
    const held = { isHeld: true };
    await view.snapshot(
      scene({
        queued: [
          { id: "p1", text: "then this", ...held },
          { id: "p2", text: "and that", ...held },
        ],
      }),
    );
    assert.deepEqual(await view.page.locator(".chip-text").allInnerTexts(), ["then this", "and that"]);
    assert.equal(
      await view.page.locator(".queue-held").innerText(),
      "Not sent, because the turn before was cut short. Send, change or withdraw each.",
    );
    await view.page.locator("[data-queued-id=p2] button[aria-label='Send this prompt']").click();
    assert.deepEqual(await view.posted("sendQueued"), { type: "sendQueued", queuedId: "p2" });
    // The button goes; the cursor goes on in the composer.
    await view.page.locator("[data-queued-id=p1] button[aria-label='Send this prompt']").press("Enter");
    assert.equal(await view.page.locator("vscode-text-area:focus-within").count(), 1);
    await view.patch({ op: "composer", composer: composer({ isTurnOpen: true, queued: [{ id: "p1", text: "then this" }] }) });
    assert.equal(await view.page.locator(".queue-held, button[aria-label='Send this prompt']").count(), 0);
    await view.close();
  });

  it("says only of held prompts that they were not sent; what is being written stays when its prompt is held", async () => {
    const view = await bench.open();
    const first = { id: "p1", text: "then this" };
    const second = { id: "p2", text: "and that" };
    const lines = () => view.page.locator(".queue").innerText();
    await view.snapshot(scene({ isTurnOpen: true, queued: [{ ...first, isHeld: true }, second] }));
    assert.equal(
      await lines(),
      ["and that", "Not sent, because the turn before was cut short. Send, change or withdraw each.", "then this"].join("\n"),
    );
    await view.page.locator("[data-queued-id=p2] button[aria-label='Edit this prompt']").click();
    await view.page.locator(".queue textarea").fill("and more");
    const queued = [first, second].map((each) => ({ ...each, isHeld: true }));
    await view.patch({ op: "composer", composer: composer({ queued }) });
    assert.equal(await view.page.locator(".queue-held + .chip + .chip textarea").inputValue(), "and more");
    await view.close();
  });

  it("keeps its words off its border, whole and in one line, also where there is little height", async () => {
    for (const width of [220, 400, 900]) {
      const view = await bench.open({ width, height: 200 });
      const usage = { percent: 42, words: "42 % of the context", cost: "$0.12" };
      const mode = {
        key: "mode",
        kind: "select",
        name: "Mode",
        value: "Ask before edits",
        isOn: false,
        isPending: false,
        description: "",
      } as const;
      await view.snapshot(scene({ usage, settings: [mode], isTurnOpen: true }));
      const seen = await view.page.evaluate(() => {
        const place = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
        const label = document.querySelector(".agent-label") as HTMLElement;
        const inside = place(".agent-label").left + Number.parseFloat(getComputedStyle(label).paddingLeft) - place(".composer-box").left;
        return {
          inside: Math.round(inside),
          isWhole: label.scrollWidth <= label.clientWidth,
          lines: Math.round(place(".usage").height / 24),
        };
      });
      assert.deepEqual(seen, { inside: 11, isWhole: true, lines: 1 }, `${width}`);
      await view.close();
    }
  });

  it("says why nothing can be sent, and keeps the draft", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).fill("half a sentence");
    await view.patch({ op: "composer", composer: composer({ blockedBecause: "The agent is gone." }) });
    assert.equal(await view.page.locator(".blocked").innerText(), "The agent is gone.");
    const on = view.page
      .locator(".composer-box")
      .locator("textarea, button, vscode-button")
      .locator("visible=true")
      .and(view.page.locator(":enabled"));
    assert.deepEqual(await on.evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.className)), []);
    assert.equal(await field(view).isDisabled(), true);
    await view.reload();
    await view.snapshot(scene());
    assert.equal(await field(view).inputValue(), "half a sentence");
    await view.close();
  });

  it("offers the way on where another window has the session, by mouse and by keys, and only where there is one", async () => {
    const view = await bench.open();
    const because = "From history, read-only: Another window has this session open (demo).";
    await view.snapshot(scene({ blockedBecause: because, unblock: "Take Over" }));
    const button = view.page.getByRole("button", { name: "Take Over" });
    assert.equal(await view.page.locator(".blocked > span:not(.icon)").innerText(), because);
    await button.click();
    await view.posted("unblock");
    await button.focus();
    await view.page.keyboard.press("Enter");
    await view.settled();
    assert.deepEqual(view.of("unblock"), [{ type: "unblock" }, { type: "unblock" }]);
    await view.patch({ op: "composer", composer: composer({ blockedBecause: "The agent is gone." }) });
    assert.equal(await view.page.locator(".blocked vscode-button").count(), 0);
    await view.close();
  });

  it("completes the agent's commands by keys", async () => {
    const view = await bench.open();
    const commands = ["compact", "plan", "explain"].map((name) => ({ name, description: `does ${name}` }));
    await view.snapshot(scene({ commands }));
    await field(view).click();
    await view.page.keyboard.type("/p");
    const options = view.page.locator(".completion [role=option]");
    assert.deepEqual(
      await options.evaluateAll((all) => all.map((each) => `${each.querySelector(".command-name")?.textContent} ${each.ariaSelected}`)),
      ["/plan true", "/compact false", "/explain false"],
    );
    await view.page.keyboard.press("ArrowDown");
    assert.equal(await view.page.locator(".live").textContent(), "/compact does compact, 2 of 3");
    await view.page.keyboard.press("ArrowUp");
    await view.page.keyboard.press("Enter");
    await view.settled();
    assert.equal(await field(view).inputValue(), "/plan ");
    assert.equal(await options.count(), 0);
    await field(view).fill("/");
    await view.page.keyboard.press("Escape");
    await view.settled();
    assert.equal(await options.count(), 0);
    await field(view).fill("/plan");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("prompt"), { type: "prompt", text: "/plan" });
    await view.close();
  });

  it("is focused by a command, with a text to begin with", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await view.do({ do: "focusComposer", text: "Fix this:" });
    await view.page.keyboard.press("End");
    await view.page.keyboard.type(" now");
    assert.equal(await field(view).inputValue(), "Fix this: now");
    await view.do({ do: "focusComposer", text: "And that." });
    assert.equal(await field(view).inputValue(), "Fix this: now\nAnd that.");
    await view.close();
  });

  it("begins with a text that is only proposed, which typing replaces", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await view.do({ do: "focusComposer", text: "Who calls the store?", isProposal: true });
    await view.page.waitForFunction(() => {
      const inner = document.querySelector("vscode-text-area")?.shadowRoot?.querySelector("textarea");
      return inner?.value !== "" && inner?.selectionStart === 0 && inner.selectionEnd === inner.value.length;
    });
    await view.page.keyboard.type("/");
    assert.equal(await field(view).inputValue(), "/");
    await view.close();
  });

  it("offers commands only while the cursor is in the field, so not by itself after a reload", async () => {
    const view = await bench.open({ saved: { drafts: { root: "/" } } });
    await view.snapshot(state({ rest: { composer: composer({ commands: [{ name: "plan", description: "Plan it" }] }) } }));
    const offered = () => view.page.locator(".completion [role=option]").count();
    assert.equal(await offered(), 0);
    await view.do({ do: "focusComposer" });
    assert.equal(await offered(), 1);
    await view.close();
  });
});
