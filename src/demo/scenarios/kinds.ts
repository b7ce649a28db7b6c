import type { JsonObject } from "../../session/content.ts";
import type { Actor, Call } from "../actor.ts";
import { type SampleFile, sampleFiles } from "../sampleProject.ts";
import type { Script } from "../script.ts";
import { readFile, runCommand, search } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

const ms = 150;

function change(me: Actor, file: SampleFile, before: string, after: string): JsonObject {
  const oldText = sampleFiles[file];
  return { type: "diff", path: me.path(file), oldText, newText: oldText.replaceAll(before, after) };
}

function* renameEverywhere(me: Actor): Script<void> {
  const files: readonly SampleFile[] = ["src/store.ts", "src/list.ts", "test/store.test.ts"];
  const content = [
    ...files.map((file) => change(me, file, "Store", "TodoStore")),
    { type: "diff", path: me.path("src/names.ts"), oldText: null, newText: 'export const name = "TodoStore";\n' },
  ];
  yield* me.call({ name: "Rename", title: "Rename the store everywhere", kind: "edit", input: {}, startContent: content, ms });
}

/** Calls whose line says more than their title does. */
function calls(me: Actor): readonly Call[] {
  const address = "https://example.com/todo/notes";
  return [
    { name: "Read", title: "Look at the list", kind: "read", input: { path: me.path("src/list.ts"), view_range: [3, 6] }, ms },
    { name: "Delete", title: "Delete the old list", kind: "delete", input: { path: me.path("src/oldList.ts") }, ms },
    { name: "Move", title: "Move the list", kind: "move", input: { source: "src/list.ts", destination: "src/views/list.ts" }, ms },
    { name: "Shell", title: "Run the tests", kind: "execute", input: { command: ["bash", "-lc", "npm test"] }, ms },
    { name: "Think", title: "Think it over", kind: "think", input: { thought: "Nobody relies on the order." }, ms },
    { name: "Fetch", title: "Fetch the notes", kind: "fetch", input: { url: address }, startContent: [link(address, "The notes")], ms },
    { name: "Mode", title: "Change the mode", kind: "switch_mode", input: { mode: "plan" }, ms },
    { name: "Oracle", title: "Ask the oracle", kind: "other", input: { question: "Why?" }, ms, status: "failed" },
  ];
}

function link(uri: string, name: string): JsonObject {
  return { type: "content", content: { type: "resource_link", uri, name } };
}

const report = `I looked at \`README.md:2\` and package.json, and at nothing like \`src/nowhere.ts\`.

- [x] read the store
- [ ] read the list

| file | lines |
|:--|--:|
| \`README.md\` | 3 |

\`\`\`ts
// Tells whoever listens.
for (const listener of this.listeners) listener();
\`\`\`
`;

function* grandchild(me: Actor): Script {
  yield* search(me, "listeners", ["src/store.ts:6: listeners = new Set<() => void>();"]);
  yield* me.say("One place, see `README.md`.");
  return "One place.";
}

function* child(me: Actor): Script {
  yield* readFile(me, "src/store.ts", 8);
  yield* renameEverywhere(me);
  yield* me.delegate({ title: "Search for listeners", role: "searcher", prompt: "Who listens?", play: grandchild });
  yield* me.say(report);
  return "Renamed.";
}

/** Every kind of tool call, and what messages are made of: of root, child and grandchild. */
export const kinds: Scenario = {
  name: "kinds",
  description: "Every kind of tool call, code, paths and links",
  words: ["kinds"],
  *play(me) {
    for (const call of calls(me)) yield* me.call(call);
    yield* runCommand(me, "npm test", "2 passing", { ms });
    yield* renameEverywhere(me);
    yield* me.delegate({ title: "Rename the store", role: "editor", prompt: "Rename it, see `src/store.ts`.", play: child });
    yield* me.say(report);
    return "";
  },
};
