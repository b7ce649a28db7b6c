import assert from "node:assert/strict";
import type { ContentBlock, ToolContent } from "../../../src/session/content.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { callOf } from "../../../src/session/rows.ts";
import { blockView, toolBody, toolView } from "../../../src/views/transcript/toolView.ts";
import { call, opened, Story } from "../../support/story.ts";

const drawn = (block: ContentBlock) => JSON.parse(JSON.stringify(blockView(block)));

describe("what messages and calls hold", () => {
  it("a block of every kind is drawn as what it is; what cannot be drawn or played by its name", () => {
    assert.deepEqual(
      [
        { type: "text", text: "**Hm**" },
        { type: "image", mimeType: "image/png", data: "AAAA" },
        { type: "image", mimeType: "image/svg+xml", data: "AAAA" },
        { type: "audio", mimeType: "audio/mpeg", data: "AAAA" },
        { type: "audio", mimeType: "audio/midi", data: "AAAA" },
        { type: "resource_link", uri: "file:///w/a.ts", name: "a.ts", title: "The store" },
        { type: "resource", resource: { uri: "file:///w/a.ts#L3-L9", text: "three" } },
        { type: "resource", resource: { uri: "file:///w/a.bin", blob: "AAAA" } },
        { type: "hologram" },
      ].map(drawn),
      [
        { type: "text", text: "**Hm**" },
        { type: "image", mimeType: "image/png", data: "AAAA" },
        { type: "other", text: "[image image/svg+xml]" },
        { type: "audio", mimeType: "audio/mpeg", data: "AAAA" },
        { type: "other", text: "[audio audio/midi]" },
        { type: "link", uri: "file:///w/a.ts", name: "The store" },
        { type: "embedded", uri: "file:///w/a.ts#L3-L9", name: "a.ts:3-9", text: "three" },
        { type: "embedded", uri: "file:///w/a.bin", name: "a.bin" },
        { type: "other", text: "[hologram]" },
      ],
    );
  });

  it("the content of a call is drawn piece by piece: blocks, diffs, terminals, sessions; what nobody knows as it came", () => {
    const content: readonly ToolContent[] = [
      { type: "content", content: { type: "text", text: "Hm" } },
      { type: "diff", path: "/w/a.ts", oldText: "one", newText: "two" },
      { type: "diff", path: "/w/new.ts", newText: "two" },
      { type: "terminal", terminalId: "t1" },
      { type: "session", sessionId: "c" },
      { type: "song", notes: 3 },
    ];
    const [row] = new Story(opened("r"), call("r", "c1", { title: "Act", content })).session("r").rows.values();
    const tool = row && callOf(row);
    assert.ok(tool);
    // What a diff looks like is tested where it is made.
    const parts = toolBody(tool, toSessionId("r")).parts.map((part) => (part.type === "diff" ? `diff of ${part.path}` : part));
    assert.deepEqual(JSON.parse(JSON.stringify(parts)), [
      { type: "text", text: "Hm" },
      "diff of /w/a.ts",
      "diff of /w/new.ts",
      { type: "terminal", terminalId: "t1", key: "r\nt1" },
      { type: "session", sessionId: "c" },
      { type: "other", text: '{\n  "type": "song",\n  "notes": 3\n}' },
    ]);
  });

  /** The line and the unfolded part of one call, as text. */
  function unfolded(patch: Parameters<typeof call>[2]): string {
    const [row] = new Story(opened("r"), call("r", "c1", patch)).session("r").rows.values();
    const tool = row && callOf(row);
    assert.ok(tool);
    const { input, parts, output } = toolBody(tool, toSessionId("r"));
    const texts = parts.map((part) => (part.type === "text" ? part.text : `(${part.type})`));
    return [toolView(tool, false).title, "input", input ?? "-", ...texts, "output", output ?? "-"].join("\n");
  }
  const text = (words: string): ToolContent => ({ type: "content", content: { type: "text", text: words } });

  it("what a tool got and gave is laid out to be read: no braces, and texts of several lines as they are", () => {
    const rawInput = { files: [{ path: "a.ts" }, { path: "b.ts", lines: [1, 2] }], isDeep: true, note: "", none: null, empty: {} };
    const rawOutput = [{ query: "a.ts", result: "1 | one\n2 | two\n", success: true }];
    assert.equal(
      unfolded({ title: 'read_files: {"files":[{"path":"a.t', rawInput, rawOutput }),
      `read_files
input
files:
  - path: a.ts
  - path: b.ts
    lines:
      - 1
      - 2
isDeep: true
note: ""
none: null
empty: {}
output
- query: a.ts
  result:
    1 | one
    2 | two
  success: true`,
    );
  });

  it("what stands further inside a value is not told again either, as long as it is more than a word", () => {
    const said = "README.md\nnotes.txt\nchild-a-shell-ok\n";
    const rawOutput = {
      content: said,
      contents: [
        { type: "shell_exit", exitCode: 0, name: "notes.txt", outputPreview: said },
        { type: "text", text: said },
      ],
      parts: [{ text: said }],
    };
    assert.equal(
      unfolded({ title: "ls", rawOutput, content: [text(`${said}<exit code 0>`)] }),
      `ls
input
-
${said}<exit code 0>
output
contents:
  - type: shell_exit
    exitCode: 0
    name: notes.txt`,
    );
    const edits = [{ oldText: "the first line of it", newText: "the other line of it", isAll: true }];
    const change = { type: "diff", path: "/w/a.ts", oldText: "the first line of it", newText: "the other line of it" } as const;
    assert.equal(
      unfolded({ title: "Edit a.ts", rawInput: { path: "/w/a.ts", edits }, content: [change] }),
      "Edit a.ts\ninput\nedits:\n  - isAll: true\n(diff)\noutput\n-",
    );
  });

  it("what the tool was asked is not told as what it gave", () => {
    const rawInput = { command: "sleep 12", description: "Wait" };
    assert.equal(
      unfolded({ title: "sleep 12", rawInput, content: [text("Wait\n")] }),
      "sleep 12\ninput\ncommand: sleep 12\ndescription: Wait\noutput\n-",
    );
    assert.equal(
      unfolded({ title: "sleep 12", rawInput, content: [text("Over.")] }),
      "sleep 12\ninput\ndescription: Wait\nOver.\noutput\n-",
    );
    assert.equal(
      unfolded({ title: "sendInput", rawInput: { prompt: "Go on." }, content: [text("Go on.")] }),
      "sendInput\ninput\nprompt: Go on.\noutput\n-",
    );
  });

  it("what the title, a change or the parts say is not told again; a title that is not all there leaves the command", () => {
    const change: ToolContent = { type: "diff", path: "/w/a.ts", oldText: "one", newText: "two" };
    const edit = { file_path: "/w/a.ts", old_string: "one", new_string: "two", replace_all: false };
    const shell = { text: "a.ts\n", exitCode: 0 };
    const told = { terminal_output_delta: { terminal_id: "t", data: "cat: a.ts: No such file" } };
    const long = "x".repeat(300);
    assert.deepEqual(
      [
        unfolded({ title: "Edit a.ts", rawInput: edit, content: [change] }),
        unfolded({ title: "ls", rawInput: { command: "ls" }, rawOutput: shell, content: [text("Output: a.ts")] }),
        unfolded({ title: "ls", rawInput: { command: "ls" } }),
        unfolded({ title: "Read a.ts", _meta: told, rawOutput: { exit_code: 1 } }),
        unfolded({ title: long, rawInput: { command: long }, content: [text("ok")] }),
      ],
      [
        "Edit a.ts\ninput\nreplace_all: false\n(diff)\noutput\n-",
        "ls\ninput\n-\nOutput: a.ts\noutput\nexitCode: 0",
        "ls\ninput\ncommand: ls\noutput\n-",
        "Read a.ts\ninput\n-\n(terminal)\noutput\n-",
        `${long}\ninput\ncommand: ${long}\nok\noutput\n-`,
      ],
    );
  });
});
