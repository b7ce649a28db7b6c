// What goes with a prompt, through the packaged extension: the demo agent tells what it was given.
import assert from "node:assert/strict";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** A picture of one pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

describe("what goes with a prompt", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await freshWorkbench("prompts");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await field().waitFor();
    await until("the session is new", async () => (await transcript.rows("user_message").count()) === 0);
  });

  const field = () => transcript.frame.locator("acp-composer vscode-text-area textarea");
  const chips = async () => transcript.frame.locator(".attachment .chip-text").allTextContents();
  const chipsAre = (names: readonly string[]) =>
    until(`the chips are ${names.join(", ")}`, async () => JSON.stringify(await chips()) === JSON.stringify(names));

  it("is chosen with @, sent from the editor and pasted, and reaches the agent", async () => {
    await field().fill("");
    await field().click();
    await workbench.page.keyboard.type("Compare @gree");
    await transcript.frame.locator(".completion [role=option]", { hasText: "greet.ts" }).first().waitFor();
    await workbench.page.keyboard.press("Enter");
    await chipsAre(["greet.ts"]);
    assert.equal(await field().inputValue(), "Compare @greet.ts ");
    await workbench.page.keyboard.press("Control+p");
    await workbench.page.locator(".quick-input-widget:visible input[type=text]").fill("README.md");
    await workbench.pick("README.md");
    await workbench.page.locator(".monaco-editor .view-line").first().click();
    await workbench.runCommand("Expand Line Selection");
    await workbench.runCommand("ACP: Send Selection to Agent");
    await chipsAre(["greet.ts", "README.md:1"]);
    await field().evaluate((box, base64) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], "shot.png", { type: "image/png" }));
      box.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, composed: true, cancelable: true, clipboardData: transfer }));
    }, pixel);
    await chipsAre(["greet.ts", "README.md:1", "shot.png"]);
    await field().press("Enter");
    const told = transcript.rows("agent_message").first();
    await told.getByText("image · image/png").waitFor();
    const words = (await told.innerText()).replaceAll(workbench.folder, "");
    assert.match(
      words,
      /resource · file:\/\/\/src\/greet\.ts · \d+ characters\nresource · file:\/\/\/README\.md#L1 · \d+ characters\nimage/,
    );
    assert.deepEqual(await chips(), []);
    const sent = transcript.rows("user_message").first();
    assert.deepEqual(await sent.locator("[data-path]").allInnerTexts(), ["greet.ts", "README.md:1"]);
    assert.equal(await sent.locator("img.picture").count(), 1);
  });

  it("is there again after a reload, and once in the one fork in which an earlier prompt is changed", async () => {
    await workbench.runCommand("ACP: Add File to Prompt");
    await chipsAre(["README.md"]);
    await field().fill("half a sentence");
    await workbench.reload();
    await field().waitFor();
    await chipsAre(["README.md"]);
    assert.equal(await field().inputValue(), "half a sentence");
    await transcript
      .rows("user_message")
      .first()
      .getByRole("button", { name: /^Change this prompt/ })
      .dblclick();
    await chipsAre(["greet.ts", "README.md:1", "Picture"]);
    assert.equal(await field().inputValue(), "Compare @greet.ts");
    const forks = workbench.treeRow("Subagents", "(fork)");
    await forks.first().waitFor();
    assert.equal(await forks.count(), 1);
  });

  /** Has a prompt wait behind a turn that waits for the person, and changes it there without an end. */
  async function editWaiting(within: Transcript): Promise<void> {
    await within.send("/permission");
    await within.attention.waitFor();
    await within.send("/given old text");
    await within.frame.getByRole("button", { name: "Edit this prompt" }).click();
    await workbench.page.keyboard.type(" EDITED");
  }

  it("waits while it is open for editing, also over a reload of the page, and what is behind it waits too", async () => {
    await idle();
    const earlier = await prompts();
    await editWaiting(transcript);
    await workbench.reloadWebview();
    const box = transcript.frame.locator(".queue textarea");
    await until("the edit is back", async () => (await box.inputValue()) === "/given old text EDITED");
    await refuse(transcript);
    await transcript.send("/given behind");
    await transcript.frame.locator(".queue .chip-text", { hasText: "/given behind" }).waitFor();
    assert.deepEqual(await prompts(), [...earlier, "/permission"]);
    await box.press("Enter");
    await until("both are sent", async () => (await prompts()).length === earlier.length + 3);
    assert.deepEqual((await prompts()).slice(-2), ["/given old text EDITED", "/given behind"]);
  });

  it("is sent when the tab in which it is open for editing is closed", async () => {
    await idle();
    const earlier = await prompts();
    await workbench.runCommand("ACP: Open Transcript in Editor");
    const tab = new Transcript(workbench.editorWebview());
    await editWaiting(tab);
    await refuse(tab);
    assert.deepEqual(await prompts(), [...earlier, "/permission"]);
    await workbench.runCommand("View: Close Editor");
    await until("it is sent as it was", async () => (await prompts()).at(-1) === "/given old text");
  });

  it("has what was changed of it after the window is reloaded, while it is held", async () => {
    await idle();
    await editWaiting(transcript);
    await workbench.reload();
    const box = transcript.frame.locator(".queue textarea");
    await until("the edit is back", async () => (await box.inputValue()) === "/given old text EDITED");
    await box.press("Enter");
    await transcript.frame.locator(".queue .chip-text", { hasText: "/given old text EDITED" }).waitFor();
    await transcript.frame.getByRole("button", { name: "Send this prompt" }).press("Enter");
    await until("it is sent", async () => (await prompts()).at(-1) === "/given old text EDITED");
    assert.equal(await field().evaluate((each) => each.matches(":focus")), true);
  });

  const idle = (shown = transcript) => shown.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });

  /** What was sent, oldest first. */
  const prompts = async () => (await transcript.rows("user_message").allInnerTexts()).map((text) => /\/\w[^\n]*/.exec(text)?.[0] ?? text);

  /** Answers both questions of `/permission`, which ends its turn. */
  async function refuse(shown: Transcript): Promise<void> {
    for (const command of ["rm -rf build", "npm publish --dry-run"]) {
      await shown.attention.getByText(command).first().waitFor();
      await shown.attention.locator("[data-option-id=reject][aria-disabled=false]").click();
    }
    await idle(shown);
  }
});
