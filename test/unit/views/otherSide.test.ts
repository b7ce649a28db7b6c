import assert from "node:assert/strict";
import { type MessageId, toMessageId, toSessionId } from "../../../src/session/ids.ts";
import { otherSideOf } from "../../../src/views/transcript/otherSide.ts";
import { Scene } from "./scene.ts";

interface Said {
  readonly messageId: string;
  readonly sender?: string;
  readonly recipient?: string;
  readonly senderMessageId?: string;
  readonly recipientMessageId?: string;
}

const id = (text: string | undefined): MessageId | undefined => (text === undefined ? undefined : toMessageId(text));

/** A message between sessions, as the transcript of `session` has it. */
function tell(scene: Scene, session: string, { messageId, sender, recipient, senderMessageId, recipientMessageId }: Said): void {
  scene.apply({
    type: "sessionMessageReported",
    sessionId: toSessionId(session),
    messageId: toMessageId(messageId),
    sender: sender === undefined ? undefined : toSessionId(sender),
    recipient: recipient === undefined ? undefined : toSessionId(recipient),
    senderMessageId: id(senderMessageId),
    recipientMessageId: id(recipientMessageId),
    content: [{ type: "text", text: "words" }],
  });
}

/** Where the other side of the last message of a session stands: `session/number of its row`, or the session alone. */
function otherSide(scene: Scene, session: string): string | undefined {
  const row = [...scene.session(session).rows.values()].findLast(({ kind }) => kind === "session_message");
  const found = row?.kind === "session_message" ? otherSideOf(row, (each) => scene.store.get(each)) : undefined;
  if (!found?.rowId) return found?.sessionId;
  return `${found.sessionId}/${scene.session(found.sessionId).rows.indexOf(found.rowId)}`;
}

/** A root with a child that it launched. */
function family(): Scene {
  const scene = new Scene().root("r").prompt("r", "Go").child("a", "r");
  tell(scene, "r", { messageId: "launch", sender: "r", recipient: "a" });
  tell(scene, "a", { messageId: "launch", sender: "r", recipient: "a" });
  return scene;
}

describe("views/transcript/otherSide", () => {
  it("is the message that the ids tie, in both directions", () => {
    const scene = family();
    tell(scene, "r", { messageId: "m1", sender: "r", recipient: "a", recipientMessageId: "n1" });
    tell(scene, "a", { messageId: "n1", sender: "r", recipient: "a", senderMessageId: "m1" });
    assert.deepEqual([otherSide(scene, "r"), otherSide(scene, "a")], ["a/1", "r/3"]);
  });

  it("is the message of the same id where nothing ties them, and may be an answer of the child", () => {
    const scene = family().says("a", "The answer.", "reply");
    tell(scene, "r", { messageId: "reply", sender: "a", recipient: "r" });
    assert.equal(otherSide(scene, "r"), "a/1");
  });

  it("is the child's card for what launched it, as that is where it is drawn", () => assert.equal(otherSide(family(), "a"), "a"));

  it("is the other session when no message of it is known, and nothing without a known one", () => {
    const scene = family();
    tell(scene, "r", { messageId: "m2", sender: "r", recipient: "a" });
    assert.equal(otherSide(scene, "r"), "a");
    tell(scene, "r", { messageId: "m3", sender: "r", recipient: "nobody" });
    assert.equal(otherSide(scene, "r"), undefined);
    tell(scene, "r", { messageId: "m4" });
    assert.equal(otherSide(scene, "r"), undefined);
  });
});
