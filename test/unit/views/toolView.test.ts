import assert from "node:assert/strict";
import type { ContentBlock, ToolContent } from "../../../src/session/content.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { callOf } from "../../../src/session/rows.ts";
import { blockView, toolBody } from "../../../src/views/toolView.ts";
import { call, opened, Story } from "../../support/story.ts";

const drawn = (block: ContentBlock) => JSON.parse(JSON.stringify(blockView(block)));

describe("what messages and calls hold", () => {
  it("a block of every kind is drawn as what it is; a sound and what cannot be drawn by its name", () => {
    assert.deepEqual(
      [
        { type: "text", text: "**Hm**" },
        { type: "image", mimeType: "image/png", data: "AAAA" },
        { type: "image", mimeType: "image/svg+xml", data: "AAAA" },
        { type: "audio", mimeType: "audio/mpeg", data: "AAAA" },
        { type: "resource_link", uri: "file:///w/a.ts", name: "a.ts", title: "The store" },
        { type: "resource", resource: { uri: "file:///w/a.ts#L3-L9", text: "three" } },
        { type: "resource", resource: { uri: "file:///w/a.bin", blob: "AAAA" } },
        { type: "hologram" },
      ].map(drawn),
      [
        { type: "text", text: "**Hm**" },
        { type: "image", mimeType: "image/png", data: "AAAA" },
        { type: "other", text: "[image image/svg+xml]" },
        { type: "other", text: "[audio audio/mpeg]" },
        { type: "link", uri: "file:///w/a.ts", name: "The store" },
        { type: "embedded", uri: "file:///w/a.ts#L3-L9", name: "a.ts:3-9", text: "three" },
        { type: "embedded", uri: "file:///w/a.bin", name: "a.bin" },
        { type: "other", text: "[hologram]" },
      ],
    );
  });

  it("the content of a call is drawn piece by piece: blocks, diffs, terminals, sessions; what nobody knows as it came", () => {
    const content: readonly ToolContent[] = [
      { type: "content", content: { type: "text", text: "Hm" } },
      { type: "diff", path: "/w/a.ts", oldText: "one", newText: "two" },
      { type: "diff", path: "/w/new.ts", newText: "two" },
      { type: "terminal", terminalId: "t1" },
      { type: "session", sessionId: "c" },
      { type: "song", notes: 3 },
    ];
    const [row] = new Story(opened("r"), call("r", "c1", { title: "Act", content })).session("r").rows.values();
    const tool = row && callOf(row);
    assert.ok(tool);
    // What a diff looks like is tested where it is made.
    const parts = toolBody(tool, toSessionId("r")).parts.map((part) => (part.type === "diff" ? `diff of ${part.path}` : part));
    assert.deepEqual(JSON.parse(JSON.stringify(parts)), [
      { type: "text", text: "Hm" },
      "diff of /w/a.ts",
      "diff of /w/new.ts",
      { type: "terminal", terminalId: "t1", key: "r\nt1" },
      { type: "session", sessionId: "c" },
      { type: "other", text: '{\n  "type": "song",\n  "notes": 3\n}' },
    ]);
  });
});
