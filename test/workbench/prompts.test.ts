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

  const field = () => transcript.frame.locator("acp-composer textarea");
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
});
