import { vsixPath } from "../../scripts/lib/steps.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import { Workbench } from "./workbench.ts";

describe("the walkthrough", () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.open({ vsix: vsixPath });
  });
  after(() => workbench?.close());

  it("has its first step ticked, also when the demo agent was tried before the walkthrough was opened", async () => {
    await workbench.showContainer("ACP Subagents");
    await workbench.view("Subagents").getByRole("button", { name: "Try the Demo Agent" }).click();
    await workbench.webview().locator("acp-composer textarea").first().waitFor();
    await workbench.runCommand("ACP: Open First Steps");
    await isTicked("Watch subagents at work");
  });

  it("has steps ticked by what is done in a transcript", async () => {
    const transcript = new Transcript(workbench.webview());
    await transcript.send("/permission");
    await transcript.toggle("Clean the build folder");
    await isTicked("Read a subagent's card");
    await transcript.frame.locator('[data-option-id="allow-once"][aria-disabled="false"]').click();
    await isTicked("Answer what waits for you");
  });

  const isTicked = (title: string) => {
    const { page } = workbench;
    const ticked = page.locator(".getting-started-step", { has: page.locator(".codicon-getting-started-step-checked") });
    return until(`“${title}” is ticked`, async () => (await ticked.allInnerTexts()).some((text) => text.includes(title)));
  };
});
