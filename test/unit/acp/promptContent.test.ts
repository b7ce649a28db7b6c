import assert from "node:assert/strict";
import { type FileContent, promptContent, UnreadableAttachment } from "../../../src/acp/promptContent.ts";
import type { Attachment, NewAttachment } from "../../../src/session/attachment.ts";

const all = { image: true, embeddedContext: true };
const none = { image: false, embeddedContext: false };
const store = "file:///repo/src/store.ts";

const files: { readonly [uri: string]: FileContent } = {
  [store]: { text: "one\ntwo\nthree\nfour", size: 18 },
  "file:///repo/huge.log": { size: 9_000_000 },
  "file:///repo/logo.bin": { size: 12, mimeType: "image/png" },
};

async function read(uri: string): Promise<FileContent> {
  const found = files[uri];
  if (!found) throw new Error("ENOENT");
  return found;
}

/** The blocks of a prompt, one line each. */
async function told(capabilities: typeof all, text: string, ...attached: readonly NewAttachment[]): Promise<string> {
  const attachments = attached.map((each, index): Attachment => ({ ...each, id: `${index}` }));
  const blocks = await promptContent(text, attachments, capabilities, read);
  return blocks.map((block) => JSON.stringify(block)).join("\n");
}

describe("the content of a prompt", () => {
  it("embeds a file where the agent takes that, and links it where not", async () => {
    const file = { kind: "file", name: "store.ts", uri: store } as const;
    assert.equal(
      await told(all, "Look", file),
      `{"type":"text","text":"Look"}\n{"type":"resource","resource":{"uri":"${store}","text":"one\\ntwo\\nthree\\nfour"}}`,
    );
    assert.equal(
      await told(none, "Look", file),
      `{"type":"text","text":"Look"}\n{"type":"resource_link","uri":"${store}","name":"store.ts","size":18}`,
    );
  });

  it("links what is too large or no text, with what is known of it", async () => {
    assert.equal(
      await told(all, "", { kind: "file", name: "huge.log", uri: "file:///repo/huge.log" }),
      '{"type":"resource_link","uri":"file:///repo/huge.log","name":"huge.log","size":9000000}',
    );
    assert.equal(
      await told(all, "", { kind: "file", name: "logo.bin", uri: "file:///repo/logo.bin" }),
      '{"type":"resource_link","uri":"file:///repo/logo.bin","name":"logo.bin","mimeType":"image/png","size":12}',
    );
  });

  it("links folders, and names the lines of symbols and selections", async () => {
    assert.equal(
      await told(all, "", { kind: "folder", name: "src", uri: "file:///repo/src" }),
      '{"type":"resource_link","uri":"file:///repo/src","name":"src","mimeType":"inode/directory"}',
    );
    assert.equal(
      await told(all, "", { kind: "symbol", name: "apply", uri: store, from: 2, to: 3 }),
      `{"type":"resource","resource":{"uri":"${store}#L2-L3","text":"two\\nthree"}}`,
    );
    const selection = { kind: "selection", name: "store.ts:2", uri: store, from: 2, to: 2, text: "tw" } as const;
    assert.equal(
      await told(all, "", selection),
      `{"type":"resource","resource":{"uri":"${store}#L2","mimeType":"text/plain","text":"tw"}}`,
    );
    assert.equal(await told(none, "", selection), `{"type":"resource_link","uri":"${store}#L2","name":"store.ts:2"}`);
  });

  it("writes out what an agent without embedded context could not read by itself", async () => {
    const problems = { kind: "problems", name: "All problems", uri: "acp-subagents:/problems", text: "a.ts:1:1 error: ```" } as const;
    assert.equal(
      await told(none, "Fix", problems),
      '{"type":"text","text":"Fix"}\n{"type":"text","text":"\\n\\nAll problems:\\n````\\na.ts:1:1 error: ```\\n````\\n"}',
    );
    const untitled = { kind: "selection", name: "Untitled-1:1", uri: "untitled:Untitled-1", from: 1, to: 1, text: "x" } as const;
    assert.equal(await told(none, "", untitled), '{"type":"text","text":"\\n\\nUntitled-1:1:\\n```\\nx\\n```\\n"}');
  });

  it("sends pictures only where the agent takes them", async () => {
    const image = { kind: "image", name: "shot.png", mimeType: "image/png", data: "AAAA", bytes: 3 } as const;
    assert.equal(await told(all, "", image), '{"type":"image","mimeType":"image/png","data":"AAAA"}');
    assert.equal(
      await told(all, "", { ...image, uri: "file:///repo/shot.png" }),
      '{"type":"image","mimeType":"image/png","data":"AAAA","uri":"file:///repo/shot.png"}',
    );
    await assert.rejects(told(none, "", image), /“shot.png” was not sent: this agent takes no pictures/);
  });

  it("says which file cannot be read any more", async () => {
    const gone = told(all, "Look", { kind: "file", name: "gone.ts", uri: "file:///repo/gone.ts" });
    await assert.rejects(gone, (error) => error instanceof UnreadableAttachment && error.message.startsWith("“gone.ts” cannot be read"));
  });
});
