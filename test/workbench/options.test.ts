// Modes, models and options of the demo agent, by the composer and by the palette. Each test goes on where the one before ended.
import assert from "node:assert/strict";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

describe("options of a session", () => {
  let workbench: Workbench;
  let transcript: Transcript;
  const button = (key: string) => transcript.frame.locator(`acp-composer .setting[data-key="${key}"]`);

  before(async () => {
    workbench = await freshWorkbench("options");
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
    await workbench.runCommand("ACP: Try the Demo Agent");
    await button("option:model").waitFor();
  });

  it("are changed from the composer by a native list with groups; a choice that is refused goes back and says why", async () => {
    await button("option:model").click();
    const list = workbench.page.locator(".quick-input-list");
    await list.getByText("Thorough", { exact: true }).waitFor();
    await workbench.pick("Owl");
    await button("option:model").filter({ hasText: "Owl" }).and(transcript.frame.locator('[data-pending="false"]')).waitFor();
    await button("option:model").click();
    await workbench.pick("Eagle");
    const told = transcript.frame.locator(".refused-setting");
    await told.waitFor();
    assert.match(await told.innerText(), /Model stays “Owl”: .*no access to Eagle/);
    assert.equal((await button("option:model").innerText()).trim(), "Owl");
    await button("option:web-search").click();
    await button("option:web-search").filter({ hasText: "off" }).waitFor();
  });

  it("are changed from the palette, and children tell their own", async () => {
    await workbench.runCommand("ACP: Set Mode…");
    await workbench.pick("Edit");
    await button("mode").filter({ hasText: "Edit" }).waitFor();
    await transcript.send("/details Paint it");
    await transcript.card("Read with options").waitFor();
    await transcript.toggle("Read with options");
    const facts = transcript.well("Read with options").locator(".facts").first();
    await until("the child's own options and usage are shown", async () =>
      /Model\s*Swift[\s\S]*Web search\s*off[\s\S]*Seed\s*7[\s\S]*Cost\s*0\.03 USD/.test(await facts.innerText()),
    );
    await transcript.frame.locator("acp-composer .usage").filter({ hasText: "42%" }).waitFor();
  });
});
