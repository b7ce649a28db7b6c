// What agents ask of the editor, by the demo agent: terminals and files, from the root, a child and a grandchild.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("what agents ask of the editor", () => {
  let workbench: Workbench;
  let transcript: Transcript;

  before(async () => {
    workbench = await freshWorkbench("services");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await transcript.frame.locator("acp-composer textarea").waitFor();
  });

  const idle = () => transcript.frame.locator("acp-composer .stop-turn").waitFor({ state: "detached" });
  const unfold = (title: string) => transcript.frame.locator(".tool-title").filter({ hasText: title }).last().click();

  it("output that an agent shows comes live and in colours, and opens in a terminal of the editor", async () => {
    await transcript.send("/colours");
    await transcript.card("Run the tests").waitFor();
    await transcript.toggle("Run the tests");
    await unfold("npm test");
    const terminal = transcript.well("Run the tests").locator("acp-terminal");
    await terminal.locator(".exit").filter({ hasText: "running" }).waitFor();
    await terminal.locator(".fg-green").filter({ hasText: "✔" }).first().waitFor();
    await terminal.locator(".exit").filter({ hasText: "exited with code 1" }).waitFor();
    assert.match(await terminal.locator(".output-lines").innerText(), /^✔ keeps what is applied \(0\.3ms\)$/m);
    await terminal.locator(".open-terminal").click();
    await workbench.page.locator(".terminal-wrapper").first().waitFor();
    await workbench.page.locator(".panel .single-terminal-tab, .panel .tabs-container").filter({ hasText: "npm test" }).first().waitFor();
    await idle();
    await workbench.runCommand("Terminal: Kill All Terminals");
  });

  it("commands run for the root, a child and a grandchild; each tells how it ended", async () => {
    await transcript.send("/commands");
    await transcript.card("Check the build").waitFor();
    await transcript.toggle("Check the build");
    await transcript.card("Watch the build").waitFor();
    await transcript.toggle("Watch the build");
    for (const command of ["echo built by the root", "echo checked by a child", "echo watching"]) await unfold(command);
    await idle();
    const told = async () =>
      (await transcript.frame.locator("acp-terminal").allInnerTexts()).slice(-3).map((text) => text.replace(/\s+/g, " "));
    const expected = ["built by the root exited with code 0", "checked by a child exited with code 3", "watching ended by signal SIGTERM"];
    await until("all three tell their end", async () => (await told()).every((text, index) => text.startsWith(expected[index] ?? "?")));
    const answer =
      /“built by the root” and ended with code 0.*“checked by a child” and ended with code 3.*“watching” and ended with signal SIGTERM/;
    await transcript.rows("agent_message").filter({ hasText: answer }).waitFor();
  });

  it("a file is written where the agent works, and outside only when the person agrees", async () => {
    const [inside, outside] = [join(workbench.folder, "demo-notes.md"), join(workbench.folder, "..", "acp-demo-outside.md")];
    await transcript.send("/files");
    await transcript.attention.getByText("Keep a copy outside").waitFor();
    assert.match(await transcript.attention.locator(".attention-detail").innerText(), /acp-demo-outside\.md/);
    assert.equal(existsSync(outside), false);
    const refuse = transcript.attention.locator('[data-option-id="no"]');
    await until("the answer can be given", async () => (await refuse.getAttribute("aria-disabled")) === "false");
    await refuse.click();
    await idle();
    await transcript.rows("agent_message").filter({ hasText: "is not written: The person did not allow writing" }).waitFor();
    assert.deepEqual([existsSync(outside), readFileSync(inside, "utf8").split("\n")[0]], [false, "# Notes"]);
    rmSync(inside);
  });
});
