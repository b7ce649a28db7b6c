import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import { runCommand } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

function* watch(me: Actor, command: string, answer: string): Script {
  yield* me.say("This takes a while; stop me when you have seen enough.");
  for (let round = 1; round <= 6; round += 1) {
    yield* runCommand(me, `${command} --round ${round}`, `round ${round}: ok`, { ms: 4000 });
    yield* me.say(`Round ${round} of 6 is through. `);
  }
  return answer;
}

/** Two long children that can be stopped one by one. */
export const cancel: Scenario = {
  name: "cancel",
  description: "Two long-running subagents, to stop one of them",
  words: ["cancel", "long running", "long-running"],
  *play(me) {
    yield* me.say("Two helpers start on long work. Stop either of them, the other goes on.");
    const stress = yield* me.launch({
      title: "Stress the store",
      role: "tester",
      prompt: "Run the stress test six times.",
      play: (child) => watch(child, "node stress.ts", "The store held in all six rounds."),
    });
    const fuzz = yield* me.launch({
      title: "Fuzz the list",
      role: "tester",
      prompt: "Fuzz openTitles six times.",
      play: (child) => watch(child, "node fuzz.ts", "The list held in all six rounds."),
    });
    const ends = yield* me.join(stress, fuzz);
    const words = ends.map((end) => (end.outcome === "success" ? end.result : "One helper was stopped; I carry on without it."));
    yield* me.say(words.join(" "));
    return "";
  },
};
