import { type Actor, textContent } from "./actor.ts";
import { type SampleFile, sampleFiles } from "./sampleProject.ts";
import type { Script } from "./script.ts";

/** Reads a file of the sample project; `line` is the line that matters, counted from 1. */
export function* readFile(me: Actor, file: SampleFile, line = 1): Script<void> {
  const path = me.path(file);
  yield* me.call({
    name: "Read",
    title: `Read ${file}`,
    kind: "read",
    input: { file_path: path },
    locations: [{ path, line }],
    ms: 600,
    output: { text: sampleFiles[file], language: file.slice(file.lastIndexOf(".") + 1) },
  });
}

/** Searches the sample project; `hits` are lines such as `src/list.ts:5: …`. */
export function* search(me: Actor, pattern: string, hits: readonly string[]): Script<void> {
  yield* me.call({
    name: "Grep",
    title: `Search ${pattern}`,
    kind: "search",
    input: { pattern, path: me.path("") },
    ms: 700,
    output: { text: hits.length === 0 ? "No matches" : hits.join("\n"), language: "" },
  });
}

/** Replaces a part of a file of the sample project and shows the change; no file is touched. */
export function* editFile(me: Actor, file: SampleFile, before: string, after: string): Script<void> {
  const path = me.path(file);
  const oldText = sampleFiles[file];
  yield* me.call({
    name: "Edit",
    title: `Edit ${file}`,
    kind: "edit",
    input: { file_path: path, old_string: before, new_string: after },
    startContent: [{ type: "diff", path, oldText, newText: oldText.replace(before, after) }],
    locations: [{ path, line: oldText.slice(0, Math.max(0, oldText.indexOf(before))).split("\n").length }],
    ms: 900,
  });
}

/** A command with its output, which comes in one piece at the end. */
export function* runCommand(
  me: Actor,
  command: string,
  output: string,
  { ms = 1500, status = "completed" }: { ms?: number; status?: "completed" | "failed" } = {},
): Script<void> {
  yield* me.call({
    name: "Bash",
    title: command,
    kind: "execute",
    input: { command, description: command },
    startContent: [textContent(command)],
    ms,
    output: { text: output, language: "console" },
    status,
  });
}

/** Reports a plan whose first `done` steps are completed and whose next one is in progress. */
export function* plan(me: Actor, steps: readonly string[], done: number): Script<void> {
  const entries = steps.map((content, index) => ({
    content,
    priority: "medium",
    status: index < done ? "completed" : index === done ? "in_progress" : "pending",
  }));
  yield* me.work({ type: "planReported", entries });
}
