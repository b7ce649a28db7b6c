import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { TerminalView } from "../../src/shared/rowView.ts";
import type { TranscriptState } from "../../src/shared/transcriptState.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { terminals, unfolded } from "./support/scenes.ts";
import { noon, row, rowWindow, state, tool } from "./support/states.ts";

const esc = "\u001b";
const key = "root\nx";
const terminal = (fields: Partial<TerminalView> = {}): TerminalView => ({ key, serial: 1, text: "", start: 0, isCut: false, ...fields });

/** A root with one unfolded call that shows the terminal `x`. */
function transcript(shown: TerminalView | undefined, status = "in_progress"): TranscriptState {
  const call = row({
    id: "t1",
    kind: "tool_call",
    tool: tool("npm test", { toolKind: "execute", status, hasBody: true }),
    body: { parts: [{ type: "terminal", terminalId: "x", key }] },
  });
  return state({ windows: [rowWindow("root", [call])], rest: { terminals: shown ? { [key]: shown } : {} } });
}

const saved = { openRows: ["root/t1"] };
const lines = (view: Transcript) => view.page.locator(".output-line").allInnerTexts();

describe("webview: terminals", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("U20: colours are the theme's terminal colours, other escape codes are dropped, carriage returns honoured", async () => {
    const view = await bench.open({ saved, now: noon });
    const text = `10 %\r100 %\n${esc}[31mred${esc}[0m ${esc}]8;;https://x.example${esc}\\link${esc}]8;;${esc}\\ ${esc}]52;c;aGk=\u0007<b>bold</b>\n`;
    await view.snapshot(transcript(terminal({ text })));
    assert.deepEqual(await lines(view), ["100 %", "red link <b>bold</b>"]);
    const colours = await view.page.locator(".fg-red").evaluate((span) => {
      const theme = getComputedStyle(document.documentElement).getPropertyValue("--vscode-terminal-ansiRed");
      const probe = document.createElement("i");
      probe.style.setProperty("color", theme);
      document.body.append(probe);
      return [getComputedStyle(span).color, getComputedStyle(probe).color, theme];
    });
    assert.equal(colours[0], colours[1]);
    assert.notEqual(colours[2], "");
    assert.deepEqual(await view.page.evaluate(() => (globalThis as unknown as { violations: string[] }).violations), []);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it("U20: the escape codes of any tool's output are colours too", async () => {
    const view = await bench.open({ saved, now: noon });
    const call = row({
      id: "t1",
      kind: "tool_call",
      tool: tool("Run", { hasBody: true }),
      body: { output: `${esc}[32m14 passing${esc}[0m`, parts: [{ type: "text", text: `1 %\r2 %` }] },
    });
    await view.snapshot(state({ windows: [rowWindow("root", [call])] }));
    assert.deepEqual(await lines(view), ["2 %", "14 passing"]);
    assert.equal(await view.page.locator(".fg-green").innerText(), "14 passing");
    await view.close();
  });

  it("output is added as it comes; what is complete is not drawn again", async () => {
    const view = await bench.open({ saved, now: noon });
    await view.snapshot(transcript(terminal({ text: "one\ntw" })));
    await view.page
      .locator(".output-line")
      .first()
      .evaluate((line) => line.setAttribute("data-kept", ""));
    await view.patch({ op: "terminalText", key, append: "o\nthree" });
    assert.deepEqual(await lines(view), ["one", "two", "three"]);
    assert.equal(await view.page.locator(".output-line[data-kept]").count(), 1);
    assert.match(await view.page.locator(".output-end").innerText(), /running/);
    await view.patch({ op: "terminalText", key, append: "\n", exit: { code: 2 } });
    assert.match(await view.page.locator(".output-end").innerText(), /exited with code 2/);
    assert.equal(await view.page.locator(".exit .codicon-error").count(), 1);
    await view.patch({ op: "terminal", terminal: terminal({ text: "other", start: 100 }) });
    assert.deepEqual(await lines(view), ["other"]);
    await view.patch({ op: "terminal", terminal: terminal({ text: "another one", start: 100, serial: 2 }) });
    assert.deepEqual(await lines(view), ["another one"]);
    await view.close();
  });

  it("long output shows its end until the reader asks for all, also while it grows", async () => {
    const view = await bench.open({ saved, now: noon });
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);
    await view.snapshot(transcript(terminal({ text: `${numbers(1, 100).join("\n")}\n`, isCut: true })));
    assert.deepEqual(await lines(view), numbers(89, 100));
    await view.patch({ op: "terminalText", key, append: "line 101\n" });
    assert.deepEqual(await lines(view), numbers(90, 101));
    const button = view.page.locator("acp-output .show-all");
    assert.equal(await button.innerText(), "show all 101 lines");
    await button.click();
    assert.deepEqual(await lines(view), numbers(1, 101));
    assert.match(await view.page.locator(".output-note").innerText(), /Only the end/);
    await view.patch({ op: "terminalText", key, append: "line 102\n" });
    assert.deepEqual(await lines(view), numbers(1, 102));
    await button.click();
    assert.deepEqual(await lines(view), numbers(91, 102));
    await view.close();
  });

  it("is told to screen readers: each output by its command, its end in words; axe finds no fault", async () => {
    for (const theme of ["dark", "light", "hc"] as const) {
      const view = await bench.open({ saved: { openRows: unfolded }, theme, now: noon });
      await view.snapshot(terminals());
      const group = view.page.getByRole("group", { name: "Output of npm test" });
      assert.match(await group.innerText(), /exited with code 1/);
      await view.page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
      const faults = await view.page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(where: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        // The colours are the program's and the theme's.
        const { violations } = await axe.run({ include: ["acp-terminal"], exclude: [".output-lines"] });
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
      });
      assert.deepEqual(faults, [], theme);
      await view.close();
    }
  });

  it("an unknown terminal is an ordinary row; a known one opens in the editor's terminal", async () => {
    const view = await bench.open({ saved, now: noon });
    await view.snapshot(transcript(undefined, "completed"));
    assert.match(await view.page.locator("acp-terminal").innerText(), /No output was reported for the terminal x/);
    await view.patch({ op: "terminal", terminal: terminal({ command: "make all", exit: { signal: "SIGKILL" } }) });
    assert.match(await view.page.locator("acp-terminal").innerText(), /\$ make all[\s\S]*ended by signal SIGKILL/);
    await view.page.locator(".open-terminal").click();
    assert.deepEqual(await view.posted("openTerminal"), { type: "openTerminal", sessionId: "root", terminalId: "x" });
    await view.patch({ op: "terminalGone", key });
    assert.match(await view.page.locator("acp-terminal").innerText(), /No output/);
    await view.close();
  });
});
