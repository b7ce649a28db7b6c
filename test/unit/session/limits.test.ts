import assert from "node:assert/strict";
import { FrameLog, noiseEntry } from "../../../src/acp/traffic/frameLog.ts";
import { type Limits, usualLimits } from "../../../src/base/limits.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { allows, asks, call, callUpdate, child, lines, opened, Story, says } from "../../support/story.ts";

/** A story in a model with other limits. */
class Bounded extends Story {
  override readonly store: SessionStore;

  constructor(limits: Partial<Limits>) {
    super();
    this.store = new SessionStore("r", { ...usualLimits, ...limits });
  }
}

const requestsTold = "2 requests wait already; further ones are cancelled until some are answered (setting “acpS…";
const pendingTold = "More than 2 updates came of sessions that nobody announced; the further ones are left out …";

describe("limits of what is kept", () => {
  it("openRequests: one more is cancelled at once, and its transcript says why, once; the others wait on", () => {
    const requests = [1, 2, 3, 4].map((id) => asks(id, "R", `call ${id}`));
    const story = new Bounded({ openRequests: 2 }).tell(opened("R"), requests);
    assert.equal(
      story.text(),
      lines(
        "R root: - cwd /workspace",
        '  | call other "call 1" no status NOT CLOSED',
        '  | call other "call 2" no status NOT CLOSED',
        '  | call other "call 3" no status NOT CLOSED',
        `  | notice warning "${requestsTold}"`,
        '  | call other "call 4" no status NOT CLOSED',
        'request of R: "call 1"',
        'request of R: "call 2"',
        `warning: "${requestsTold}"`,
        `warning: "${requestsTold}"`,
      ),
    );
    const settled = story.change.flatMap((delta) => (delta.type === "requestSettled" ? [delta.outcome.type] : []));
    assert.deepEqual(settled, ["cancelled", "cancelled"], "which is what the agent is answered");
    assert.equal(story.tell(allows(1), asks(5, "R", "call 5")).store.openRequests.length, 2, "there is room again");
  });

  it("pendingFrames: of sessions that nobody announced so many updates are taken; once one is announced, all of it", () => {
    const story = new Bounded({ pendingFrames: 2 }).tell(
      opened("R"),
      ["a", "b", "c", "d"].map((text) => says("K", text)),
    );
    assert.equal(story.text("K"), lines("K detached: -", "  run 1: -", '  | agent "ab"', `  | notice warning "${pendingTold}"`));
    story.tell(
      says("L", "not heard"),
      child("R", "K"),
      ["e", "f", "g"].map((text) => says("K", text)),
      says("L", "heard"),
    );
    assert.equal(
      story.text("K", "L"),
      lines(
        "K child of R: -",
        "  run 1: -",
        '  | agent "ab"',
        `  | notice warning "${pendingTold}"`,
        '  | agent "efg"',
        "L detached: -",
        "  run 1: -",
        '  | agent "heard"',
      ),
    );
  });

  it("depth: what stands below the last level is a session of its own, and the transcript that launched it says so, once", () => {
    const story = new Bounded({ depth: 2 }).tell(opened("R"), child("R", "A"), child("A", "B"), child("B", "C"), child("B", "D"));
    story.tell(says("C", "I am here all the same"));
    assert.equal(
      story.text("B", "C"),
      lines(
        "B child of A: -",
        "  run 1: -",
        '  | notice warning "Subagents below level 2 are not nested any further: they stand as sessions of their own (s…"',
        "C detached: -",
        "  run 1: -",
        '  | agent "I am here all the same"',
      ),
    );
    // A tree that was seen before its root is announced counts with all of its levels.
    story.tell(child("X", "Y"), child("Y", "Z"), child("R", "X"));
    assert.deepEqual([story.session("X").standing, story.session("Z").depth], ["detached", 2]);
    assert.equal(story.store.diagnostics.length, 3);
  });

  it("outputCharacters: of a call's output the beginning is kept, and the output says so", () => {
    const told = "Only the first 10 characters were kept (setting “acpSubagents.limits.outputCharacters”).";
    const story = new Bounded({ outputCharacters: 10 }).tell(opened("R"), call("R", "t"));
    const text = (words: string) => ({ type: "content", content: { type: "text", text: words } });
    const diff = { type: "diff", path: "a.ts", oldText: "x".repeat(20), newText: "" };
    const content = [text("123456"), diff, text("789abcdef"), text("more")];
    story.tell(callUpdate("R", "t", { content, rawOutput: { out: "0123456789abc" } }));
    const [row] = [...story.session("R").rows.values()];
    assert.deepEqual(row?.kind === "tool_call" && { content: row.content, output: row.rawOutput }, {
      content: [text("123456"), diff, text(`789a\n\n[${told}]`)],
      output: `{"out":"01\n\n[${told}]`,
    });
    assert.equal(story.store.diagnostics.map(({ message }) => message).join(), told);
  });

  it("P08: lineBytes: what may have been a frame is missed in the transcript that it names, else where the last prompt went", () => {
    const { store } = new Story(opened("R"), opened("S"));
    const translator = new Translator();
    const log = new FrameLog();
    const skipped = (text: string) => noiseEntry(0, text, "Something long was skipped.", true);
    for (const entry of [
      log.add(0, "client", { id: 1, method: "session/load", params: { sessionId: "S" } }),
      log.add(0, "client", { id: 2, method: "session/prompt", params: { sessionId: "R" } }),
      skipped('{"method":"session/update","params":{"sessionId":"S","update":{"sessionUpdate":"tool_call_up'),
      skipped('{"id":7,"result":{"content":"'),
      noiseEntry(0, "no frame", "not JSON"),
    ])
      for (const timed of translator.translate(entry)) store.apply(timed);
    const told = (id: string) =>
      [...(store.get(toSessionId(id))?.rows.values() ?? [])].flatMap((row) => (row.kind === "notice" ? [row.text] : []));
    assert.deepEqual([told("S"), told("R")], [["Something long was skipped."], ["Something long was skipped."]]);
    assert.equal(store.diagnostics.length, 3);
  });

  it("words that nobody could attribute wait to be a child's in the newest thousand rows", () => {
    const { store } = new Story().tell(opened("R"), child("R", "A"));
    const [sessionId, childId] = [toSessionId("R"), toSessionId("A")];
    const words = Array.from({ length: 1001 }, (_, n) => `word ${n}`);
    for (const [n, text] of words.entries()) {
      const kind = n % 2 === 0 ? "agent_message" : "agent_thought";
      store.apply({ t: n, event: { type: "chunkReceived", sessionId, kind, isUnattributed: true, content: { type: "text", text } } });
    }
    for (const text of ["word 0", "word 2"])
      store.apply({ t: 2000, event: { type: "textReattributed", sessionId, speakerId: childId, kind: "agent_message", text } });
    const texts = Array.from(store.get(sessionId)?.rows.values() ?? [], (row) => ("text" in row ? row.text : row.kind));
    assert.deepEqual(texts.slice(0, 4), ["subagent", "word 0", "word 1", "word 3"]);
  });
});
