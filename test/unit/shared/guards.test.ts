import assert from "node:assert/strict";
import { parseWebviewMessage } from "../../../src/shared/guards.ts";

describe("shared/guards", () => {
  const right: readonly unknown[] = [
    { type: "ready", open: ["a"] },
    { type: "fold", sessionId: "a", isOpen: true, isChoice: false },
    { type: "openFile", sessionId: "a", path: "x.ts", line: 3 },
    { type: "openFile", sessionId: "a", path: "x.ts", line: undefined },
    { type: "openSession", sessionId: "a", where: "editor" },
    { type: "copy", sessionId: "a", what: "answer" },
    { type: "prompt", text: "go" },
    { type: "prompt", text: "go", attachments: ["attachment-1"] },
    { type: "complete", asked: 3, query: "st" },
    { type: "stopCompleting" },
    { type: "attachImage", name: "x.png", data: "AAAA" },
  ];
  for (const message of right) it(`takes ${JSON.stringify(message)}`, () => assert.equal(parseWebviewMessage(message), message));

  const wrong: readonly unknown[] = [
    null,
    "ready",
    {},
    { type: "toString" },
    { type: "execute", command: "x" },
    { type: "ready" },
    { type: "ready", open: [1] },
    { type: "ack", seq: "1" },
    { type: "ack", seq: Number.NaN },
    { type: "fold", sessionId: "a", isOpen: "true", isChoice: false },
    { type: "openFile", sessionId: "a", path: "x.ts", line: "3" },
    { type: "openSession", sessionId: "a", where: "everywhere" },
    { type: "copy", sessionId: "a", what: "secrets" },
    { type: "prompt", text: "go", attachments: [{ kind: "file", uri: "file:///etc/passwd" }] },
    { type: "prompt", text: "go", attachments: "attachment-1" },
    { type: "attach", itemId: 0 },
    { type: "attachUris", uris: "file:///etc/passwd" },
    { type: "attachImage", name: "x.png", data: [1, 2] },
    { type: "editQueued", queuedId: "prompt-1" },
    { type: "editingQueued", queuedId: "prompt-1" },
  ];
  for (const message of wrong) it(`refuses ${JSON.stringify(message)}`, () => assert.equal(parseWebviewMessage(message), undefined));
});
