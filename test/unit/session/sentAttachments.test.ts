import assert from "node:assert/strict";
import { promptContent } from "../../../src/acp/promptContent.ts";
import type { Attachment } from "../../../src/session/attachment.ts";
import { sentPrompt } from "../../../src/session/sentAttachments.ts";

const attachments: readonly Attachment[] = [
  { id: "1", kind: "file", name: "a b.ts", uri: "file:///repo/a%20b.ts" },
  { id: "2", kind: "folder", name: "src", uri: "file:///repo/src" },
  { id: "3", kind: "selection", name: "a.ts:2-3", uri: "file:///repo/a.ts", from: 2, to: 3, text: "two\nthree" },
  { id: "4", kind: "terminal", name: "bash", uri: "acp-subagents:/terminal/bash", text: "$ ls" },
  { id: "5", kind: "image", name: "shot.png", mimeType: "image/png", data: "AAAA", bytes: 3 },
];

describe("a prompt that was sent", () => {
  it("is read back into what it was made from", async () => {
    const content = await promptContent("Look", attachments, { image: true, embeddedContext: true }, async () => ({ text: "x" }));
    const sent = sentPrompt("Look[…]", content);
    assert.equal(sent.text, "Look");
    assert.deepEqual(
      sent.attachments,
      attachments.slice(0, 4).map(({ id: _id, ...each }) => each),
    );
    assert.deepEqual(sent.images, [{ type: "image", mimeType: "image/png", data: "AAAA" }]);
  });

  it("is only its text when nothing went with it, and leaves out what is not understood", () => {
    assert.deepEqual(sentPrompt("Look", undefined), { text: "Look", attachments: [], images: [] });
    const strange = [
      { type: "resource" },
      { type: "resource_link" },
      { type: "hologram" },
      { type: "resource", resource: { uri: "file:///x", blob: "AA" } },
    ];
    assert.deepEqual(sentPrompt("", strange), { text: "", attachments: [], images: [] });
  });
});
