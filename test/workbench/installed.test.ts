import assert from "node:assert/strict";
import { openWorkbench } from "./shared.ts";

describe("the installed extension", () => {
  it("has its icon in the activity bar, behind which both views open", async () => {
    const workbench = await openWorkbench();
    await workbench.showContainer("ACP Subagents");
    await workbench.view("Subagents").waitFor();
    await workbench.view("Transcript").waitFor();
    await workbench.webview().locator("body").waitFor();
  });

  it("offers its commands in the palette under the category ACP", async () => {
    const workbench = await openWorkbench();
    for (const title of ["ACP: Try the Demo Agent", "ACP: New Session", "ACP: Answer Next Request"]) {
      const offered = await workbench.searchPalette(title);
      await workbench.page.keyboard.press("Escape");
      assert.ok(offered.includes(title), `${title} in ${offered.join(" · ")}`);
    }
  });
});
