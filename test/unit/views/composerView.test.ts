// What the composer offers where nothing can be sent.
import assert from "node:assert/strict";
import { toSessionId } from "../../../src/session/ids.ts";
import type { LiveConnection } from "../../../src/views/hub.ts";
import { composerView } from "../../../src/views/transcript/composerView.ts";
import { Scene } from "./scene.ts";

describe("the composer of a transcript that was kept", () => {
  const offered = (why: Pick<LiveConnection, "storedBecause" | "goOn">) => {
    const scene = new Scene().root("r");
    return composerView({ ...scene.connection, ...why }, scene.session("r"), true)?.unblock;
  };

  it("offers what helps: to open it again, to take it over, or a new session where the agent opens none again", () => {
    assert.equal(offered({ storedBecause: "kept" }), "Open Again");
    assert.equal(offered({ storedBecause: "kept", goOn: "takeOver" }), "Take Over");
    assert.equal(offered({ storedBecause: "kept", goOn: "startNew" }), "New Session");
    assert.equal(offered({}), undefined);
  });

  it("offers to open a session again that was closed here, or taken over by another window, where its agent can", () => {
    const closed = (load: boolean, takenOverBy?: string) => {
      const scene = new Scene().root("r").apply({ type: "sessionClosed", sessionId: toSessionId("r"), takenOverBy });
      const offers = { load, resume: false, fork: false, close: true, delete: false, title: false, archive: false };
      const { blockedBecause, unblock } = composerView({ ...scene.connection, offers }, scene.session("r"), true) ?? {};
      return [blockedBecause, unblock];
    };
    assert.deepEqual(closed(true, "Notes"), ["Another window (Notes) has taken this session over.", "Take Over"]);
    assert.deepEqual(closed(false, "Notes"), ["Another window (Notes) has taken this session over.", undefined]);
    assert.deepEqual(closed(true), ["This session is closed.", "Open Again"]);
    assert.deepEqual(closed(false), [
      "This session is closed, and its agent cannot open it again. “ACP: New Session” begins another.",
      undefined,
    ]);
  });
});
