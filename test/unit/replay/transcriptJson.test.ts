import assert from "node:assert/strict";
import { Masker } from "../../../src/acp/secrets.ts";
import { replayJson, transcriptJson } from "../../../src/replay/replayJson.ts";
import { rich } from "../views/richScene.ts";

const whole = { hasThoughts: true, mask: (value: unknown) => value, rest: () => Promise.resolve() };

describe("replay/transcriptJson", () => {
  it("has the sessions that were asked for, in the shape of replay --json", async () => {
    const scene = rich("it");
    const all = replayJson(scene.store) as { readonly sessions: readonly object[] };
    const some = (await transcriptJson(scene.store, [scene.session("a"), scene.session("b")], whole)) as typeof all;
    assert.deepEqual(some.sessions, all.sessions.slice(1));
  });

  it("leaves out thoughts, masks what it says, and ends when it is not wanted any more", async () => {
    const masker = new Masker();
    masker.learn("entered-by-hand");
    const scene = rich("token=abcdefgh entered-by-hand");
    const kinds = async (hasThoughts: boolean) =>
      JSON.stringify(await transcriptJson(scene.store, [scene.session("r")], { ...whole, hasThoughts }));
    assert.deepEqual([(await kinds(true)).includes("agent_thought"), (await kinds(false)).includes("agent_thought")], [true, false]);
    const held = async (mask: (value: unknown) => unknown) => {
      const text = JSON.stringify(await transcriptJson(scene.store, [scene.session("r")], { ...whole, mask }));
      return ["abcdefgh", "entered-by-hand"].map((secret) => text.includes(secret));
    };
    assert.deepEqual(await held((value) => masker.value(value)), [false, false]);
    assert.deepEqual(await held((value) => masker.learnedIn(value)), [true, false]);
    const rest = () => Promise.reject(new Error("cancelled"));
    await assert.rejects(transcriptJson(scene.store, [scene.session("r")], { ...whole, rest }), /cancelled/);
  });
});
