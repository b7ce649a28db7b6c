// One word for one thing, wherever a person reads: "subagent", as the protocol and the editor write it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allSentences, bundleFile, type languages, manifestTexts, readTexts } from "../../../scripts/lib/sentences.ts";
import { root } from "../../../scripts/setup.mjs";

/** The extension's own name and the ids of its settings and commands stay as they are in every language. */
const withoutNames = (text: string) => text.replace(/ACP Subagents|acpSubagents[\w.]*/g, "");
const texts = (language: (typeof languages)[number]) =>
  [readTexts(bundleFile(language)), readTexts(manifestTexts(language))].flatMap(Object.values).map(withoutNames);

describe("the word for a session that another one launched", () => {
  it("is “subagent” in every sentence, title and document", () => {
    const files = execFileSync("git", ["ls-files", "*.md", "*.yml", "src", "webview", "package.nls.json"], { cwd: root, encoding: "utf8" });
    const documents = files.split("\n").filter((file) => file !== "" && !file.startsWith("test/"));
    const written = documents.map((file) => [file, readFileSync(join(root, file), "utf8")] as const);
    const other = /\bsub[- ]agents?\b/i;
    assert.deepEqual(
      written.flatMap(([file, text]) => (other.test(text) ? [file] : [])),
      [],
    );
    assert.deepEqual(
      allSentences().sentences.filter((sentence) => other.test(sentence)),
      [],
    );
  });

  it("is “Sub-Agent” in German and “子代理” in Chinese", () => {
    assert.deepEqual(
      texts("de").filter((text) => /subagent|sub-agent|unteragent/i.test(text.replaceAll("Sub-Agent", ""))),
      [],
    );
    assert.deepEqual(
      texts("zh-cn").filter((text) => /sub-?agent|子智能体|子 ?agent/i.test(text)),
      [],
    );
  });
});
