import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replayTraffic } from "../../../src/replay/replay.ts";
import { child, lines, message, opened, prompts, Story, says, update } from "../../support/story.ts";

const recordings = join(import.meta.dirname, "../../recordings");
const dialects = (file: string) =>
  [...replayTraffic(readFileSync(join(recordings, file), "utf8")).model.sessions].map(({ dialect }) => dialect);

describe("the strongest evidence of a child", () => {
  it("names its form, also when it comes after a weaker one", () => {
    assert.deepEqual(dialects("synthetic/cursor.jsonl").includes("cursor"), true);
    assert.deepEqual(dialects("synthetic/grok.jsonl"), ["standard", "vendor:grok", "vendor:grok"]);
    assert.deepEqual(dialects("codex-acp-2.6.0/followup-air.jsonl"), ["standard", "draft"]);
  });

  it("takes the role back when the words that named it are cleared", () => {
    const story = new Story(opened("R"), child("R", "C", { title: "Look", description: "explorer" }));
    assert.equal(story.store.get("C" as never)?.role, "explorer");
    story.tell(child("R", "C", { description: null }));
    assert.equal(story.store.get("C" as never)?.role, undefined);
  });

  it("is kept when a state is a bare word", () => {
    const story = new Story(opened("R"), child("R", "C", { state: "busy" }));
    assert.equal(story.store.get("C" as never)?.state?.state, "busy");
  });
});

describe("what stands apart", () => {
  it("a user message that only begins like our prompt", () => {
    const chunk = (text: string) => update("R", "user_message_chunk", { content: { type: "text", text } });
    const story = new Story(opened("R"), prompts(2, "R", "hello world"), chunk("hello "), chunk("there"));
    assert.equal(story.text("R"), lines("R root: running live cwd /workspace", '  | user "hello world"', '  | user "hello there"'));
  });

  it("a child that a load does not mention keeps its words; one that it does is drawn once", () => {
    const story = new Story(opened("R"), child("R", "C", { title: "C" }), says("C", "Done.", "m1"), child("R", "D", { title: "D" }));
    story.tell(message("D", "m2", "R", "D", "Go."), {
      dir: "client",
      frame: { id: 9, method: "session/load", params: { sessionId: "R" } },
    });
    story.tell(child("R", "D", { title: "D" }), message("D", "m2", "R", "D", "Go."), { dir: "agent", frame: { id: 9, result: {} } });
    assert.equal(story.text("C"), lines('C child of R: - title "C"', "  run 1: -", '  | agent "Done."'));
    assert.equal(story.text("D"), lines('D child of R: - title "D"', '  run 1: - prompt "Go."', '  | (history) message R → D "Go."'));
  });
});
