import assert from "node:assert/strict";
import type { MentionView } from "../../src/shared/attachments.ts";
import type { ComposerView } from "../../src/shared/composerView.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { cardView, composer, row, rowWindow, sessionView, state } from "./support/states.ts";

const scene = (fields: Partial<ComposerView> = {}) => state({ rest: { composer: composer(fields) } });
const field = (view: Transcript) => view.page.locator("vscode-text-area textarea");
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3];
const store: MentionView = { id: "0", kind: "file", name: "store.ts", detail: "src/store.ts" };
const found: readonly MentionView[] = [store, { id: "1", kind: "symbol", name: "Store", detail: "src/store.ts:3" }];

interface Dragged {
  readonly data?: { readonly [type: string]: string };
  /** `size`: bytes of zeros, for files whose content is of no matter. */
  readonly files?: readonly { readonly name: string; readonly type: string; readonly bytes?: readonly number[]; readonly size?: number }[];
}

/** Drops or pastes something into the composer; false when the page left it to the browser. */
function give(view: Transcript, how: "drop" | "paste", dragged: Dragged): Promise<boolean> {
  return field(view).evaluate(
    (box, { type, data = {}, files = [] }) => {
      const transfer = new DataTransfer();
      for (const [name, text] of Object.entries(data)) transfer.setData(name, text);
      for (const { name, type: mimeType, bytes = [], size } of files) {
        transfer.items.add(new File([size === undefined ? new Uint8Array(bytes) : new Uint8Array(size)], name, { type: mimeType }));
      }
      const fields = { bubbles: true, composed: true, cancelable: true };
      const event =
        type === "drop"
          ? new DragEvent("drop", { ...fields, dataTransfer: transfer })
          : new ClipboardEvent("paste", { ...fields, clipboardData: transfer });
      box.dispatchEvent(event);
      return event.defaultPrevented;
    },
    { type: how, ...dragged },
  );
}

