import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import type { Scenario } from "./scenario.ts";

const paragraphs = [
  "A store is a promise: whoever asks it gets what was put in, in the order in which it was put in, and is told when that changes.",
  "The promise is cheap to give and dear to keep. A copy of the list for every todo keeps it, at the price of time that grows with the square of the list.",
  "A push keeps it as well, as long as nobody holds on to the old list. Two files do look at the list, and both look anew each time.",
  "The listeners are called while the list already has the new todo, so a listener that reads sees it. That must stay so.",
  "A listener that itself adds a todo makes the set of listeners run again from inside. Nothing forbids that today, and nothing tests it.",
  "Marking a todo as done changes it in place and tells nobody. A list that is drawn from the store goes stale until the next todo arrives.",
];

/** So many that it takes about a minute. */
const parts = 9;

function* report(me: Actor): Script {
  yield* me.think("A long report, one paragraph after the other.");
  for (let part = 1; part <= parts; part += 1) {
    yield* me.say(`## Part ${part}\n\n${paragraphs.map((paragraph) => `${paragraph} `.repeat(2).trim()).join("\n\n")}\n\n`);
  }
  return "The report is written; the store should push, and `done` should tell its listeners.";
}

/** A child that streams for about a minute. */
export const slow: Scenario = {
  name: "slow",
  description: "A subagent that streams a long text for about a minute",
  words: ["slow", "long text"],
  *play(me) {
    yield* me.say("A writer takes its time now.");
    const end = yield* me.delegate({
      title: "Write the long report",
      role: "writer",
      prompt: "Write down everything there is to say about the store.",
      play: report,
    });
    yield* me.say(end.outcome === "success" ? `The writer is done. ${end.result}` : "The writer was stopped.");
    return "";
  },
};
