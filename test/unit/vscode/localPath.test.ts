import assert from "node:assert/strict";
import { fileStem } from "../../../src/vscode/fileStem.ts";
import { localPath } from "../../../src/vscode/localPath.ts";

describe("the path that an agent's words mean", () => {
  const cases: readonly (readonly [path: string, folder: string | undefined, meant: string | undefined])[] = [
    ["/src/a.ts", "/project", "/src/a.ts"],
    ["src/a.ts", "/project", "/project/src/a.ts"],
    ["../b.ts", "/project/sub", "/project/b.ts"],
    ["src/a.ts", undefined, undefined],
    ["", "/project", undefined],
    ["~", "/project", "/home/me"],
    ["~/notes.md", undefined, "/home/me/notes.md"],
    ["~other/notes.md", "/project", "/project/~other/notes.md"],
    ["file:///src/a%20b.ts", undefined, "/src/a b.ts"],
    ["FILE:///src/a.ts", undefined, "/src/a.ts"],
    ["file://elsewhere/share/a.ts", undefined, undefined],
    ["file:///a%2Fb", undefined, undefined],
  ];
  for (const [path, folder, meant] of cases) {
    it(`${path || "nothing"} in ${folder ?? "no folder"} is ${meant ?? "not known"}`, () => {
      assert.equal(localPath(path, folder, "/home/me"), meant);
    });
  }
});

describe("a label as the name of a file", () => {
  const cases: readonly (readonly [label: string, name: string])[] = [
    ["Review the store reducer!", "review-the-store-reducer"],
    ["../../etc/passwd", "etc-passwd"],
    ["日本語 テキスト", "日本語-テキスト"],
    ["?", "transcript"],
    [`${"long ".repeat(30)}`, "long-long-long-long-long-long-long-long-long-long-long-long"],
  ];
  for (const [label, name] of cases) it(`${label.slice(0, 30)} → ${name}`, () => assert.equal(fileStem(label), name));
});
