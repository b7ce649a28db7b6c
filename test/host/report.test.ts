import assert from "node:assert/strict";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { exportMarkdown } from "../../src/views/exports/exportMarkdown.ts";
import { activated, quickId, run, send, startDemo } from "./extension.ts";

const secret = "words-that-no-pattern-knows";

describe("a report of a problem", () => {
  it("is shown before it is saved, and holds no key: nor do log, traffic and diagnostics", async () => {
    const { parts } = await activated();
    const { masker, log, teller } = parts;
    const { keys } = await parts.admission();
    const demo = await startDemo();
    await keys.keep(quickId, "DEMO_API_KEY", secret);
    const { say } = teller;
    const told: string[] = [];
    teller.say = (sentence) => told.push(sentence);
    try {
      await send(demo, `/help My key is ${secret}`);
      log.warn(`Somebody says ${secret}.`);
      await run("reportProblem");
      const report = vscode.window.activeTextEditor?.document;
      assert.ok(report?.isUntitled && report.languageId === "markdown");
      const text = report.getText();
      assert.match(text, /^# ACP Subagents: problem report\n/);
      assert.match(text, /\*\*Quick Demo\*\* \(acp-subagents-demo 1\.0\.0\): running/);
      assert.match(text, /My key is •••/, "its frames are there, masked");
      assert.match(text, /Somebody says •••\./, "so is the log");
      assert.equal(text.includes(secret) || text.includes(homedir()), false);
      assert.match(told[0] ?? "", /^This is the report\./);
      await run("copyDiagnostics");
      const copied = await vscode.env.clipboard.readText();
      assert.match(copied, /- editor: .+ \d+\.\d+\.\d+\n/);
      assert.match(copied, /frames: \d+, noise: 0/);
      const session = demo.connection.model.get(demo.id);
      assert.ok(session);
      const exported = masker.text(await exportMarkdown(demo.connection, session));
      for (const each of [copied, exported, await demo.connection.agent.traffic.save(masker)]) assert.equal(each.includes(secret), false);
    } finally {
      teller.say = say;
      await keys.forget(quickId);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    }
  });
});
