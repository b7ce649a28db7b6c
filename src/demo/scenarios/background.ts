import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import { readFile, runCommand } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

function* benchmark(me: Actor): Script {
  yield* me.say("Warming up.");
  yield* readFile(me, "src/store.ts", 8);
  yield* runCommand(me, "node bench/apply.ts --todos 100000", "100000 todos\ncopy: 41.2 s\npush: 0.004 s", { ms: 9000 });
  const answer = "Copying takes 41 seconds for 100,000 todos; pushing takes 4 milliseconds.";
  yield* me.say(answer);
  return answer;
}

/** A child that works on after the prompt was answered; the root speaks of it with no prompt open. */
export const background: Scenario = {
  name: "background",
  description: "A subagent that works on after the turn has ended",
  words: ["background", "benchmark"],
  *play(me) {
    yield* me.say("I start a benchmark in the background.");
    yield* me.launch({
      title: "Long benchmark",
      role: "worker",
      mechanism: "async_worker",
      prompt: "Measure Store.apply with 100,000 todos, once as it is and once with a push.",
      play: benchmark,
      *whenEnded(root, end) {
        const words = end.outcome === "success" ? `The benchmark is done: ${end.result}` : "The benchmark did not come to its end.";
        yield* root.say(words);
        return "";
      },
    });
    yield* me.say("It runs; I will tell you when it is done. You can go on meanwhile.");
    return "";
  },
};
