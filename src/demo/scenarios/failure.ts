import type { Actor } from "../actor.ts";
import { type Script, WorkFailed } from "../script.ts";
import type { Scenario } from "./scenario.ts";

function* fetchNotes(me: Actor): Script {
  yield* me.say("Fetching the notes.");
  yield* me.startCall({
    name: "Fetch",
    title: "Fetch https://notes.invalid/store.html",
    kind: "fetch",
    input: { url: "https://notes.invalid/store.html" },
    ms: 0,
  });
  yield* me.pause(2500);
  throw new WorkFailed(-32603, "The network is unreachable: notes.invalid could not be found.");
}

/** A child that fails, together with its open call and the call that launched it. */
export const failure: Scenario = {
  name: "failure",
  description: "A subagent that fails",
  words: ["failure", "fails"],
  *play(me) {
    yield* me.say("A helper will fetch the notes on the store.");
    const end = yield* me.delegate({
      title: "Fetch the API notes",
      role: "researcher",
      prompt: "Fetch https://notes.invalid/store.html and sum it up.",
      showsCall: true,
      play: fetchNotes,
    });
    yield* me.say(end.outcome === "error" ? `The helper failed (${end.result}), so I go on without the notes.` : "The helper was stopped.");
    return "";
  },
};
