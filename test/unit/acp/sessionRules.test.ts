import assert from "node:assert/strict";
import { AGENT_METHODS } from "@agentclientprotocol/sdk/unstable";
import { checkCall } from "../../../src/acp/calls/sessionRules.ts";
import { PersonError } from "../../../src/base/personError.ts";
import { child, granted, opened, Story, says } from "../../support/story.ts";

describe("what a client may call on a session", () => {
  const story = new Story(opened("R"), child("R", "granted", granted), child("R", "plain"), says("orphan", "Hello."));
  const refused = (method: string, id: string): boolean => {
    try {
      checkCall(method, story.session(id));
      return false;
    } catch (error) {
      assert.ok(error instanceof PersonError);
      return true;
    }
  };

  it("9: on a child nothing but a granted session/cancel, whatever methods the protocol has or will have", () => {
    const methods = [...Object.values(AGENT_METHODS), "session/of_tomorrow", "_vendor/poke"];
    assert.ok(methods.includes("session/fork"), "the unstable methods are among them");
    assert.deepEqual(
      methods.filter((method) => !refused(method, "granted")),
      ["session/cancel"],
    );
    for (const id of ["plain", "orphan"])
      assert.deepEqual(
        methods.filter((method) => !refused(method, id)),
        [],
      );
  });

  it("leaves roots and sessions that nobody has seen alone", () => {
    assert.equal(refused("session/prompt", "R"), false);
    assert.doesNotThrow(() => checkCall("session/load", undefined));
  });
});
