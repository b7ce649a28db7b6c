// The output of a session's commands: what is old lies on the shelf, and reads as ever.
import assert from "node:assert/strict";
import { usualLimits } from "../../../src/base/limits.ts";
import { toSessionId, toTerminalId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { MemoryShelf } from "../../support/memoryShelf.ts";

const sessionId = toSessionId("S");

class Commands {
  readonly shelf = new MemoryShelf();
  readonly store = new SessionStore("r", { ...usualLimits, outputCharacters: 1000 }, this.shelf);

  write(terminal: string, added: string): void {
    this.store.apply({ t: 0, event: { type: "terminalReported", sessionId, terminalId: toTerminalId(terminal), patch: { added } } });
  }

  get texts(): string {
    return Array.from(this.store.get(sessionId)?.terminals ?? [], ([id, { text }]) => `${id}: ${text.slice(0, 8)} … ${text.length}`).join(
      "\n",
    );
  }

  /** How many outputs are read from the shelf when all are looked at. */
  get readBack(): number {
    const before = this.shelf.read;
    assert.ok(this.texts);
    return this.shelf.read - before;
  }
}

describe("the output of many commands", () => {
  it("is in memory for those that changed last, and on the shelf for the others", () => {
    const commands = new Commands();
    for (let n = 1; n <= 8; n++) commands.write(`t${n}`, `${n} ü\ud800`.repeat(200));
    assert.equal(commands.texts, Array.from({ length: 8 }, (_, n) => `t${n + 1}: ${`${n + 1} ü\ud800`.repeat(2)} … 800`).join("\n"));
    assert.equal(commands.readBack, 3, "five of 800 characters fit");
  });

  it("goes on where it was when an old command writes again", () => {
    const commands = new Commands();
    for (let n = 1; n <= 8; n++) commands.write(`t${n}`, `${n}`.repeat(800));
    commands.write("t1", "more");
    assert.equal(commands.store.get(sessionId)?.terminals.get(toTerminalId("t1"))?.text, `${"1".repeat(800)}more`);
    assert.equal(commands.readBack, 4, "two more went for it");
  });

  it("stays in memory while the shelf refuses, and goes when it takes again", () => {
    const commands = new Commands();
    commands.shelf.isFull = true;
    for (let n = 1; n <= 8; n++) commands.write(`t${n}`, `${n}`.repeat(800));
    assert.deepEqual([commands.readBack, commands.texts.split("\n").length], [0, 8]);
    commands.shelf.isFull = false;
    for (let n = 9; n <= 12; n++) commands.write(`t${n}`, `${n % 10}`.repeat(800));
    assert.ok(commands.readBack >= 6);
  });
});
