import type { Actor } from "../actor.ts";
import { testOutput } from "../sampleProject.ts";
import type { Script } from "../script.ts";
import { editFile, readFile, runCommand, search } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

/** Reviews the store and mends what it finds. */
export function* reviewStore(me: Actor): Script {
  yield* me.think("A copy per todo is quadratic. Is anyone holding on to the old array?");
  yield* readFile(me, "src/store.ts", 8);
  yield* search(me, "store.rows", [
    "src/list.ts:5: return store.rows.filter(…)",
    "test/store.test.ts:8: assert.equal(store.rows.length, 1)",
  ]);
  yield* me.say("Nobody keeps the array, so a push will do.");
  yield* editFile(me, "src/store.ts", "this.rows = [...this.rows, todo];", "this.rows.push(todo);");
  const answer = "`apply` pushes now instead of copying; both callers read the list anew each time, so nothing else changes.";
  yield* me.say(answer);
  return answer;
}

/** Runs the tests of the sample project. */
export function* runTests(me: Actor): Script {
  yield* me.say("Running the tests.");
  yield* runCommand(me, "npm test", testOutput, { ms: 4000 });
  const answer = "All three tests pass.";
  yield* me.say(answer);
  return answer;
}

function* readDocs(me: Actor): Script {
  yield* readFile(me, "README.md");
  yield* me.think("The readme says how to run the tests and nothing of the store.");
  const answer = "The readme needs a sentence about `Store.apply`.";
  yield* me.say(answer);
  return answer;
}

/** Three children side by side. */
export const parallel: Scenario = {
  name: "parallel",
  description: "Three subagents side by side",
  words: ["parallel", "side by side"],
  *play(me) {
    yield* me.say("Three helpers will look at it from three sides at once.");
    const review = yield* me.launch({
      title: "Review the store",
      role: "reviewer",
      sourceType: "team_parallel",
      prompt: "Read src/store.ts and every caller. Mend what is slow, and say what you changed.",
      play: reviewStore,
    });
    const tests = yield* me.launch({
      title: "Run the tests",
      role: "tester",
      sourceType: "team_parallel",
      prompt: "Run the tests and report what fails.",
      play: runTests,
    });
    const docs = yield* me.launch({
      title: "Check the readme",
      role: "explorer",
      sourceType: "team_parallel",
      prompt: "Does README.md say what the store promises?",
      play: readDocs,
    });
    const ends = yield* me.join(review, tests, docs);
    yield* me.say(`All three are back:\n\n${ends.map((end) => `- ${end.result}`).join("\n")}`);
    return "";
  },
};
