import type { Actor } from "../actor.ts";
import { testOutput } from "../sampleProject.ts";
import type { Script } from "../script.ts";
import { editFile, readFile, runCommand, search } from "../tools.ts";
import { countCallers } from "./nested.ts";

function* reviewStore(me: Actor): Script {
  yield* me.think("A copy of the list per todo is quadratic. Who relies on the copy?");
  yield* readFile(me, "src/store.ts", 8);
  const count = yield* me.launch({
    title: "Count the callers",
    role: "counter",
    prompt: "Count the callers of `store.apply(`, and say which of them are tests.",
    play: countCallers,
  });
  yield* search(me, "store.rows", [
    "src/list.ts:5: return store.rows.filter(…)",
    "test/store.test.ts:8: assert.equal(store.rows.length, 1)",
  ]);
  const [callers] = yield* me.join(count);
  yield* me.say(`The counter says: ${callers?.result ?? "nothing"} So a push will do.`);
  yield* editFile(me, "src/store.ts", "this.rows = [...this.rows, todo];", "this.rows.push(todo);");
  const answer = "`Store.apply` **pushes** now instead of copying the list. Nobody kept the old list, so nothing else had to change.";
  yield* me.say(answer);
  return answer;
}

function* runTests(me: Actor): Script {
  yield* me.say("I run the tests while the review goes on.");
  yield* runCommand(me, "npm test", testOutput, { ms: 6000 });
  yield* readFile(me, "test/store.test.ts", 5);
  const answer = "All three tests pass. None of them adds more than one todo, so the cost of `apply` is not covered.";
  yield* me.say(answer);
  return answer;
}

/** What any prompt gets that names no scenario: two children side by side, one of which has a child of its own. */
export function* ordinary(me: Actor): Script {
  const review = yield* me.launch({
    title: "Review the store",
    role: "reviewer",
    prompt: "Read src/store.ts and every caller. Say who relies on the copy in `apply`, and replace it if nobody does.",
    play: reviewStore,
  });
  const tests = yield* me.launch({
    title: "Run the tests",
    role: "tester",
    prompt: "Run the tests. Say what fails and what is not covered.",
    play: runTests,
  });
  const ends = yield* me.join(review, tests);
  yield* me.say(`Both are back:\n\n${ends.map((end) => `- ${end.outcome === "success" ? end.result : "stopped"}`).join("\n")}`);
  return "";
}
