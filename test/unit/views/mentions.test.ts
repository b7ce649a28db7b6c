import assert from "node:assert/strict";
import { bestOf, filePatterns, folderPattern, foldersOf, mostOffered } from "../../../src/views/transcript/mentions.ts";

const file = (path: string) => ({ kind: "file" as const, name: path.split("/").at(-1) ?? "", detail: path });

describe("what @ may mean", () => {
  it("is asked for by patterns that find it in any case", () => {
    assert.deepEqual(filePatterns(""), ["**/*"]);
    assert.deepEqual(filePatterns("st1"), ["**/[sS][tT]1*", "**/*[sS][tT]1*"]);
    assert.deepEqual(filePatterns("a/b"), ["**/*[aA]*/**/[bB]*", "**/*[aA]*/**/*[bB]*"]);
    assert.deepEqual(filePatterns("a/"), ["**/*[aA]*/**"]);
    assert.equal(folderPattern("Ab"), "**/*[aA][bB]*/**");
  });

  it("takes what means something in patterns for any character", () => {
    assert.deepEqual(filePatterns("[*]{,}!"), ["**/???????*", "**/*???????*"]);
    assert.equal(filePatterns("ß")[0], "**/ß*");
  });

  it("finds the folders of a path", () => {
    assert.deepEqual(foldersOf("src/store/store.ts", "STO"), ["src/store"]);
    assert.deepEqual(foldersOf("src/a/src/b.ts", "src"), ["src", "src/a/src"]);
    assert.deepEqual(foldersOf("src/a/b.ts", "src/a"), ["src/a"]);
    assert.deepEqual(foldersOf("src/a.ts", ""), []);
  });

  it("is offered best first: the name itself, its begin, the begin of a word in it, then the rest", () => {
    const found = ["lib/restore.ts", "src/store/index.ts", "src/my-store.ts", "src/store.ts", "store", "other.ts"].map(file);
    assert.deepEqual(
      bestOf("store", found).map(({ detail }) => detail),
      ["store", "src/store.ts", "src/my-store.ts", "lib/restore.ts", "src/store/index.ts"],
    );
  });

  it("is offered in the order found without a query, and never too much", () => {
    const many = Array.from({ length: 500 }, (_, index) => file(`${index}.ts`));
    assert.deepEqual(bestOf("", many), many.slice(0, mostOffered));
    assert.equal(bestOf("ts", many).length, mostOffered);
  });
});
