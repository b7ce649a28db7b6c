// Tool calls as the host makes their views of what agents send: every kind, with what its line says of it.
import { toRowId, toSessionId, toToolCallId } from "../../../src/session/ids.ts";
import type { ToolCallFields } from "../../../src/session/rows.ts";
import type { RowView } from "../../../src/shared/rowView.ts";
import type { TranscriptState } from "../../../src/shared/transcriptState.ts";
import { rowView } from "../../../src/views/transcript/rowView.ts";
import { noon, row, rowWindow, state } from "./states.ts";

/** A tool call's row as a webview gets it, unfolded. */
export function call(id: string, fields: Partial<ToolCallFields>): RowView {
  const context = { startedAtEpoch: noon, isOver: false, isToolOpen: () => true };
  return rowView(
    {
      kind: "tool_call",
      id: toRowId(id),
      sessionId: toSessionId("root"),
      at: 0,
      changedAt: 0,
      turn: 1,
      isHistory: false,
      toolCallId: toToolCallId(id),
      title: "",
      toolKind: "other",
      status: "completed",
      content: [],
      locations: [],
      terminalIds: [],
      isCancelled: false,
      ...fields,
    },
    context,
  );
}

const before = Array.from({ length: 60 }, (_, index) => `  line ${index + 1} of the store;`).join("\n");
const after = before
  .replace("line 7 of the store", "line 7 of the new store")
  .replace("  line 8 of the store;\n", "")
  .replace(
    "line 40 of the store;",
    "line 40 of the store;\n  const kept = rows.filter((row) => row.isKept && row.sessionId === session.id && !row.isHistory).map(({ id }) => id);",
  );

const file = (path: string, from: string | null, to: string) => ({ type: "diff", path: `/repo/src/${path}`, oldText: from, newText: to });

/** One call of each kind, and changes of one, two and many files. */
export function calls(): TranscriptState {
  const rows = [
    call("read", {
      title: "Read src/store.ts",
      toolKind: "read",
      locations: [{ path: "/repo/src/store.ts", line: 40 }],
      rawInput: { limit: 80 },
    }),
    call("read2", { title: "Look at the tests", toolKind: "read", rawInput: { path: "test/store.test.ts", view_range: [1, 30] } }),
    call("edit", {
      title: "Edit src/store.ts",
      toolKind: "edit",
      locations: [{ path: "/repo/src/store.ts", line: 7 }],
      content: [file("store.ts", before, after)],
    }),
    call("many", {
      title: "Rename the store",
      toolKind: "edit",
      content: [
        file("a.ts", "store()\n", "rows()\n"),
        file("b.ts", "import { store }\n", "import { rows }\n"),
        file("c.ts", null, "export const c = 1;\n"),
        file("d.ts", "gone\n", ""),
      ],
    }),
    call("delete", { title: "Delete the old list", toolKind: "delete", locations: [{ path: "/repo/src/list.ts" }] }),
    call("move", { title: "Move the list", toolKind: "move", rawInput: { source: "src/list.ts", destination: "src/session/rowList.ts" } }),
    call("search", { title: "Find the callers", toolKind: "search", rawInput: { pattern: "store\\.apply\\(", path: "src" } }),
    call("execute", { title: "Run the tests", toolKind: "execute", rawInput: { command: ["bash", "-lc", "npm test -- --grep store"] } }),
    call("think", { title: "Think", toolKind: "think", rawInput: { thought: "The order is not promised, so nobody may rely on it." } }),
    call("fetch", { title: "Fetch the notes", toolKind: "fetch", rawInput: { url: "https://example.com/notes/protocol.html" } }),
    call("mode", { title: "Switch the mode", toolKind: "switch_mode", rawInput: { mode: "plan" } }),
    call("other", { title: "Ask the oracle", toolKind: "other", rawInput: { question: "Why?" }, status: "failed" }),
  ];
  return state({ windows: [rowWindow("root", rows)] });
}

/** Those of them that are unfolded in the picture. */
export const unfoldedCalls: readonly string[] = ["root/edit", "root/many"];

const samples: readonly (readonly [language: string, code: string])[] = [
  [
    "ts",
    "export class Store<T> extends Base {\n  // Why it is kept.\n  #rows = new Map<string, T>();\n  get(id: string): T | undefined {\n    return this.#rows.get(`${id}:${1 + 2}`) ?? null;\n  }\n}",
  ],
  ["json", '{ "name": "store", "size": 12, "isOpen": true, "none": null }'],
  ["python", '@cached\ndef area(r: float) -> float:\n    """Of a circle."""\n    return 3.14 * r ** 2'],
  ["bash", 'for f in *.ts; do\n  echo "$f" | wc -l  # count\ndone'],
  ["diff", "@@ -1,2 +1,2 @@\n-old line\n+new line\n same"],
  ["html", '<a class="link" href="#x">text</a> <!-- note -->'],
  ["css", ".row > .link:hover {\n  color: var(--x, #fff);\n  margin: 4px;\n}"],
  ["sql", "SELECT name, count(*) FROM rows WHERE kind = 'tool' GROUP BY name;"],
  ["rust", 'fn main() -> Result<(), String> {\n    let x: u8 = 7;\n    println!("{x}");\n    Ok(())\n}'],
  ["brainwave", "a language nobody knows"],
  ["", "no language at all, and a line that is much longer than the place that there is for it in a narrow side bar"],
];

/** Code in many languages, lists of tasks and a table. */
export function code(): TranscriptState {
  const blocks = samples.map(([language, text]) => `\`\`\`${language}\n${text}\n\`\`\``).join("\n\n");
  const list = "- [x] read the reducer\n- [ ] read the callers, all of them, also those that nobody thought of in a long time\n- plain";
  return state({ windows: [rowWindow("root", [row({ id: "m", kind: "agent_message", text: `${list}\n\n${blocks}` })])] });
}
