import assert from "node:assert/strict";
import { AttachmentTray } from "../../../src/acp/attachmentTray.ts";
import { type NewAttachment, placeOf } from "../../../src/session/attachment.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { attachmentView } from "../../../src/views/transcript/attachmentView.ts";

const root = toSessionId("root");
const file = (name: string): NewAttachment => ({ kind: "file", name, uri: `file:///repo/${name}` });
const image = (data: string): NewAttachment => ({ kind: "image", name: "shot.png", mimeType: "image/png", data, bytes: data.length });

class Told {
  readonly tray = new AttachmentTray();
  changes = 0;

  constructor() {
    this.tray.onDidChange(() => this.changes++);
  }

  get names(): string {
    return this.tray
      .of(root)
      .map(({ id, name }) => `${id} ${name}`)
      .join(", ");
  }
}

describe("the attachments of a prompt", () => {
  it("are held for each session, the same thing once", () => {
    const told = new Told();
    told.tray.add(root, [file("a.ts"), file("b.ts"), file("a.ts")]);
    told.tray.add(root, [file("b.ts")]);
    told.tray.add(toSessionId("other"), [file("c.ts")]);
    assert.equal(told.names, "attachment-1 a.ts, attachment-2 b.ts");
    assert.equal(told.changes, 2);
  });

  it("are taken off, and taken to be sent: only those that the person saw", () => {
    const told = new Told();
    told.tray.add(root, [file("a.ts"), file("b.ts"), file("c.ts")]);
    told.tray.remove(root, "attachment-2");
    told.tray.remove(root, "attachment-2");
    const taken = told.tray.take(root, ["attachment-1", "attachment-9"]);
    assert.deepEqual(
      taken.map(({ name }) => name),
      ["a.ts"],
    );
    assert.equal(told.names, "attachment-3 c.ts");
    assert.equal(told.changes, 3);
  });

  it("are refused with a sentence when they are too many or too large together", () => {
    const told = new Told();
    const many = Array.from({ length: 51 }, (_, index) => file(`${index}.ts`));
    assert.throws(() => told.tray.add(root, many), /50 attachments at most/);
    const large = [1, 2, 3, 4].map((each) => image(String(each).repeat(6_000_000)));
    assert.throws(() => told.tray.add(root, large), /too large together/);
    assert.equal(told.names, "");
  });

  it("are said by a name and where they are from", () => {
    const said = (attachment: NewAttachment) => attachmentView({ ...attachment, id: "1" }, "/repo").detail;
    assert.equal(said(file("src/a%20b.ts")), "src/a b.ts");
    const selection = { kind: "selection", name: "a.ts:3-9", uri: "file:///else/a.ts", from: 3, to: 9, text: "" } as const;
    assert.equal(said(selection), "/else/a.ts, lines 3 to 9");
    assert.equal(said({ kind: "terminal", name: "bash", uri: "acp-subagents:/terminal/bash", text: "a\nb" }), "2 lines");
    assert.equal(said(image("x".repeat(2048))), "2 KB");
    assert.equal(placeOf("file:///c%3A/repo/src/a.ts", "c:\\repo"), "src/a.ts");
    assert.equal(placeOf("file:///repo/100%.txt", undefined), "/repo/100%.txt");
  });
});
