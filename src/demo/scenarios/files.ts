import type { Actor } from "../actor.ts";
import type { ChildEnd, Play, Script } from "../script.ts";
import type { Scenario } from "./scenario.ts";

/** The only files that this agent ever writes. */
const notes = "demo-notes.md";
const outside = "../acp-demo-outside.md";

/** Writes a file through the client; returns what became of it. */
function* write(me: Actor, file: string, content: string): Script {
  const path = me.path(file);
  const call = { name: "Write", title: `Write ${path}`, kind: "edit", input: { path }, ms: 0, locations: [{ path }] };
  const toolCallId = yield* me.startCall(call);
  const { error } = yield* me.request({ method: "fs/write_text_file", params: { path, content } });
  const text = error ?? `${content.length} characters`;
  yield* me.endCall(toolCallId, { text, language: "" }, error === undefined ? "completed" : "failed");
  return error === undefined ? `${path} is written.` : `${path} is not written: ${error}`;
}

/** Reads the first lines of a file through the client; returns the first one, or why there is none. */
function* read(me: Actor, file: string, limit: number): Script {
  const path = me.path(file);
  const call = { name: "Read", title: `Read ${path}`, kind: "read", input: { path, limit }, ms: 0, locations: [{ path }] };
  const toolCallId = yield* me.startCall(call);
  const { result, error } = yield* me.request({ method: "fs/read_text_file", params: { path, line: 1, limit } });
  const text = error ?? String(result?.content ?? "");
  yield* me.endCall(toolCallId, { text, language: "md" }, error === undefined ? "completed" : "failed");
  return text.split("\n")[0] ?? "";
}

const keepCopy: Play = function* (me) {
  const answer = yield* write(me, outside, "A copy of the notes.\n");
  yield* me.say(answer);
  return answer;
};

const takeNotes: Play = function* (me) {
  const written = yield* write(me, notes, "# Notes\n\nThe store copies its list.\n");
  const head = yield* read(me, notes, 1);
  const copy = yield* me.delegate({
    title: "Keep a copy outside",
    role: "keeper",
    prompt: "Keep a copy of the notes beside the folder. The person is asked.",
    play: keepCopy,
  });
  const answer = `${written} It begins with “${head}”. ${resultOf(copy)}`;
  yield* me.say(answer);
  return answer;
};

const resultOf = (end: ChildEnd): string => (end.outcome === "success" ? end.result : "The helper was stopped.");

/** Files through the client: the root reads, a child writes, its child writes outside the folder. */
export const files: Scenario = {
  name: "files",
  description: "Files read and written through the editor, by the root and two levels of subagents",
  words: ["files"],
  *play(me) {
    yield* me.say("I read, a helper takes notes, and its helper keeps a copy outside the folder.");
    const head = yield* read(me, "README.md", 1);
    const end = yield* me.delegate({ title: "Take notes", role: "writer", prompt: `Write ${notes}, and have it copied.`, play: takeNotes });
    yield* me.say(`The README begins with “${head}”. ${resultOf(end)}`);
    return "";
  },
};
