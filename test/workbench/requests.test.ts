// What waits for the person, in a real window with the demo agent. Each test goes on where the one before ended.
import assert from "node:assert/strict";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

const page = "https://example.com/device?code=DEMO-1234&next=https%3A%2F%2Fexample.com%2Fdone%3Fa%3D1%26b%3D2";

describe("what waits for the person", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await freshWorkbench("requests");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.frame.locator("acp-composer").getByText("Demo Agent", { exact: true }).waitFor();
  });

  const field = (key: string) => transcript.frame.locator(`[data-field="${key}"] [data-control]`);
  const answer = (word: string) => transcript.frame.locator(`vscode-button[data-answer="${word}"]`);
  const armed = () => transcript.frame.locator('.attention-answers vscode-button[aria-disabled="false"]').first().waitFor();
  const told = () => transcript.rows("request").allInnerTexts();

  it("fills in forms of the root and of a child, which survive that the page is loaded again, and opens a page to the letter", async () => {
    await transcript.send("/form");
    await field("name").fill("My Release");
    await transcript.frame.getByLabel("Next").check();
    await armed();
    await answer("send").click();
    await transcript.frame.locator(".field-error").getByText("^[a-z-]+$").waitFor();
    await field("name").fill("my-release");
    await field("name").press("Enter");
    await transcript.attention.getByText("Who shall review this?").waitFor();
    await field("who").fill("Ada");
    await workbench.reloadWebview();
    await until("the draft is there again", async () => (await field("who").inputValue()) === "Ada");
    await field("who").press("Enter");
    await transcript.attention.getByText(page).waitFor();
    const opened: string[] = [];
    await workbench.page.context().route("https://example.com/**", (route) => {
      opened.push(route.request().url());
      return route.fulfill({ body: "Done." });
    });
    await armed();
    await answer("open").click();
    const [tab] = await Promise.all([
      workbench.page.context().waitForEvent("page"),
      workbench.page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click(),
    ]);
    await until("the page is open", () => opened.length > 0);
    await tab.close();
    assert.equal(opened[0], page);
    await transcript.attention.waitFor({ state: "detached" });
    assert.match(
      (await told()).join("\n"),
      /You answered: Before I prepare the release, I need to know a few things\.\s+Name\s+my-release/,
    );
    await transcript.rows("agent_message").getByText("I was told who: Ada. I was told yes.").waitFor();
  });

  it("[S14] [S15] [S17] answers a child's request in the child's own tab or in the root's view, and it is gone from both", async () => {
    await transcript.send("/odd");
    await transcript.card("Look around").getByText("waiting for you").first().waitFor();
    const own = new Transcript(workbench.editorWebview());
    await workbench.pressOnRow(workbench.treeRow("Subagents", "Look around"), "Open Transcript in Editor", own.attention);
    await own.attention.getByText("deploy --to child", { exact: true }).waitFor();
    await until("all three wait", async () => /1 request waits in another session/.test(await own.attention.innerText()));
    await own.frame.locator('[data-option-id="folder"][aria-disabled="false"]').click();
    await own.attention.getByText("deploy --to grandchild").waitFor();
    await transcript.attention.getByText("deploy --to main").waitFor();
    await transcript.frame.locator(".next").click();
    await transcript.frame.locator('[data-option-id="never"][aria-disabled="false"]').click();
    await own.attention.waitFor({ state: "detached" });
    await transcript.attention.getByText("deploy --to main").waitFor();
    await workbench.runCommand("ACP: Answer Next Request");
    await until("the bar has the focus", () => transcript.attention.evaluate((bar) => bar === document.activeElement));
    await armed();
    await transcript.frame.locator('[data-option-id="once"]').click();
    await transcript
      .rows("agent_message")
      .getByText("deploy --to main: once. deploy --to child: folder. deploy --to grandchild: never.")
      .waitFor();
    await workbench.runCommand("View: Close All Editors");
  });

  it("lets go of what the agent takes back, and says so", async () => {
    await transcript.send("/withdraw");
    await until("they wait", async () => /of 3/.test((await transcript.attention.allInnerTexts()).join()));
    await transcript.rows("agent_message").getByText("probe --at grandchild: I do not need it any more.").waitFor();
    await transcript.attention.waitFor({ state: "detached" });
    assert.equal((await told()).filter((text) => text.trim() === "Taken back by the agent: probe --at main").length, 1);
  });

  it("says in the transcript that a reload cut off the turn, and cancelled what waited", async () => {
    await transcript.send("/permission");
    await transcript.attention.waitFor();
    await workbench.reload();
    const cutOff = "The turn was cut off when the window was reloaded. Requests that waited were cancelled.";
    await transcript.rows("notice").getByText(cutOff).waitFor();
    const last = await transcript.rows("notice").last().innerText();
    assert.equal(last.replace(/\s+/g, " ").trim(), `Warning: ${cutOff}`);
    await transcript.toggle("Clean the build folder");
    const asked = transcript.well("Clean the build folder").locator('.row[data-kind="tool_call"]').last();
    assert.match(await asked.innerText(), /\bcancelled$/);
  });
});
