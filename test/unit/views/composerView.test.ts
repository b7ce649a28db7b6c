// What the composer offers where nothing can be sent.
import assert from "node:assert/strict";
import { composerView } from "../../../src/views/composerView.ts";
import type { LiveConnection } from "../../../src/views/hub.ts";
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
});
