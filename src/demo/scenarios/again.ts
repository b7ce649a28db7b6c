import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import { runCommand, search } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

function* count(me: Actor): Script {
  yield* search(me, "TODO", ["src/store.ts:14: // TODO tell the listeners", "src/list.ts:4: // TODO sort by date"]);
  const answer = "There are 2 open notes.";
  yield* me.say(answer);
  return answer;
}

function* recount(me: Actor): Script {
  yield* me.say("Counting once more, tests included.");
  yield* runCommand(me, "grep -rc TODO src test", "src/store.ts:1\nsrc/list.ts:1\ntest/store.test.ts:1");
  const answer = "With the tests there are 3.";
  yield* me.say(answer);
  return answer;
}

/** A child that ends, is messaged and works a second time. */
export const again: Scenario = {
  name: "again",
  description: "A finished subagent that is messaged again",
  words: ["again", "second run"],
  *play(me) {
    yield* me.say("A counter goes through the notes.");
    const first = yield* me.delegate({
      title: "Count the notes",
      role: "counter",
      prompt: "Count the TODO notes in src.",
      play: count,
    });
    yield* me.say(`It says: ${first.result} I ask the same helper again, for the tests too.`);
    if (first.outcome === "success") {
      yield* me.message(first.childSessionId, "Please count again, and include test.", recount);
      const [second] = yield* me.join(first.childSessionId);
      yield* me.say(`The second count: ${second?.result ?? "none"}`);
    }
    return "";
  },
};
