import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import { plan, readFile, search } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

const steps = ["Read the store", "Find who calls it", "Report"];

function* explore(me: Actor): Script {
  yield* me.think("The store first; then everything that calls it.");
  yield* plan(me, steps, 0);
  yield* readFile(me, "src/store.ts", 8);
  yield* plan(me, steps, 1);
  yield* search(me, "store.", ["src/list.ts:5: return store.rows.filter(…)", "test/store.test.ts:7: store.apply({ … })"]);
  yield* plan(me, steps, 2);
  yield* me.work({ type: "updateSent", update: { sessionUpdate: "usage_update", used: 5230, size: 200000 } });
  const answer = "`Store.apply` copies the whole list for **every** todo. Two files use the store: `src/list.ts` and its test.";
  yield* me.say(answer);
  yield* plan(me, steps, 3);
  return answer;
}

/** One child that the root waits for, with the tool call that launched it. */
export const one: Scenario = {
  name: "one",
  description: "One subagent, launched by a tool call that is shown",
  words: ["one child", "one subagent"],
  *play(me) {
    yield* me.say("I will let an explorer read the store.");
    const end = yield* me.delegate({
      title: "Explore the store",
      role: "explorer",
      prompt: "Read src/store.ts and every file that uses it. Say what `apply` costs and who calls it.",
      showsCall: true,
      play: explore,
    });
    yield* me.say(`The explorer came back: ${end.result}`);
    return "";
  },
};
