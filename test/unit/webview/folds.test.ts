import assert from "node:assert/strict";
import type { FoldDefault } from "../../../src/shared/transcriptState.ts";
import { Folds } from "../../../webview/folds.ts";
import { Host } from "../../../webview/host.ts";
import { sessionView, state } from "../../webview/support/states.ts";

function folds(saved?: unknown) {
  const kept: unknown[] = [];
  const host = new Host({ postMessage: () => undefined, getState: () => saved, setState: (next) => kept.push(next) });
  return { folds: new Folds(host), kept };
}

const seen = (foldDefault: FoldDefault, isWorking: boolean) =>
  state({ sessions: [sessionView("a", { isWorking })], rest: { foldDefault } });

describe("webview/folds", () => {
  it("keeps the reader's choice over a reload", () => {
    const { folds: first, kept } = folds();
    first.set(["a"], true);
    first.set(["b"], false);
    const { folds: second } = folds(kept.at(-1));
    assert.deepEqual([second.isOpen("a"), second.isOpen("b"), second.chosenOpen()], [true, false, ["a"]]);
  });

  it("takes over choices of other surfaces only where none was made here", () => {
    const { folds: mine } = folds();
    mine.set(["a"], false);
    mine.startFrom("root", { a: true, b: true });
    assert.deepEqual([mine.isOpen("a"), mine.isOpen("b")], [false, true]);
  });

  it("takes them over once for each root, over a reload too", () => {
    const { folds: first, kept } = folds();
    first.startFrom("root", { a: true });
    const { folds: second } = folds(kept.at(-1));
    second.startFrom("root", { a: false, b: true });
    second.startFrom("other", { c: true });
    assert.deepEqual([second.isOpen("a"), second.isOpen("b"), second.isOpen("c")], [true, false, true]);
  });

  it("follows the setting until the reader chooses", () => {
    const { folds: mine } = folds();
    mine.followDefault(seen("all", false));
    assert.equal(mine.isOpen("a"), true);
    mine.set(["a"], false);
    mine.followDefault(seen("all", true));
    assert.equal(mine.isOpen("a"), false);
  });

  it("opens a card that is seen at work, and no later frame closes it", () => {
    const { folds: mine } = folds();
    mine.followDefault(seen("running", false));
    assert.equal(mine.isOpen("a"), false);
    mine.followDefault(seen("running", true));
    mine.followDefault(seen("running", false));
    assert.equal(mine.isOpen("a"), true);
    mine.followDefault(seen("collapsed", true));
    assert.equal(mine.isOpen("a"), false);
  });
});
