import assert from "node:assert/strict";
import { linkTarget, resourceTarget } from "../../../src/render/links.ts";

describe("render/links", () => {
  const cases: readonly (readonly [href: string, target: string])[] = [
    ["https://example.com/", "uri https://example.com/"],
    ["HTTP://example.com", "uri HTTP://example.com"],
    ["mailto:somebody@example.com", "uri mailto:somebody@example.com"],
    ["src/store.ts", "file src/store.ts"],
    ["src/store.ts:12", "file src/store.ts at 12"],
    ["src/store.ts:12:5", "file src/store.ts at 12"],
    ["src/store.ts:12-20", "file src/store.ts at 12"],
    ["src/store.ts#L7", "file src/store.ts at 7"],
    ["src/store.ts#L7-L9", "file src/store.ts at 7"],
    ["store.ts:3", "file store.ts at 3"],
    ["/home/a%20b/x.md", "file /home/a b/x.md"],
    ["100%/x", "file 100%/x"],
    ["C:\\work\\x.ts:4", "file C:\\work\\x.ts at 4"],
    ["command:workbench.action.quit", "nothing"],
    ["vscode://file/x", "nothing"],
    ["javascript:alert(1)", "nothing"],
    ["java\nscript:alert(1)", "nothing"],
    ["java%0ascript:alert(1)", "nothing"],
    ["file:///etc/passwd", "nothing"],
    ["data:text/html,x", "nothing"],
    ["tel:123", "nothing"],
    ["//host/share", "nothing"],
    ["\\\\host\\share", "nothing"],
    ["%5C%5Chost%5Cshare", "nothing"],
    ["#heading", "nothing"],
    ["", "nothing"],
  ];
  for (const [href, expected] of cases) {
    it(`${JSON.stringify(href)} leads to ${expected}`, () => {
      const target = linkTarget(href);
      const at = target?.type === "file" && target.line !== undefined ? ` at ${target.line}` : "";
      assert.equal(target === undefined ? "nothing" : `${target.type} ${target.type === "uri" ? target.uri : target.path}${at}`, expected);
    });
  }

  it("takes a resource's file address for a path, of this machine only", () => {
    assert.deepEqual(resourceTarget("file:///home/a%20b/x.ts"), { type: "file", path: "/home/a b/x.ts" });
    assert.deepEqual(resourceTarget("file:///C:/project/x.ts"), { type: "file", path: "C:/project/x.ts" });
    assert.deepEqual(resourceTarget("https://example.com/"), { type: "uri", uri: "https://example.com/" });
    assert.equal(resourceTarget("file://host/share/x"), undefined);
    assert.equal(resourceTarget("file:////host/share/x"), undefined);
  });
});
