import type { JsonObject } from "../../session/content.ts";
import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";
import { plan, readFile } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

function* tell(me: Actor, sessionUpdate: string, fields: JsonObject): Script<void> {
  yield* me.work({ type: "updateSent", update: { sessionUpdate, ...fields } });
}

const entries = (done: number) =>
  ["Look", "Think", "Say"].map((content, index) => ({
    content,
    priority: index === 0 ? "high" : "medium",
    status: index < done ? "completed" : index === done ? "in_progress" : "pending",
  }));

/** A plan that has an id: updated in its place, beside others. */
function* planById(me: Actor, planId: string, done: number): Script<void> {
  yield* tell(me, "plan_update", { plan: { type: "items", planId, entries: entries(done) } });
}

function* compact(me: Actor, compactionId: string): Script<void> {
  yield* tell(me, "compaction_update", { compactionId, status: "in_progress" });
  for (const text of ["The store was read. ", "Two files use it."]) {
    yield* me.pause(300);
    yield* tell(me, "compaction_summary_chunk", { compactionId, content: { type: "text", text } });
  }
  yield* tell(me, "compaction_update", { compactionId, status: "completed" });
}

const ownOptions = [
  { id: "model", name: "Model", category: "model", type: "select", currentValue: "swift", options: [{ value: "swift", name: "Swift" }] },
  { id: "web-search", name: "Web search", type: "boolean", currentValue: false },
  { id: "seed", name: "Seed", type: "number", currentValue: 7 },
];

function* grandchild(me: Actor): Script {
  yield* tell(me, "notice", { severity: "warning", title: "The index is old", description: "Words of today are not in it." });
  yield* tell(me, "usage_update", { used: 900, size: 100_000 });
  yield* planById(me, "search", 3);
  yield* me.say("Nothing new.");
  return "Nothing new.";
}

function* child(me: Actor): Script {
  yield* tell(me, "config_option_update", { configOptions: ownOptions });
  yield* plan(me, ["Read the store", "Report"], 0);
  yield* readFile(me, "src/store.ts", 8);
  yield* tell(me, "usage_update", { used: 5230, size: 200_000, cost: { amount: 0.03, currency: "USD" } });
  yield* compact(me, "child-compaction");
  yield* me.delegate({ title: "Search the index", role: "searcher", prompt: "Look into the index.", play: grandchild });
  yield* plan(me, ["Read the store", "Report"], 2);
  yield* me.say("The store is small.");
  return "The store is small.";
}

/** What a session can tell beside its words and calls: from the root, a child and a grandchild. */
export const details: Scenario = {
  name: "details",
  description: "Plans, notices, compaction, usage and options of root, child and grandchild",
  hint: "what the plan is for",
  words: ["details"],
  *play(me, input) {
    yield* tell(me, "notice", { severity: "info", title: "The demo tells of itself" });
    yield* planById(me, "work", 0);
    yield* planById(me, "idea", 0);
    const aim = input === "" ? "Think" : input;
    yield* tell(me, "plan_update", { plan: { type: "markdown", planId: "words", content: `1. Look\n2. **${aim}**` } });
    yield* me.pause(400);
    yield* tell(me, "plan_removed", { planId: "idea" });
    yield* tell(me, "usage_update", { used: 84_000, size: 200_000, cost: { amount: 0.25, currency: "USD" } });
    yield* me.delegate({ title: "Read with options", role: "reader", prompt: "Read the store.", play: child });
    yield* compact(me, "root-compaction");
    yield* planById(me, "work", 3);
    yield* me.say("That was all.");
    return "";
  },
};
