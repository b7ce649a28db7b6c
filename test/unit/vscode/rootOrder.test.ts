import assert from "node:assert/strict";
import { RootOrder } from "../../../src/vscode/sessions/rootOrder.ts";

describe("the order of the roots", () => {
  it("is that of the earlier life of the window, whichever agent is back first, and what is new comes behind", () => {
    const order = new RootOrder(["codex@2/b", "demo/a", "codex@2/c"]);
    const asTheyCome = ["demo/new", "demo/a", "codex/c", "settings:Other/x", "codex/b"];
    const shown = order.sorted(asTheyCome, (key) => key);
    assert.deepEqual(shown, ["codex/b", "demo/a", "codex/c", "demo/new", "settings:Other/x"]);
  });
});
