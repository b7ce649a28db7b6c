import assert from "node:assert/strict";
import { type AgentFacts, diagnosticsText, problemReport } from "../../../src/views/problemReport.ts";

const bot: AgentFacts = {
  label: "Bot\n# not a heading",
  name: "bot-acp",
  version: "1.2.3",
  state: "running",
  sessions: 2,
  subagents: 5,
  frames: 120,
  noise: 1,
  diagnostics: [
    { level: "warning", message: "odd", t: 1 },
    { level: "warning", message: "odd", t: 2 },
    { level: "info", message: "new", t: 3 },
  ],
  offers: ["load", "mcpHttp"],
  signIn: ["agent", "terminal"],
};
const surroundings = [["editor", "Code 1.139.1"]] as const;

describe("a report of a problem", () => {
  it("says what runs where, and counts", () => {
    assert.equal(
      diagnosticsText(surroundings, [bot]),
      [
        "- editor: Code 1.139.1",
        "",
        "- **Bot # not a heading** (bot-acp 1.2.3): running",
        "  - sessions: 2, subagents: 5, frames: 120, noise: 1, diagnostics: 3",
        "  - offers: load, mcpHttp",
        "  - sign-in: agent, terminal",
        "  - warning: odd (×2)",
        "  - info: new",
      ].join("\n"),
    );
    assert.match(diagnosticsText(surroundings, []), /No agent was started in this window\.$/);
  });

  it("holds log, last words and frames, masked as a whole; no text ends its block", () => {
    const trails = [{ label: "Bot", stderr: "```\nkey-123", traffic: '{"t":1,"text":"key-123"}\n' }];
    const text = problemReport(surroundings, [bot], ["first key-123", "second"], trails, (all) => all.replaceAll("key-123", "•••"));
    assert.doesNotMatch(text, /key-123/);
    assert.match(text, /## Log\n\n```text\nfirst •••\nsecond\n```\n/);
    assert.match(text, /\n````text\n```\n•••\n````\n/);
    assert.match(text, /Its last frames:\n\n```jsonl\n\{"t":1,"text":"•••"\}\n```\n$/);
  });

  it("keeps the newest of what is long, in whole lines", () => {
    const traffic = Array.from({ length: 20_000 }, (_, at) => `{"t":${at},"frame":{"method":"x"}}\n`).join("");
    const text = problemReport(surroundings, [], [], [{ label: "Bot", stderr: "", traffic }], (all) => all);
    assert.ok(text.length < 420_000);
    assert.match(text, /\n```jsonl\n\{"t":\d+,/);
    assert.match(text, /\{"t":19999,"frame":\{"method":"x"\}\}\n```\n$/);
  });
});
