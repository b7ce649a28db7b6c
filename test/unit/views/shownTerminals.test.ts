import assert from "node:assert/strict";
import { toSessionId, toTerminalId } from "../../../src/session/ids.ts";
import type { TerminalPatch } from "../../../src/session/terminals.ts";
import { applyPatch, shownOutput } from "../../../src/shared/applyPatch.ts";
import { exportMarkdown } from "../../../src/views/exports/exportMarkdown.ts";
import { TerminalFollower } from "../../../src/views/transcript/terminalFollower.ts";
import { TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { Scene } from "./scene.ts";

const shows = (terminalId: string) => ({ title: "npm test", content: [{ type: "terminal", terminalId }] });

/** A root with a call that shows the terminal `x`, and a surface on it. */
function open() {
  const scene = new Scene().root("r").tool("r", "t", shows("x"));
  const view = new TranscriptView(scene.connection, toSessionId("r"), { foldDefault: "collapsed", enterSends: true });
  scene.store.onDidChange((change) => view.apply(change));
  let state = view.snapshot();
  const rowId = state.windows.r?.rows[0]?.id ?? "";
  return {
    scene,
    view,
    tell(patch: TerminalPatch) {
      scene.apply({ type: "terminalReported", sessionId: toSessionId("r"), terminalId: toTerminalId("x"), patch });
    },
    unfold: (isOpen: boolean) => view.setToolOpen("r", rowId, isOpen),
    /** The patch since the last call; the surface's state follows it. */
    ops() {
      const ops = view.takeOps();
      state = applyPatch(state, ops);
      return ops;
    },
    get terminals() {
      return state.terminals;
    },
    get snapshot() {
      return view.snapshot().terminals;
    },
  };
}

describe("views/transcript/shownTerminals", () => {
  it("a folded call costs nothing, however much its command writes", () => {
    const shown = open();
    shown.tell({ added: "a lot\n" });
    assert.deepEqual([shown.ops(), shown.snapshot], [[], {}]);
  });

  it("an unfolded call gets the output so far, then what is added, then the end", () => {
    const shown = open();
    shown.tell({ added: "one\n", command: "npm test" });
    shown.unfold(true);
    const [row, terminal] = shown.ops();
    assert.equal(row?.op, "rowSet");
    assert.deepEqual(terminal, {
      op: "terminal",
      terminal: { key: "r\nx", serial: 1, command: "npm test", cwd: undefined, text: "one\n", start: 0, isCut: false, exit: undefined },
    });
    shown.tell({ added: "two\n" });
    shown.tell({ added: "three\n" });
    assert.deepEqual(shown.ops(), [{ op: "terminalText", key: "r\nx", append: "two\nthree\n", exit: undefined }]);
    shown.tell({ exit: { code: 2 } });
    assert.deepEqual(shown.ops(), [{ op: "terminalText", key: "r\nx", append: "", exit: { code: 2 } }]);
    assert.deepEqual(shown.terminals, shown.snapshot);
  });

  it("a terminal that becomes known after its call was unfolded is shown then", () => {
    const shown = open();
    shown.unfold(true);
    shown.ops();
    shown.tell({ added: "late" });
    assert.deepEqual(
      shown.ops().map(({ op }) => op),
      ["terminal"],
    );
  });

  it("output that the agent replaced is told whole, and a folded call takes it away", () => {
    const shown = open();
    shown.tell({ added: "old" });
    shown.unfold(true);
    shown.ops();
    shown.tell({ output: "old and new" });
    assert.deepEqual(
      shown.ops().map(({ op }) => op),
      ["terminal"],
    );
    assert.equal(shown.terminals["r\nx"]?.text, "old and new");
    shown.unfold(false);
    assert.deepEqual(
      shown.ops().map(({ op }) => op),
      ["rowSet", "terminalGone"],
    );
    assert.deepEqual(shown.terminals, {});
  });

  it("a huge output crosses in part: its end, and it is said that it is cut", () => {
    const shown = open();
    shown.unfold(true);
    shown.ops();
    const line = `${"x".repeat(99)}\n`;
    for (let index = 0; index < 40; index++) {
      shown.tell({ added: line.repeat(200) });
      shown.ops();
    }
    const { text = "", start = 0, isCut } = shown.terminals["r\nx"] ?? {};
    assert.ok(text.length <= shownOutput * 1.25);
    assert.deepEqual([start + text.length, isCut], [800_000, true]);
    shown.tell({ added: line.repeat(5000) });
    shown.ops();
    assert.equal(shown.terminals["r\nx"]?.text.length, shownOutput);
  });

  it("another terminal of the same id is told whole, although it could be a longer one", () => {
    const shown = open();
    const tell = (sessionId: string, added: string) =>
      shown.scene.apply({ type: "terminalReported", sessionId: toSessionId(sessionId), terminalId: toTerminalId("x"), patch: { added } });
    shown.unfold(true);
    tell("other", "a");
    shown.ops();
    tell("another", "bc");
    assert.deepEqual(
      shown.ops().map(({ op }) => op),
      ["terminal"],
    );
    assert.equal(shown.terminals["r\nx"]?.text, "bc");
  });

  it("the session that went and came back is told whole", () => {
    const shown = open();
    shown.tell({ added: "one" });
    shown.unfold(true);
    shown.ops();
    shown.view.suspend();
    shown.unfold(true);
    shown.ops();
    assert.equal(shown.terminals["r\nx"]?.text, "one");
  });

  it("an export has the output and its end, without escape sequences", async () => {
    const shown = open();
    shown.tell({ added: "\u001b[31mred\u001b[0m\n", exit: { signal: "SIGTERM" } });
    const text = await exportMarkdown(shown.scene.connection, shown.scene.session("r"));
    assert.match(text, /```\nred\n```\n\n\*ended by signal SIGTERM\*/);
  });
});

describe("views/transcript/terminalFollower", () => {
  const base = { id: toTerminalId("x"), serial: 1, start: 0, isCut: false };

  it("writes what is added once, the end once, and begins anew after a jump", () => {
    const follower = new TerminalFollower();
    const written = [
      follower.next({ ...base, text: "a\n" }),
      follower.next({ ...base, text: "a\nb" }),
      follower.next({ ...base, text: "a\nb", exit: { code: 1 } }),
      follower.next({ ...base, text: "a\nb", exit: { code: 1 } }),
      follower.next({ ...base, text: "c", start: 90 }),
    ];
    assert.deepEqual(written, ["a\r\n", "b", "\u001b[0m\r\n[exited with code 1]\r\n", "", "\u001b[2J\u001b[3J\u001b[Hc"]);
  });

  it("lets no command of an agent through, in the output or in a signal's name", () => {
    const text = "\u001b]52;c;aGk=\u0007x";
    assert.equal(
      new TerminalFollower().next({ ...base, text, exit: { signal: "SIG\u001b]0;t\u0007KILL" } }),
      "x\u001b[0m\r\n[ended by signal SIGKILL]\r\n",
    );
  });
});
