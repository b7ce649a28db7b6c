// The duties of a client of subagent sessions that are a matter of showing. The numbers are those of ../dialects/CHECKLIST.md.
import assert from "node:assert/strict";
import { folderOf } from "../../../src/session/session.ts";
import { Labels } from "../../../src/views/labels.ts";
import { rowView } from "../../../src/views/transcript/rowView.ts";
import { toolBody } from "../../../src/views/transcript/toolView.ts";
import { call, child, message, opened, Story, update } from "../../support/story.ts";
import { Scene } from "./scene.ts";

const shown = (story: Story, id: string) =>
  Array.from(story.session(id).rows.values(), (row) => rowView(row, { startedAtEpoch: 0, isOver: false, isToolOpen: () => false }));

describe("checklist: showing", () => {
  it("15: a child without title and description has a fallback label", () => {
    const scene = new Scene().root("r", { title: "Root" }).child("a", "r").child("b", "r", { title: "Look" });
    const labels = new Labels(scene.connection);
    assert.deepEqual(
      ["a", "b"].map((id) => labels.of(scene.session(id))),
      ["Subagent 1", "Look"],
    );
  });

  it("16: a child without a folder works in that of the nearest session above it which names one", () => {
    const story = new Story(opened("R", "/r"), child("R", "A", { cwd: "/a" }), child("A", "B"), child("R", "C"), child("X", "D"));
    const folders = ["R", "A", "B", "C", "D"].map((id) => folderOf(story.session(id), (above) => story.store.get(above)));
    assert.deepEqual(folders, ["/r", "/a", "/a", "/r", undefined]);
  });

  it("41: a message between sessions is neither the person's nor an answer nor a call; it says to whom or from whom", () => {
    const story = new Story(opened("R"), child("R", "C"));
    story.tell(
      message("C", "m1", "R", "C", "Count."),
      message("C", "m2", "C", "R", "Done."),
      message("C", "m3", "X", "Y", "Overheard."),
      update("C", "session_message", { messageId: "m4", content: [{ type: "text", text: "Whose?" }] }),
    );
    assert.deepEqual(
      shown(story, "C").map((row) => (row.kind === "session_message" ? `${row.direction} ${row.otherId}: ${row.text}` : row.kind)),
      ["incoming R: Count.", "outgoing R: Done.", "incoming X: Overheard.", "unknown undefined: Whose?"],
    );
  });

  it("44, 45: a session that a call shows is a reference, never its content, so that no circle of them can grow", () => {
    const story = new Story(opened("R"), child("R", "C"));
    story.tell(
      call("R", "t1", { content: ["C", "ghost", "R"].map((sessionId) => ({ type: "session", sessionId })) }),
      call("C", "t2", { content: [{ type: "session", sessionId: "R" }] }),
    );
    const parts = ["R", "C"].map((id) =>
      Array.from(story.session(id).rows.values(), (row) => (row.kind === "tool_call" ? toolBody(row, row.sessionId).parts : [])).flat(),
    );
    assert.deepEqual(parts, [
      [
        { type: "session", sessionId: "C" },
        { type: "session", sessionId: "ghost" },
        { type: "session", sessionId: "R" },
      ],
      [{ type: "session", sessionId: "R" }],
    ]);
  });
});
