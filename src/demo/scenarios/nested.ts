import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import { readFile, search } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

/** Counts the callers of the store; works on the lowest level. */
export function* countCallers(me: Actor): Script {
  yield* search(me, "store.apply(", ["test/store.test.ts:7: store.apply({ … })"]);
  const answer = "One caller, and it is a test.";
  yield* me.say(answer);
  return answer;
}

function* surveyCallers(me: Actor): Script {
  yield* me.say("I survey the source and let a counter go through the callers.");
  yield* readFile(me, "src/list.ts", 4);
  const end = yield* me.delegate({
    title: "Count the callers",
    role: "counter",
    prompt: "Count the callers of `store.apply(`.",
    play: countCallers,
  });
  const answer = `The list only reads; the counter says: ${end.result}`;
  yield* me.say(answer);
  return answer;
}

function* lead(me: Actor): Script {
  yield* me.think("The callers are a task of their own.");
  yield* readFile(me, "src/store.ts");
  const end = yield* me.delegate({
    title: "Survey the callers",
    role: "explorer",
    prompt: "Find out who calls the store and how. Delegate the counting.",
    play: surveyCallers,
  });
  const answer = `The store can be changed safely. ${end.result}`;
  yield* me.say(answer);
  return answer;
}

/** A child whose child has a child. */
export const nested: Scenario = {
  name: "nested",
  description: "Subagents three levels deep",
  words: ["nested", "levels deep"],
  *play(me) {
    yield* me.say("A lead will take this and delegate further.");
    const end = yield* me.delegate({
      title: "Plan the change",
      role: "lead",
      prompt: "Can Store.apply be changed without breaking a caller? Delegate what you can.",
      play: lead,
    });
    yield* me.say(`The lead reports: ${end.result}`);
    return "";
  },
};
