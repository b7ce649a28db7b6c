import assert from "node:assert/strict";
import { Bench } from "./support/harness.ts";
import { card, cardView, rowWindow, says, sessionView, state } from "./support/states.ts";

const words = "See `src/a.ts:7`, docs/b.md and no/such.ts. Also **src/a.ts**.\n\n```\nsrc/a.ts\n```\n\n[given](src/c.ts)";

describe("webview: paths in messages", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("become links when the host found the files, and open at the line", async () => {
    const view = await bench.open();
    await view.snapshot(state({ windows: [rowWindow("root", [says("m", words)])] }));
    const asked = ["src/a.ts", "docs/b.md", "no/such.ts"];
    assert.deepEqual(await view.posted("findFiles"), { type: "findFiles", sessionId: "root", paths: asked });
    assert.equal(await view.page.locator(".link.path").count(), 0, "nothing is a link before it is known to be a file");
    await view.do({ do: "files", sessionId: "root", asked: ["no/such.ts"], found: [] });
    await view.do({ do: "files", sessionId: "root", asked: ["src/a.ts", "docs/b.md"], found: ["src/a.ts", "docs/b.md"] });
    assert.deepEqual(await view.page.locator(".link.path").allInnerTexts(), ["src/a.ts:7", "docs/b.md", "src/a.ts"]);
    assert.match(
      await view.page.locator("acp-markdown").innerText(),
      /^See src\/a\.ts:7, docs\/b\.md and no\/such\.ts\. Also src\/a\.ts\./,
    );
    await view.page.locator(".link.path").first().click();
    assert.deepEqual(await view.posted("openFile"), { type: "openFile", sessionId: "root", path: "src/a.ts", line: 7 });
    await view.page.locator(".link.path", { hasText: "docs/b.md" }).press("Enter");
    await view.posted("openFile", (message) => message.path === "docs/b.md" && message.line === undefined);
    await view.close();
  });

  it("are asked for once each, in the session whose words they are", async () => {
    const view = await bench.open({ saved: { folds: { a: true } } });
    await view.snapshot(
      state({
        sessions: [sessionView("a")],
        windows: [
          rowWindow("root", [says("m", "In src/a.ts"), says("n", "and src/a.ts again"), card("c", "a")]),
          rowWindow("a", [says("i", "src/a.ts of mine")]),
        ],
        cards: [cardView("a", {})],
      }),
    );
    await view.posted("findFiles", ({ sessionId }) => sessionId === "a");
    assert.deepEqual(
      view.of("findFiles").map(({ sessionId, paths }) => [sessionId, ...paths]),
      [
        ["root", "src/a.ts"],
        ["a", "src/a.ts"],
      ],
    );
    await view.do({ do: "files", sessionId: "a", asked: ["src/a.ts"], found: ["src/a.ts"] });
    assert.equal(await view.page.locator(".link.path").count(), 1);
    await view.do({ do: "files", sessionId: "root", asked: ["src/a.ts"], found: ["src/a.ts"] });
    assert.equal(await view.page.locator(".link.path").count(), 3);
    await view.patch({ op: "rowText", sessionId: "root", rowId: "n", append: ", src/a.ts:2 too" });
    assert.equal(await view.page.locator(".link.path").count(), 4, "what is known is not asked for again");
    assert.equal(view.of("findFiles").length, 2);
    await view.close();
  });
});