describe("webview: what goes with a prompt", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("completes @ by keys: asks once for what is typed, takes what is chosen, in the middle of a sentence too", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).fill("compare  please");
    await field(view).evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(8, 8));
    await view.page.keyboard.type("@sto");
    const asked = await view.posted("complete", ({ query }) => query === "sto");
    await view.do({ do: "offer", asked: asked.asked, items: [store], isComplete: false });
    await view.do({ do: "offer", asked: asked.asked, items: found, isComplete: true });
    await view.do({ do: "offer", asked: asked.asked - 1, items: [], isComplete: true });
    const options = view.page.locator(".completion [role=option]");
    assert.deepEqual(await options.allInnerTexts(), ["store.ts\nsrc/store.ts", "Store\nsrc/store.ts:3"]);
    await view.page.keyboard.press("ArrowDown");
    assert.equal(await view.page.locator(".live").textContent(), "Symbol Store src/store.ts:3, 2 of 2");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("attach"), { type: "attach", itemId: "1" });
    await view.page.keyboard.type("now");
    assert.equal(await field(view).inputValue(), "compare @Store now please");
    assert.equal(await options.count(), 0);
    assert.deepEqual(view.of("prompt"), []);
    await view.close();
  });

  it("offers nothing again for what was just taken, however quickly the key is let go; then Enter sends", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).click();
    await view.page.keyboard.type("Compare @sto");
    const { asked } = await view.posted("complete", ({ query }) => query === "sto");
    await view.do({ do: "offer", asked, items: [store], isComplete: true });
    await view.page.locator(".completion [role=option]").first().waitFor();
    await field(view).evaluate(async (box) => {
      const key = { key: "Enter", bubbles: true, composed: true, cancelable: true };
      box.dispatchEvent(new KeyboardEvent("keydown", key));
      await Promise.resolve();
      box.dispatchEvent(new KeyboardEvent("keyup", key));
    });
    await view.settled();
    // The question that a mention found again would have asked: nothing waits for its answer.
    await view.do({ do: "offer", asked: asked + 2, items: [store], isComplete: true });
    assert.equal(await view.page.locator(".completion").count(), 0);
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("prompt"), { type: "prompt", text: "Compare @store.ts" });
    await view.close();
  });

  it("has what was taken in the text at once, so that the next key comes behind it, and gives it back when it cannot be attached", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).click();
    await view.page.keyboard.type("See @sto please");
    for (let step = 0; step < " please".length; step++) await view.page.keyboard.press("ArrowLeft");
    const { asked } = await view.posted("complete", ({ query }) => query === "sto");
    await view.do({ do: "offer", asked, items: [store], isComplete: true });
    await view.page.locator(".completion [role=option]").first().waitFor();
    const text = await field(view).evaluate(async (box) => {
      box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true, cancelable: true }));
      await Promise.resolve();
      // The next key, before anything is drawn.
      document.execCommand("insertText", false, "and");
      return (box as HTMLTextAreaElement).value;
    });
    assert.equal(text, "See @store.ts and please");
    await view.settled();
    await view.page.keyboard.type(" more");
    assert.equal(await field(view).inputValue(), "See @store.ts and more please");
    assert.deepEqual(view.of("attach"), [{ type: "attach", itemId: "0" }]);
    await view.do({ do: "notAttached", itemId: "another" });
    await view.do({ do: "notAttached", itemId: "0" });
    await view.page.keyboard.type(",");
    assert.equal(await field(view).inputValue(), "See @sto and more, please");
    await view.close();
  });

  it("closes the offers with Escape, and when the word ends; then Enter sends", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).click();
    await view.page.keyboard.type("@a");
    const { asked } = await view.posted("complete");
    await view.do({ do: "offer", asked, items: [], isComplete: true });
    assert.equal(await view.page.locator(".no-offer").innerText(), "Nothing in the workspace fits.");
    await view.page.keyboard.press("Space");
    await view.posted("stopCompleting");
    assert.equal(await view.page.locator(".completion").count(), 0);
    await view.page.keyboard.type("@b");
    const second = await view.posted("complete", ({ query }) => query === "b");
    await view.do({ do: "offer", asked: second.asked, items: found, isComplete: true });
    await view.page.keyboard.press("Escape");
    await view.settled();
    assert.equal(await view.page.locator(".completion").count(), 0);
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("prompt"), { type: "prompt", text: "@a @b" });
    await view.close();
  });

  it("takes nothing with the keys of an input method", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await field(view).click();
    await view.page.keyboard.type("@st");
    const { asked } = await view.posted("complete", ({ query }) => query === "st");
    await view.do({ do: "offer", asked, items: found, isComplete: true });
    await field(view).evaluate((box) => {
      for (const key of ["Enter", "Tab", "ArrowDown"])
        box.dispatchEvent(new KeyboardEvent("keydown", { key, isComposing: true, bubbles: true, composed: true }));
    });
    await view.settled();
    assert.deepEqual(view.of("attach"), []);
    assert.equal(await view.page.locator(".completion [aria-selected=true] .command-name").innerText(), "store.ts");
    await view.close();
  });

  it("shows what is attached as chips that are taken off by click and key, and sends what it shows", async () => {
    const view = await bench.open({ width: 220 });
    const attachments = [
      { id: "attachment-1", kind: "file" as const, name: "a-very-long-name-of-a-file-that-does-not-fit.ts", detail: "src" },
      { id: "attachment-2", kind: "image" as const, name: "shot.png", detail: "12 KB" },
    ];
    await view.snapshot(scene({ attachments }));
    const chips = view.page.locator(".attachment");
    assert.deepEqual(await chips.evaluateAll((all) => all.map((each) => (each as HTMLElement).title)), [
      "File · a-very-long-name-of-a-file-that-does-not-fit.ts · src",
      "Picture · shot.png · 12 KB",
    ]);
    const width = await view.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 220, `${width} px`);
    await view.page.locator(".send").click();
    assert.deepEqual(await view.posted("prompt"), { type: "prompt", text: "", attachments: ["attachment-1", "attachment-2"] });
    await chips.nth(1).getByRole("button", { name: "Remove shot.png" }).click();
    await view.posted("detach", ({ attachmentId }) => attachmentId === "attachment-2");
    await chips.nth(0).getByRole("button").focus();
    await view.page.keyboard.press("Delete");
    await view.posted("detach", ({ attachmentId }) => attachmentId === "attachment-1");
    await view.page.locator(".attach").click();
    await view.posted("pickAttachment");
    const folder = { id: "attachment-3", kind: "folder" as const, name: "src", detail: "src" };
    await view.patch({ op: "composer", composer: composer({ attachments: [...attachments, folder] }) });
    assert.equal(await view.page.locator(".live").textContent(), "Attached: Folder src");
    await view.patch({
      op: "composer",
      composer: composer({ attachments: [attachments[1], folder].filter((each) => each !== undefined) }),
    });
    assert.equal(await view.page.locator(".live").textContent(), "Removed: a-very-long-name-of-a-file-that-does-not-fit.ts");
    await view.close();
  });

  it("takes pictures that are pasted or dropped", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    const picture = { name: "shot.png", type: "image/png", bytes: png };
    for (const how of ["paste", "drop"] as const) assert.equal(await give(view, how, { files: [picture] }), true);
    await view.posted("attachImage", () => view.of("attachImage").length === 2);
    const data = Buffer.from(png).toString("base64");
    assert.deepEqual(view.of("attachImage"), [
      { type: "attachImage", name: "shot.png", data },
      { type: "attachImage", name: "shot.png", data },
    ]);
    assert.equal(await view.page.locator(".refused").count(), 0);
    await view.close();
  });

  it("takes what is dragged from the editor's lists by its address, and leaves text to the browser", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    const list = "file:///repo/a.ts\r\n# a remark\r\nfile:///repo/b.ts\r\n";
    assert.equal(await give(view, "drop", { data: { "text/uri-list": list } }), true);
    assert.deepEqual(await view.posted("attachUris"), { type: "attachUris", uris: ["file:///repo/a.ts", "file:///repo/b.ts"] });
    assert.equal(await give(view, "drop", { data: { "text/plain": "words" } }), false);
    // A table of numbers is copied as text and as a picture of it.
    const table = { data: { "text/plain": "1\t2" }, files: [{ name: "image.png", type: "image/png", bytes: png }] };
    assert.equal(await give(view, "paste", table), false);
    await view.settled();
    assert.deepEqual(view.of("attachImage"), []);
    await view.close();
  });

  it("says why something cannot be sent", async () => {
    const view = await bench.open();
    await view.snapshot(scene());
    await give(view, "drop", {
      files: [
        { name: "voice.mp3", type: "audio/mpeg" },
        { name: "notes.pdf", type: "application/pdf" },
        { name: "logo.svg", type: "image/svg+xml" },
        { name: "huge.png", type: "image/png", size: 6 * 1024 * 1024 },
      ],
    });
    const words = view.page.locator(".refused .refused-words > span");
    await words.nth(3).waitFor();
    assert.deepEqual(await words.allInnerTexts(), [
      "“voice.mp3” was not attached: sound and film cannot be sent.",
      "“notes.pdf” was not attached: only pictures come from outside the editor. Type “@” to attach a file of the workspace.",
      "“logo.svg” was not attached: pictures are sent as PNG, JPEG, GIF or WebP, and this one is image/svg+xml.",
      "“huge.png” was not attached: it is 6 MB large, and pictures up to 5 MB are sent.",
    ]);
    assert.equal(await view.page.locator(".refused").getAttribute("role"), "alert");
    await view.page.locator(".refused button").click();
    assert.equal(await view.page.locator(".refused").count(), 0);
    await view.patch({ op: "composer", composer: composer({ takesImages: false }) });
    await give(view, "paste", { files: [{ name: "shot.png", type: "image/png", bytes: png }] });
    await words.first().waitFor();
    assert.deepEqual(await words.allInnerTexts(), ["“shot.png” was not attached: Demo Agent takes no pictures."]);
    assert.deepEqual(view.of("attachImage"), []);
    await view.close();
  });

  it("changes a waiting prompt where it stands", async () => {
    const view = await bench.open();
    await view.snapshot(scene({ isTurnOpen: true, queued: [{ id: "p1", text: "then this", attachmentCount: 2 }] }));
    assert.equal(await view.page.locator(".chip-count").innerText(), "2");
    const edit = () => view.page.getByRole("button", { name: "Edit this prompt" }).click();
    await edit();
    await view.page.keyboard.type(", please");
    await view.page.keyboard.press("Enter");
    assert.deepEqual(await view.posted("editQueued"), { type: "editQueued", queuedId: "p1", text: "then this, please" });
    await view.patch({ op: "composer", composer: composer({ isTurnOpen: true, queued: [{ id: "p1", text: "then this, please" }] }) });
    await edit();
    await view.page.keyboard.type("!");
    await view.page.keyboard.press("Escape");
    assert.equal(await view.page.locator(".chip textarea").count(), 0);
    assert.equal(view.of("editQueued").length, 1);
    await view.close();
  });

  it("tells the host how long a waiting prompt is open for editing, and what was changed before it is closed", async () => {
    const view = await bench.open();
    await view.snapshot(scene({ isTurnOpen: true, queued: [{ id: "p1", text: "then this" }] }));
    const told = () => view.messages.flatMap((each) => (each.type === "editingQueued" || each.type === "editQueued" ? [each] : []));
    await view.page.getByRole("button", { name: "Edit this prompt" }).click();
    await view.page.keyboard.type("!");
    // What its own turn brings meanwhile changes nothing.
    await view.patch({ op: "composer", composer: composer({ queued: [{ id: "p1", text: "then this" }] }) });
    await view.page.keyboard.press("Enter");
    assert.deepEqual(told(), [
      { type: "editingQueued", queuedId: "p1", isOpen: true },
      { type: "editQueued", queuedId: "p1", text: "then this!" },
      { type: "editingQueued", queuedId: "p1", isOpen: false },
    ]);
    await view.close();
  });

  it("keeps what was changed of a waiting prompt over a reload, which gives the prompt another id, and over a look at another session", async () => {
    const edits = { root: { queuedId: "p1", before: "then", text: "then that" } };
    const view = await bench.open({ saved: { edits } });
    await view.snapshot(scene({ queued: [] }));
    assert.deepEqual(view.of("editQueued"), []);
    const queued = [
      { id: "p1", text: "another", isHeld: true },
      { id: "p2", text: "then", isHeld: true },
    ];
    await view.patch({ op: "composer", composer: composer({ queued }) });
    const box = view.page.locator("[data-queued-id=p2] textarea");
    assert.equal(await box.inputValue(), "then that");
    assert.equal(await box.evaluate((each) => each === document.activeElement), false);
    await box.press("End");
    await view.page.keyboard.type(" too");
    await view.snapshot({ ...scene({ queued: [{ id: "p1", text: "elsewhere" }] }), sessionId: "other" });
    assert.equal(await view.page.locator(".queue textarea").count(), 0);
    await view.snapshot(scene({ queued }));
    assert.equal(await box.inputValue(), "then that too");
    await view.page.getByRole("button", { name: "Save" }).click();
    assert.deepEqual(view.of("editQueued"), [{ type: "editQueued", queuedId: "p2", text: "then that too" }]);
    await view.snapshot(scene({ queued }));
    assert.equal(await view.page.locator(".queue textarea").count(), 0);
    await view.close();
  });

  it("does not lose the words of a waiting prompt that is sent while they are changed", async () => {
    const view = await bench.open();
    await view.snapshot(scene({ isTurnOpen: true, queued: [{ id: "p1", text: "then" }] }));
    await view.page.getByRole("button", { name: "Edit this prompt" }).click();
    await view.page.keyboard.type(" that");
    await view.patch({ op: "composer", composer: composer({ isTurnOpen: true }) });
    assert.deepEqual(await view.posted("editQueued"), { type: "editQueued", queuedId: "p1", text: "then that" });
    await view.close();
  });

  it("is shown in the transcript: files as links, pictures as pictures, words of a terminal as words", async () => {
    const view = await bench.open();
    const data = Buffer.from(png).toString("base64");
    const user = row({
      id: "u",
      kind: "user_message",
      text: "Look",
      blocks: [
        { type: "text", text: "Look" },
        { type: "embedded", uri: "file:///repo/src/store.ts#L3-L9", name: "store.ts:3-9", text: "three" },
        { type: "embedded", uri: "acp-subagents:/terminal/bash", name: "bash", text: "$ npm test" },
        { type: "link", uri: "file:///repo/src", name: "src" },
        { type: "image", mimeType: "image/png", data },
      ],
    });
    await view.snapshot(state({ windows: [rowWindow("root", [user])] }));
    const links = view.page.locator(".user-box [data-path]");
    assert.deepEqual(
      await links.evaluateAll((all) =>
        all.map((each) => `${each.textContent} ${(each as HTMLElement).dataset.path} ${(each as HTMLElement).dataset.line}`),
      ),
      ["store.ts:3-9 /repo/src/store.ts 3", "src /repo/src undefined"],
    );
    assert.match(await view.page.locator(".user-box").innerText(), /bash\s+\$ npm test/);
    assert.equal(await view.page.locator(".user-box img.picture").getAttribute("src"), `data:image/png;base64,${data}`);
    await view.close();
  });

  it("offers to change an earlier prompt and send it in a fork, where the agent can fork", async () => {
    const view = await bench.open();
    const rows = [row({ id: "u", kind: "user_message", text: "mine" })];
    await view.snapshot(state({ windows: [rowWindow("root", rows)], rest: { composer: composer({ canFork: true }) } }));
    await view.page.getByRole("button", { name: "Change this prompt and send it in a fork of the session" }).dblclick();
    assert.deepEqual(await view.posted("editSent"), { type: "editSent", rowId: "u" });
    assert.equal(view.messages.filter(({ type }) => type === "editSent").length, 1, "a double click is one");
    await view.snapshot(state({ windows: [rowWindow("root", [row({ id: "v", kind: "user_message", text: "mine" })])] }));
    assert.equal(await view.page.locator(".edit-sent").count(), 0);
    await view.close();
  });

  it("U13: folds a long prompt, and shows all of it on demand", async () => {
    const view = await bench.open();
    const text = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
    await view.snapshot(state({ windows: [rowWindow("root", [row({ id: "u", kind: "user_message", text })])] }));
    const box = view.page.locator(".user-box");
    const height = async () => (await box.boundingBox())?.height ?? 0;
    await box.locator(".show-all").waitFor();
    const folded = await height();
    assert.ok(folded < 320, `${folded} px`);
    await box.locator(".show-all").click();
    assert.ok((await height()) > folded * 2);
    await view.close();
  });

  it("S44: says whose words a message is: yours, the parent's, a child's", async () => {
    const view = await bench.open();
    const rows = [
      row({ id: "u", kind: "user_message", text: "mine" }),
      row({ id: "s", kind: "session_message", direction: "incoming", otherId: "child", text: "done" }),
      row({ id: "c", kind: "subagent", childId: "child" }),
    ];
    const inside = [
      row({ id: "u", kind: "user_message", text: "go on" }),
      row({ id: "m", kind: "session_message", direction: "incoming", otherId: "root", text: "and this" }),
    ];
    const windows = [rowWindow("root", rows), rowWindow("child", inside)];
    const child = sessionView("child", { label: "Count the callers" });
    await view.snapshot(state({ sessions: [child], windows, cards: [cardView("child", {})] }), { child: true });
    assert.match(await view.page.locator('[data-row-id="u"]').first().innerText(), /^You\s+mine/);
    assert.match(await view.page.locator('[data-row-id="s"]').innerText(), /^From\s+Count the callers/);
    const body = view.page.locator("acp-card-body");
    assert.match(await body.locator('[data-row-id="u"]').innerText(), /^root\s+go on/);
    assert.match(await body.locator('[data-row-id="m"]').innerText(), /^From\s+root/);
    await view.close();
  });
});
