// From child to child in a tab of its own.
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";

describe("ways between sub-agents", () => {
  it("lead from a child's own tab to its sibling and its parent in the same tab", async () => {
    const workbench = await freshWorkbench("navigation");
    await workbench.showContainer("ACP Subagents");
    await workbench.runCommand("ACP: Try the Demo Agent");
    const transcript = new Transcript(workbench.webview());
    await transcript.send("/cancel");
    await transcript.card("Fuzz the list").waitFor();
    const row = (label: string) => workbench.treeRow("Subagents", label);
    await row("Stress the store").click();
    await workbench.runCommand("ACP: Open Transcript in Editor");
    const { frame } = new Transcript(workbench.editorWebview());
    const here = (label: string) => frame.locator(`.breadcrumb [aria-current="page"]:text-is("${label}")`).waitFor();
    await here("Stress the store");
    await frame.locator('.position:text-is("1 of 2")').waitFor();
    await frame.locator(".to-arrow-right").click();
    await here("Fuzz the list");
    await workbench.page.locator('.tab [aria-label*="Fuzz the list"], .tab[aria-label*="Fuzz the list"]').first().waitFor();
    await frame.locator(".to-arrow-up").click();
    await frame.locator("acp-composer textarea").waitFor();
    await workbench.runCommand("ACP: Cancel Turn");
  });
});
