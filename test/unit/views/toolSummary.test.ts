import assert from "node:assert/strict";
import { toSessionId, toToolCallId } from "../../../src/session/ids.ts";
import type { ToolCallFields } from "../../../src/session/rows.ts";
import { toolBody, toolView } from "../../../src/views/transcript/toolView.ts";

function callOf(fields: Partial<ToolCallFields>): ToolCallFields {
  const bare = {
    toolCallId: toToolCallId("t"),
    title: "",
    toolKind: "other",
    content: [],
    locations: [],
    terminalIds: [],
    isCancelled: false,
  };
  return { ...bare, ...fields };
}

/** What the line of a call says beside its title. */
function line(toolKind: string, fields: Partial<ToolCallFields>): string {
  const { locations, detail, change } = toolView(callOf({ toolKind, ...fields }), false);
  const places = locations.map(({ path, line, endLine }) => [path, line, endLine].filter((each) => each !== undefined).join(":"));
  return [...places, detail === undefined ? [] : `“${detail}”`, change ? `+${change.added} -${change.removed}` : []].flat().join(" | ");
}

const diff = (path: string, oldText: string | null, newText: string) => ({ type: "diff", path, oldText, newText });

describe("views/transcript/toolSummary", () => {
  it("read: the file with its lines, as far as they are known", () => {
    const reported = { locations: [{ path: "/w/a.ts", line: 40 }] };
    assert.equal(line("read", { ...reported, rawInput: { file_path: "/w/a.ts", offset: 40, limit: 80 } }), "/w/a.ts:40:119");
    assert.equal(line("read", { rawInput: { path: "a.ts", view_range: [3, 9] } }), "a.ts:3:9");
    assert.equal(line("read", { rawInput: { absolute_path: "/w/a.ts", start_line: 3, end_line: 3 } }), "/w/a.ts:3");
    assert.equal(line("read", { rawInput: { path: "a.ts", offset: 10, limit: 5 } }), "a.ts", "nobody says from where the offset counts");
    assert.equal(line("read", { rawInput: { files: [{ path: "a.ts" }, { path: "b.ts" }] } }), "a.ts | b.ts");
    assert.equal(line("read", { rawInput: { agent_id: "x" } }), "");
  });

  it("edit: the lines added and removed, and the files of the diffs where none is reported", () => {
    const content = [diff("/w/a.ts", "a\nb\n", "a\nc\nd\n"), diff("/w/b.ts", null, "x\n")];
    assert.equal(line("edit", { content }), "/w/a.ts | /w/b.ts | +3 -1");
    assert.equal(line("edit", { content, locations: [{ path: "/w/a.ts", line: 2 }] }), "/w/a.ts:2 | +3 -1");
  });

  it("delete, move", () => {
    assert.equal(line("delete", { rawInput: { path: "a.ts" } }), "a.ts");
    assert.equal(line("move", { rawInput: { source: "a.ts", destination: "b/a.ts" } }), "“a.ts → b/a.ts”");
    assert.equal(line("move", { rawInput: { source: "a.ts" } }), "");
  });

  it("execute: the command, without the shell that only runs it, when the title does not say it", () => {
    assert.equal(line("execute", { title: "Run tests", rawInput: { command: "npm  test\nnpm run lint" } }), "“npm test npm run lint”");
    assert.equal(line("execute", { title: "`npm test` in the workspace", rawInput: { command: "npm test" } }), "");
    assert.equal(line("execute", { rawInput: { command: ["bash", "-lc", "ls -1"] } }), "“ls -1”");
    assert.equal(line("execute", { rawInput: { command: ["git", "status"] } }), "“git status”");
    assert.equal(line("execute", { rawInput: { commands: ["ls", "pwd"] } }), "“ls; pwd”");
  });

  it("search, fetch, switch_mode, think", () => {
    assert.equal(line("search", { rawInput: { pattern: "a+", path: "src" } }), "“a+ · src”");
    assert.equal(line("search", { rawInput: { query: "words" } }), "“words”");
    assert.equal(line("search", { title: "Search `a+`", rawInput: { pattern: "a+", path: "src" } }), "“src”");
    assert.equal(line("search", { title: "Search a+ in src", rawInput: { pattern: "a+", path: "src" } }), "");
    assert.equal(line("fetch", { rawInput: { url: "https://example.com/a" } }), "“https://example.com/a”");
    assert.equal(line("switch_mode", { rawInput: { mode: "plan" } }), "“plan”");
    assert.equal(line("think", { title: "Think", rawInput: { thought: "First this." } }), "“First this.”");
  });

  it("other, and input of another shape: nothing is guessed", () => {
    assert.equal(line("other", { rawInput: { url: "https://example.com" } }), "");
    assert.equal(line("execute", { rawInput: "ls" }), "");
    assert.equal(line("execute", { rawInput: { command: 7 } }), "");
    assert.equal(line("search", { rawInput: null }), "");
  });

  it("numbers the lines of a piece from where it was reported to stand", () => {
    const call = callOf({
      content: [diff("/w/a.ts", "one\ntwo", "one\n2"), diff("/w/a.ts", "x", "y")],
      locations: [
        { path: "/w/a.ts", line: 41 },
        { path: "/w/a.ts", line: 99 },
      ],
    });
    const numbers = toolBody(call, toSessionId("r")).parts.map((part) =>
      part.type === "diff"
        ? part.hunks.flatMap(({ lines }) => lines.map(({ before, after }) => `${before ?? "."}/${after ?? "."}`)).join(" ")
        : "",
    );
    assert.deepEqual(numbers, ["41/41 42/. ./42", "99/. ./99"]);
  });

  it("sends no more of a huge change than is read in a transcript", () => {
    const huge = Array.from({ length: 5_000 }, (_, index) => `${index}`).join("\n");
    const [part] = toolBody(callOf({ content: [diff("/w/a.ts", null, `${"x".repeat(9_000)}\n${huge}`)] }), toSessionId("r")).parts;
    assert.ok(part?.type === "diff");
    assert.deepEqual(
      [part.added, part.cutLines, part.hunks[0]?.lines.length, part.hunks[0]?.lines[0]?.text.length],
      [5_001, 4_501, 500, 2_001],
    );
  });
});
