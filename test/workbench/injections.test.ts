// Every surface of the editor with what an agent may write to be taken for something else than text. One way, in order.
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { root } from "../../scripts/setup.mjs";
import { exactText } from "../../src/base/exactText.ts";
import { canary, shortInjection, trap } from "../support/injections.ts";
import { freshWorkbench } from "./shared.ts";
import { Transcript } from "./transcript.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** Words of the injections that must be there to be read. */
const readable = ["$(beaker)", "[x](command:a.b)", "<b>", "&Go"];

describe("injections in the editor's own surfaces", () => {
  let workbench: Workbench;
  let transcript: Transcript;
  const requested: string[] = [];

  before(async () => {
    const agent = { command: process.execPath, args: [join(root, "test", "workbench", "hostileAgent.ts"), shortInjection] };
    workbench = await freshWorkbench("injections", {
      "acpSubagents.agents": { [`Strange ${shortInjection}`]: agent },
      "acpSubagents.notifications": "always",
    });
    workbench.page.on("request", (request) => requested.push(request.url()));
    await workbench.showContainer("ACP Subagents");
    transcript = new Transcript(workbench.webview());
  });

  after(async () => {
    await workbench.runCommand("ACP: Disconnect Agent");
  });

  it("a modal question shows the command to the letter, unseen characters by their names", async () => {
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await workbench.runCommand("ACP: Start Session…");
    await pickStrange();
    await isText(dialog, [...readable, "⟨U+202E⟩"]);
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await transcript.frame.locator("acp-composer textarea").waitFor();
  });

  it("tree rows: label, description, and what is said when the pointer rests on them", async () => {
    await transcript.send("children");
    const rows = workbench.treeRows("Subagents");
    await rows.nth(5).waitFor();
    await isText(rows.first().locator(".label-name"));
    await isText(rows.locator(".label-name"), [
      "[run](command:workbench.action.quit)",
      "$(beaker) $(rocket~spin)",
      "&Allow &&Deny",
      "<script>",
    ]);
    await isText(rows.locator(".label-description"), ["<script>"]);
    await isText(await hover(workbench.treeRow("Subagents", "[run]")), [
      "[run](command:workbench.action.quit) <command:workbench.action.quit>",
    ]);
  });

  it("the status bar's item and its tooltip", async () => {
    const item = workbench.page.locator('.statusbar-item[id*="acpSubagents"]');
    await isText(await hover(item));
  });

  it("quick picks: subagents, earlier sessions, modes", async () => {
    const list = workbench.page.locator(".quick-input-list .monaco-list-row");
    for (const [command, words] of [
      ["ACP: Reveal Subagent…", readable],
      ["ACP: Set Mode…", ["<script>"]],
      ["ACP: Open Session…", ["<script>"]],
    ] as const) {
      await workbench.runCommand(command);
      if (command === "ACP: Open Session…") await pickStrange();
      await isText(list, words);
      await workbench.page.keyboard.press("Escape");
      await workbench.page.keyboard.press("Escape");
    }
  });

  it("tab titles: of a transcript and of a timeline", async () => {
    await workbench.treeRows("Subagents").first().click();
    await workbench.runCommand("ACP: Open Transcript in Editor");
    await isText(workbench.page.locator(".tab .label-name"));
    await workbench.runCommand("ACP: Show Timeline");
    await isText(workbench.page.locator(".tab").filter({ hasText: "Timeline" }).locator(".label-name"));
  });

  it("notifications: of a request, of an end and of an error; the view's bar names what nobody sees", async () => {
    await transcript.send("ask");
    await isText(workbench.notifications.filter({ hasText: "waits for you" }), [...readable, "⟨U+202E⟩"]);
    const asked = transcript.attention.locator(".attention-detail");
    assert.equal(await asked.innerText(), exactText(`rm ${shortInjection}`));
    assert.deepEqual(await asked.locator(".unseen").allInnerTexts(), ["⟨U+202E⟩"]);
    await transcript.attention.locator('[data-option-id="no"][aria-disabled="false"]').click();
    await isText(workbench.notifications.filter({ hasText: "fail" }), readable);
    await transcript.send("fail");
    await isText(workbench.notifications.filter({ hasText: "with an error" }), readable);
    await workbench.runCommand("Notifications: Clear All Notifications");
  });

  it("a terminal's name", async () => {
    await transcript.send("output");
    await transcript.frame.locator(".tool-title").last().click();
    await transcript.frame.locator(".open-terminal").last().click();
    await isText(workbench.page.locator(".panel .single-terminal-tab, .panel .tabs-container"));
    await workbench.runCommand("Terminal: Kill All Terminals");
  });

  it("progress in the views, and a question before something is deleted", async () => {
    await workbench.treeRows("Subagents").first().click();
    await workbench.runCommand("ACP: Delete Session…");
    const dialog = workbench.page.locator(".monaco-dialog-box");
    await isText(dialog);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await workbench.runCommand("ACP: Close Session");
    await dialog.getByRole("button", { name: "Close Session" }).click();
    await isText(workbench.view("Subagents").locator(".message"), ["Closing", ...readable]);
    await workbench.runCommand("ACP: Stop Waiting");
  });

  /** The agent's row in a list: its name is as strange as what it says. */
  async function pickStrange(): Promise<void> {
    await workbench.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: "Strange" }).first().click();
  }

  /** What is shown when the pointer rests there; a list that is drawn anew meanwhile takes it away again. */
  async function hover(place: Locator): Promise<Locator> {
    const shown = workbench.page.locator(".monaco-hover:visible");
    await until("something is shown", async () => {
      await workbench.page.mouse.move(900, 500);
      await place.hover();
      return shown.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
    });
    return shown;
  }

  /** Waits until the words can be read there, and looks whether anything was made of them, anywhere in the window. */
  async function isText(place: Locator, words: readonly string[] = readable): Promise<void> {
    // Blanks without width stand where an icon or a link would begin, and a label's blanks are drawn so that they do not break.
    const read = async () => (await place.allInnerTexts()).join("\n").replaceAll("\u200b", "").replaceAll("\u00a0", " ");
    const missing = async () => {
      const text = await read();
      return words.filter((word) => !text.includes(word));
    };
    await until("it can be read", async () => (await missing()).length === 0, 15_000).catch(async () =>
      assert.fail(`${(await missing()).join(" ")} not in ${await read()}`),
    );
    await nothingMade();
  }

  async function nothingMade(): Promise<void> {
    const icons = ["beaker", "rocket", "telescope", "squirrel", "piano"].map((name) => `.codicon-${name}`);
    const made = workbench.page.locator(
      [
        ...icons,
        "[href^='command:workbench.action.quit']",
        "[href^='command:a.b']",
        "[data-href^='command:']",
        `[href*='${trap}']`,
        `img[src*='${trap}']`,
        "[href^='javascript:']",
      ].join(", "),
    );
    assert.deepEqual(await made.evaluateAll((all) => all.map((each) => each.outerHTML.slice(0, 300))), []);
    let wasRun: readonly PromiseSettledResult<boolean>[] = [];
    const asked = () => workbench.page.frames().map((frame) => frame.evaluate((name) => name in globalThis, canary));
    await until("no page goes while it is asked", async () => {
      wasRun = await Promise.allSettled(asked());
      return wasRun.every(({ status }) => status === "fulfilled");
    });
    assert.equal(
      wasRun.some((answer) => answer.status === "fulfilled" && answer.value),
      false,
      "nothing was run",
    );
    assert.deepEqual(
      requested.filter((url) => url.startsWith(trap)),
      [],
    );
  }
});
