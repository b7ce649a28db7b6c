import { vsixPath } from "../../scripts/lib/steps.ts";
import { until } from "./until.ts";
import { Workbench } from "./workbench.ts";

describe("the walkthrough", () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.open({ vsix: vsixPath });
  });
  after(() => workbench?.close());

  it("has its first step ticked, also when the demo agent was tried before the walkthrough was opened", async () => {
    const { page } = workbench;
    await workbench.showContainer("ACP Subagents");
    await workbench.view("Subagents").getByRole("button", { name: "Try the Demo Agent" }).click();
    await workbench.webview().locator("acp-composer textarea").first().waitFor();
    await workbench.runCommand("ACP: Open First Steps");
    const ticked = page.locator(".getting-started-step", { has: page.locator(".codicon-getting-started-step-checked") });
    await until("the first step is ticked", async () =>
      (await ticked.allInnerTexts()).some((text) => text.includes("Watch subagents at work")),
    );
  });
});
