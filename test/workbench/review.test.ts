// The review of what the demo agent changed: from the end of the turn to the editor's view of many changes, and back to what was.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("a review of changes", () => {
  let workbench: Workbench;
  let transcript: Transcript;
  let notes: string;
  let copy: string;

  before(async () => {
    workbench = await freshWorkbench("review");
    [notes, copy] = [join(workbench.folder, "demo-notes.md"), join(workbench.folder, "..", "acp-demo-outside.md")];
    writeFileSync(notes, "# Former notes\n\nThe list is copied.\n");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.frame.locator("acp-composer").getByText("Demo Agent", { exact: true }).waitFor();
    // The session is called by another prompt than the turn that is reviewed.
    await transcript.send("/one");
    await transcript.rows("user_message").waitFor();
    await transcript.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });
    await transcript.send("/files");
    const allow = transcript.attention.locator('[data-option-id="once"]');
    await until("the answer can be given", async () => (await allow.getAttribute("aria-disabled")) === "false");
    await allow.click();
  });
  after(() => {
    for (const path of [notes, copy]) rmSync(path, { force: true });
  });

  const title = (name: string) => workbench.page.locator(".editor-actions .action-label").and(workbench.page.getByRole("button", { name }));

  it("opens from the end of the turn, and shows every file beside what stood there", async () => {
    await transcript.frame.getByRole("button", { name: "Review what this turn changed" }).click({ timeout: 60_000 });
    await workbench.page.locator(".tab .label-name").getByText("Review of a turn: /files (2 files)", { exact: true }).waitFor();
    await workbench.page.locator(".multiDiffEntry .view-line", { hasText: "Former notes" }).first().waitFor();
    await workbench.page.locator(".multiDiffEntry .view-line", { hasText: "The store copies its list." }).first().waitFor();
    await workbench.page.locator(".multiDiffEntry .view-line", { hasText: "A copy of the notes." }).first().waitFor();
  });

  it("has a list of its files, which follows what is done to them in it and elsewhere", async () => {
    const list = workbench.page.locator(".quick-input-widget");
    const names = /demo-notes\.md|acp-demo-outside\.md/;
    const rows = async () => (await list.locator(".monaco-list-row").allTextContents()).map((row) => names.exec(row)?.[0]).join();
    await title("List the Files of the Review").click();
    await until("both files are listed", async () => (await rows()) === "demo-notes.md,acp-demo-outside.md");
    const row = list.locator(".monaco-list-row", { hasText: "demo-notes.md" });
    await row.hover();
    await row.getByRole("button", { name: "Revert" }).click();
    await until("the notes left the list", async () => (await rows()) === "acp-demo-outside.md");
    assert.equal(readFileSync(notes, "utf8"), "# Former notes\n\nThe list is copied.\n");
    await workbench.page
      .locator(".notification-toast", { hasText: "Reverted: demo-notes.md" })
      .getByRole("button", { name: "Undo" })
      .click();
    await until("the notes are back in the list", async () => (await rows()) === "demo-notes.md,acp-demo-outside.md");
    await workbench.page.keyboard.press("Escape");
    await list.waitFor({ state: "hidden" });
  });

  it("puts the file back that the cursor is in, has it again by undo, and closes when all is accepted", async () => {
    await workbench.page.locator(".multiDiffEntry .view-line", { hasText: "The store copies its list." }).first().click();
    await title("Revert File").click();
    await until("the notes are back", () => readFileSync(notes, "utf8") === "# Former notes\n\nThe list is copied.\n");
    await workbench.page
      .locator(".multiDiffEntry .view-line", { hasText: "The store copies its list." })
      .first()
      .waitFor({ state: "detached" });
    await workbench.page.locator(".multiDiffEntry .view-line", { hasText: "A copy of the notes." }).first().waitFor();
    await workbench.page
      .locator(".notification-toast", { hasText: "Reverted: demo-notes.md" })
      .getByRole("button", { name: "Undo" })
      .click();
    await workbench.page.locator(".multiDiffEntry .view-line", { hasText: "The store copies its list." }).first().waitFor();
    await title("Accept All Files").click();
    await workbench.page.locator(".multiDiffEntry").first().waitFor({ state: "detached" });
    assert.ok(existsSync(copy));
    assert.match(readFileSync(notes, "utf8"), /The store copies its list\./);
  });
});
