import assert from "node:assert/strict";
import type { Attachment } from "../../../src/session/attachment.ts";
import { parseStored, toStored } from "../../../src/session/storedAttachment.ts";

const lines = { from: 2, to: 3 };
const attachments: readonly Attachment[] = [
  { id: "1", kind: "file", name: "a.ts", uri: "file:///a.ts" },
  { id: "2", kind: "folder", name: "src", uri: "file:///src" },
  { id: "3", kind: "symbol", name: "apply", uri: "file:///a.ts", ...lines },
  { id: "4", kind: "selection", name: "a.ts:2-3", uri: "file:///a.ts", ...lines, text: "two\nthree" },
  { id: "5", kind: "problems", name: "All problems", uri: "acp-subagents:/problems", text: "a.ts:1:1 error" },
  { id: "6", kind: "terminal", name: "bash", uri: "acp-subagents:/terminal/bash", text: "$ ls" },
];

describe("attachments that are kept over a reload", () => {
  it("come back as they were, without the ids of the life before", () => {
    const back = attachments.map((each) => parseStored(JSON.parse(JSON.stringify(toStored(each)))));
    assert.deepEqual(
      back,
      attachments.map(({ id: _id, ...stored }) => stored),
    );
  });

  it("keep of a picture its address, and nothing of one that has none or of what is huge", () => {
    const image = { id: "7", kind: "image", name: "shot.png", mimeType: "image/png", data: "AAAA", bytes: 3 } as const;
    assert.deepEqual(toStored({ ...image, uri: "file:///shot.png" }), { kind: "image", name: "shot.png", uri: "file:///shot.png" });
    assert.equal(toStored(image), undefined);
    assert.equal(toStored({ id: "8", kind: "terminal", name: "bash", uri: "x:/y", text: "x".repeat(100_000) }), undefined);
  });

  it("are not made of what another version wrote", () => {
    const strange = [
      null,
      {},
      { kind: "file", name: "a" },
      { kind: "symbol", name: "a", uri: "b", from: "1", to: 2 },
      { kind: "terminal", name: "a", uri: "b" },
    ];
    assert.deepEqual(
      strange.map(parseStored),
      strange.map(() => undefined),
    );
  });
});
