import type { Actor } from "../actor.ts";
import { type Script, WorkFailed } from "../script.ts";
import { readFile, search } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

const count = 100;
const files = ["src/store.ts", "src/list.ts", "src/todo.ts", "test/store.test.ts"] as const;

function* check(me: Actor, number: number): Script {
  yield* me.pause(1500 + (number % 7) * 500);
  yield* readFile(me, files[number % files.length] ?? "src/store.ts");
  yield* me.say(`Module ${number} looks at home here.`);
  yield* search(me, `module${number}`, number % 3 === 0 ? [] : [`src/list.ts:${number}: module${number}`]);
  if (number % 25 === 0) throw new WorkFailed(-32603, `Module ${number} does not parse.`);
  yield* me.pause((number % 11) * 600);
  const answer = `Module ${number} is fine.`;
  yield* me.say(answer);
  return answer;
}

/** A hundred children, four of which fail. */
export const hundred: Scenario = {
  name: "hundred",
  description: "A hundred subagents, four of which fail",
  words: ["hundred"],
  *play(me) {
    yield* me.say("A hundred helpers, one for each module.");
    const children: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      children.push(
        yield* me.launch({
          title: `Check module ${number}`,
          role: "checker",
          sourceType: "team_parallel",
          afterMs: 50,
          prompt: `Read module ${number} and say whether it is fine.`,
          play: (child) => check(child, number),
        }),
      );
    }
    const ends = yield* me.join(...children);
    const fine = ends.filter((end) => end.outcome === "success").length;
    yield* me.say(`${fine} modules are fine, ${ends.length - fine} are not.`);
    return "";
  },
};
