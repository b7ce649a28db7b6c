import assert from "node:assert/strict";
import { codePath, pathWords } from "../../../src/render/pathWords.ts";

const found = (text: string) =>
  pathWords(text).map(({ start, end, path, line }) => `${text.slice(start, end)} → ${path}${line === undefined ? "" : ` line ${line}`}`);

describe("render/pathWords", () => {
  it("finds paths and names of files in a sentence, with their lines", () =>
    assert.deepEqual(found("See src/store.ts:12, (test/a.test.ts) and README.md. Or /etc/hosts: C:\\w\\a.ts and ~/notes, main.rs#L4!"), [
      "src/store.ts:12 → src/store.ts line 12",
      "test/a.test.ts → test/a.test.ts",
      "README.md → README.md",
      "/etc/hosts → /etc/hosts",
      "C:\\w\\a.ts → C:\\w\\a.ts",
      "~/notes → ~/notes",
      "main.rs#L4 → main.rs line 4",
    ]));
  it("leaves the place of a range and a column aside", () =>
    assert.deepEqual(found("a.ts:3-9 and a.ts:3:14."), ["a.ts:3-9 → a.ts line 3", "a.ts:3:14 → a.ts line 3"]));
  it("takes no number, address or plain word for a path", () =>
    assert.deepEqual(found("Version 1.2.3 of it, 3.14, at https://example.com/a.ts or mail: a word. So … and no 12:30"), []));
  it("finds a path in any script", () => assert.deepEqual(found("開く src/日本語.ts を"), ["src/日本語.ts → src/日本語.ts"]));
  it("takes a piece of code whole", () => {
    assert.deepEqual(codePath("my notes/a b.md:7"), { start: 0, end: 17, path: "my notes/a b.md", line: 7 });
    assert.equal(codePath("store.apply()"), undefined);
    assert.equal(codePath("x => y"), undefined);
    assert.equal(codePath("a/b.ts\n"), undefined);
  });
  it("is quick with what a machine wrote", () => {
    const started = performance.now();
    pathWords("a.".repeat(100_000));
    pathWords("/".repeat(200_000));
    pathWords("a/".repeat(100_000));
    assert.ok(performance.now() - started < 1_000);
  });
});
