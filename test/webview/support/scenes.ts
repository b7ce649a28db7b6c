// Whole transcripts for looking at: every kind of row, every state, every surface.
import type { RowView, TerminalView } from "../../../src/shared/rowView.ts";
import type { SessionView, StateMark, TouchedFileView } from "../../../src/shared/sessionView.ts";
import type { TranscriptState } from "../../../src/shared/transcriptState.ts";
import { card, cardView, composer, diff, noon, request, row, rowWindow, says, sessionView, state, tool } from "./states.ts";

const prompt =
  "Read src/store.ts and every caller. Say which callers rely on the order of events, and what breaks if two arrive in one tick. Look at the tests too: some of them hide an order that the code does not promise. Name each place with its line.";

const answer = `Three callers rely on the order:

1. \`views/tree.ts:41\` — reads \`added\` before \`moved\`.
2. \`acp/connection.ts:120\` — **breaks** when two arrive in one tick.
3. [the replay](src/replay/replay.ts:77)

See <https://example.com/order>.`;

const markdown = `I'll look at it from three sides at once and come back with **one** change.

- the reducer, in \`src/store.ts\`
- who calls it, see [connection](src/acp/connection.ts:12)
- what the [protocol](https://example.com/protocol) says

\`\`\`ts
export function apply(event: SessionEvent): Change {
  return { added: this.rows.push(toRow(event)) };
}
\`\`\`

| caller | order matters |
|:--|--:|
| tree | yes |
| export | no |

> Quoted from the design: nothing is held back.`;

const review = sessionView("review", {
  label: "Review the store reducer",
  role: "explorer",
  words: "Read src/store.ts",
  startedAt: noon - 72_000,
  canStop: true,
  childCount: 1,
  toolCallCount: 3,
  model: "claude-opus",
});
const count = sessionView("count", {
  parentId: "review",
  label: "Count the callers",
  role: "general-purpose",
  mark: "finished",
  words: "finished its turn",
  startedAt: noon - 60_000,
  endedAt: noon - 48_000,
  isWorking: false,
});
const clean = sessionView("clean", {
  label: "Clean the build folder",
  mark: "waiting",
  words: "waiting for you",
  startedAt: noon - 34_000,
  requestCount: 1,
  canStop: true,
});
const fetchNotes = sessionView("fetch", {
  label: "Fetch the API notes",
  mark: "failed",
  words: "failed: network is unreachable",
  startedAt: noon - 30_000,
  endedAt: noon - 22_000,
  isWorking: false,
});

const steps: readonly RowView[] = [
  row({ id: "s0", kind: "user_message", text: prompt }),
  row({ id: "s1", kind: "agent_thought", text: "The reducer first.\nThen the callers.\nThen the tests." }),
  row({ id: "s2", kind: "tool_call", tool: tool("Search `store.apply(`", { toolKind: "search", hasBody: true }) }),
  row({
    id: "s3",
    kind: "tool_call",
    tool: tool("Edit src/store.ts", { toolKind: "edit", hasBody: true, locations: [{ path: "/repo/src/store.ts" }] }),
    body: {
      parts: [
        diff(
          "/repo/src/store.ts",
          "apply(row) {\n  this.rows = [...this.rows, row]\n}\n",
          "apply(row) {\n  this.rows.push(row)\n  return { added: row.id }\n}\n",
        ),
      ],
    },
  }),
  card("s4", "count"),
  row({
    id: "s5",
    kind: "tool_call",
    tool: tool("Read src/store.ts", { toolKind: "read", status: "in_progress", locations: [{ path: "/repo/src/store.ts", line: 12 }] }),
  }),
];

/** The sketch of the design: one root with three children, one of them open. */
export function sketch(): TranscriptState {
  return state({
    sessions: [review, count, clean, fetchNotes],
    windows: [
      rowWindow("root", [
        row({ id: "r0", kind: "user_message", text: "Make the store survive window reloads. Check who relies on its order." }),
        says("r1", "I'll look at it from three sides at once and come back with one change."),
        card("r2", "review"),
        card("r3", "clean"),
        card("r4", "fetch"),
        row({ id: "r5", kind: "session_message", direction: "incoming", otherId: "count", text: "fourteen, three of them in tests." }),
      ]),
      rowWindow("review", steps),
      rowWindow("count", [says("c1", "14")]),
    ],
    cards: [
      cardView("review", { prompt, promptRowId: "s0", firstRowId: "s0" }),
      cardView("count", { prompt: "Count them.", answer, isEnded: true, words: "finished its turn" }),
    ],
    rest: {
      requests: [
        request("q1", { sessionId: "clean", who: "Clean the build folder", title: "wants to run", detail: "rm -rf build" }),
        request("q2", { sessionId: "review", who: "Review the store reducer", title: "Edit src/store.ts", detail: "" }),
      ],
      composer: composer({
        isTurnOpen: true,
        agentLabel: "Claude Agent",
        commands: [{ name: "compact", description: "Shorten the conversation" }],
      }),
    },
  });
}

/** Every kind of row. */
export function everyRow(): TranscriptState {
  const statuses = ["pending", "in_progress", "completed", "failed", "unconfirmed", "noResult", undefined, "paused"];
  const kinds = ["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"];
  return state({
    sessions: [review, count],
    windows: [
      rowWindow(
        "root",
        [
          row({ id: "a0", kind: "user_message", text: "Show me everything." }),
          says("a1", markdown),
          row({ id: "a2", kind: "agent_thought", text: "One.\nTwo.\nThree." }),
          row({ id: "a3", kind: "agent_thought", text: "It is unfolded." }),
          row({
            id: "a4",
            kind: "plan",
            entries: [
              { content: "Read the reducer", status: "completed" },
              { content: "Find who relies on its order", status: "in_progress", priority: "high" },
              { content: "Change it, and say what changed in one paragraph that is long enough to need a second line", status: "pending" },
            ],
          }),
          ...kinds.map((toolKind, index) =>
            row({ id: `k${index}`, kind: "tool_call", tool: tool(`A call of kind ${toolKind}`, { toolKind }) }),
          ),
          ...statuses.map((status, index) =>
            row({ id: `t${index}`, kind: "tool_call", tool: tool(`A call with status ${status ?? "none"}`, { status, hasBody: true }) }),
          ),
          row({
            id: "b1",
            kind: "tool_call",
            tool: tool("`npm test -- --grep store` in the whole workspace", { toolKind: "execute", hasBody: true }),
            body: {
              input: '{"command":"npm test -- --grep store"}',
              output: "\u001b[32m14 passing\u001b[0m\n 10 %\r100 %\n1 failing",
              parts: [],
            },
          }),
          row({
            id: "b2",
            kind: "tool_call",
            tool: tool("Compare", {
              toolKind: "read",
              locations: ["a.ts", "b.ts", "c.ts"].map((path) => ({ path: `/repo/src/${path}`, line: 3 })),
            }),
          }),
          row({ id: "b3", kind: "session_message", direction: "outgoing", otherId: "review", text: "Look at the tests too." }),
          row({ id: "b4", kind: "session_message", direction: "incoming", otherId: "count", text: "fourteen, three of them in tests." }),
          row({ id: "b5", kind: "session_message", direction: "unknown", text: "" }),
          card("b6", "nobody"),
          row({ id: "b7", kind: "notice", severity: "info", text: "The agent signed in." }),
          row({ id: "b8", kind: "notice", severity: "warning", text: "Two updates arrived for a session that was never announced." }),
          row({ id: "b9", kind: "compaction", text: "" }),
          row({ id: "c0", kind: "error", text: "The agent ended with exit code 3." }),
          row({ id: "c1", kind: "unknown", updateKind: "weather_update", json: '{\n  "sky": "clear"\n}' }),
          row({ id: "c2", kind: "unknown", updateKind: "tide_update", json: '{\n  "water": "high"\n}' }),
          row({ id: "c5", kind: "agent_message", text: "These words could be anybody's.", isUnattributed: true }),
          row({ id: "c6", kind: "session_message", direction: "outgoing", otherId: "review", text: "Not drawn.", isLaunch: true }),
          says("c3", "مرحبا بالعالم، هذا نص من اليمين إلى اليسار مع `code` داخله."),
          says("c4", "漢字かな交じり文と한국어、そして絵文字 👩‍🚀🏳️‍🌈。"),
        ],
        320,
      ),
    ],
    rest: {
      composer: composer({
        queued: [{ id: "p1", text: "And then write a changelog entry that says what a person sees" }],
        isTurnOpen: true,
      }),
      busyText: "Loading the history of this session…",
    },
  });
}

const esc = "\u001b";

/** Commands' output: in colours, running, long, ended in every way, and of which nothing is known. */
export function terminals(): TranscriptState {
  const names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
  const palette = [30, 90, 40, 100].map((first) => names.map((name, index) => `${esc}[${first + index}m ${name} ${esc}[0m`).join(""));
  const test = `> npm test\n\n  ${esc}[32m✔${esc}[0m ${esc}[2mkeeps the order of events${esc}[0m\n  ${esc}[31m1) says who asked${esc}[0m\n\n${esc}[1m${esc}[41;97m FAIL ${esc}[0m test/unit/store.test.ts\n    at ${esc}[4msrc/store.ts:12:3${esc}[0m\n`;
  const shown: readonly (readonly [id: string, title: string, status: string, text: string | undefined, rest: Partial<TerminalView>])[] = [
    ["x1", "npm test", "failed", test, { exit: { code: 1 } }],
    ["x2", "print the colours", "completed", palette.join("\n"), { exit: { code: 0 }, command: "./colours.sh --all", cwd: "/repo" }],
    ["x3", "npm run build", "in_progress", `[${"#".repeat(12)}${".".repeat(20)}] 37 %\r[${"#".repeat(20)}${".".repeat(12)}] 62 %`, {}],
    ["x4", "seq 1 400", "completed", Array.from({ length: 400 }, (_, index) => index + 1).join("\n"), { isCut: true, start: 90 }],
    ["x5", "sleep 100", "failed", "", { exit: { signal: "SIGTERM" } }],
    ["x6", "true", "completed", "", { exit: { code: 0 } }],
    ["x7", "a command nobody reported on", "completed", undefined, {}],
  ];
  const key = (id: string) => `root\n${id}`;
  return state({
    windows: [
      rowWindow(
        "root",
        shown.map(([id, title, status]) =>
          row({
            id: `row-${id}`,
            kind: "tool_call",
            tool: tool(title, { toolKind: "execute", status, hasBody: true }),
            body: { parts: [{ type: "terminal", terminalId: id, key: key(id) }] },
          }),
        ),
      ),
    ],
    rest: {
      terminals: Object.fromEntries(
        shown.flatMap(([id, , , text, rest]) =>
          text === undefined ? [] : [[key(id), { key: key(id), serial: 1, text, start: 0, isCut: false, ...rest } satisfies TerminalView]],
        ),
      ),
    },
  });
}

/** The rows of `everyRow` that are unfolded in the picture. */
export const unfolded: readonly string[] = [
  "migrate/files",
  "root/a3",
  "root/b1",
  "root/c2",
  "review/s3",
  ...[1, 2, 3, 4, 5, 6, 7].map((number) => `root/row-x${number}`),
];

const marks: readonly StateMark[] = [
  "running",
  "stalled",
  "waiting",
  "finished",
  "finishedWithError",
  "failed",
  "cancelled",
  "warning",
  "idle",
  "unknown",
  "notReported",
  "disconnected",
  "stopping",
  "detached",
];

const words: { readonly [Mark in StateMark]: string } = {
  running: "Read src/store.ts",
  stalled: "stalled: no news for 2 min · npm test",
  waiting: "waiting for you",
  finished: "finished its turn",
  finishedWithError: "completed, but says: the quota is used up",
  failed: "failed: network is unreachable",
  cancelled: "cancelled",
  warning: "reached its limit of tokens",
  idle: "idle",
  unknown: "activity unknown (last known: running)",
  notReported: "not reported",
  disconnected: "disconnected (last known: running)",
  stopping: "stopping…",
  detached: "not announced by its parent",
};

function isUnderWay(mark: StateMark): boolean {
  return mark === "running" || mark === "stalled" || mark === "waiting" || mark === "stopping";
}

/** Every state of a card, and a card with several runs. */
export function everyMark(): TranscriptState {
  const sessions: readonly SessionView[] = marks.map((mark, index) =>
    sessionView(mark, {
      label: `A subagent that is ${mark}`,
      role: index % 2 === 0 ? "explorer" : undefined,
      mark,
      words: words[mark],
      startedAt: noon - 1000 * (index * 37 + 5),
      endedAt: isUnderWay(mark) ? undefined : noon,
      isWorking: isUnderWay(mark),
      requestCount: mark === "waiting" ? 2 : 0,
      canStop: mark === "running" || mark === "waiting",
      isStopping: mark === "stopping",
    }),
  );
  const again = sessionView("again", {
    label: "Answers twice",
    role: "explorer",
    mark: "finished",
    words: "finished its turn",
    isWorking: false,
  });
  const old = sessionView("old", { label: "From an earlier day", mark: "finished", isDim: true, words: "from history", isWorking: false });
  return state({
    sessions: [...sessions, again, old],
    windows: [
      rowWindow("root", [...[...marks, "old", "again"].map((id) => card(`card-${id}`, id))]),
      rowWindow("again", [
        row({ id: "x1", kind: "tool_call", tool: tool("Read a", { toolKind: "read" }) }),
        says("x2", "First answer."),
        row({ id: "x3", kind: "user_message", text: "And the tests?" }),
        row({ id: "x4", kind: "tool_call", tool: tool("Read b", { toolKind: "read" }) }),
      ]),
    ],
    cards: [
      cardView(
        "again",
        {
          prompt: "Look at the code.",
          answer: "First answer.",
          received: "A shorter one.",
          answerRowId: "x2",
          firstRowId: "x1",
          isEnded: true,
          words: "finished its turn · 12s",
        },
        { prompt: "And the tests?", promptRowId: "x3", firstRowId: "x3", isEnded: true, words: "cancelled" },
      ),
    ],
    rest: { composer: composer({ blockedBecause: "The agent is not connected. Start it again with “ACP: Restart Agent”." }) },
  });
}

/** A child's own tab, with a request of its own and others elsewhere. */
export function ownTab(): TranscriptState {
  const scene = sketch();
  return {
    ...scene,
    sessionId: "review",
    composer: null,
    breadcrumb: [
      { id: "root", label: "Make the store survive reloads" },
      { id: "review", label: "Review the store reducer" },
    ],
    siblings: { position: 1, count: 3, next: { id: "clean", label: "Clean the build folder" } },
    requests: [
      request("q1", {
        sessionId: "count",
        who: "Count the callers",
        path: ["Make the store survive reloads", "Review the store reducer"],
        title: "Run a command",
        detail: "find . -name '*.ts' -not -path './node_modules/*' \\\n  | xargs grep -c 'store.apply(' \\\n  | sort -t: -k2 -n",
        isParentStopped: true,
      }),
      request("q2", { isHere: false, sessionId: "other" }),
      request("q3", { isHere: false, sessionId: "other" }),
    ],
  };
}

/** Options of every kind, a change that waits and one that was refused, usage, and the rows that tell of plan, notices and compaction. */
export function options(): TranscriptState {
  const worker = sessionView("worker", { label: "Count the callers", words: "working", startedAt: noon - 9_000 });
  return state({
    sessions: [worker],
    windows: [
      rowWindow("root", [
        row({ id: "p1", kind: "plan", entries: [], markdown: "1. Read the **store**\n2. Report" }),
        row({ id: "p2", kind: "plan", entries: [], uri: "file:///repo/PLAN.md" }),
        row({ id: "p3", kind: "plan", entries: [{ content: "Ask a friend", status: "pending" }], isRemoved: true }),
        row({ id: "n1", kind: "notice", severity: "info", text: "The model was changed to Fast" }),
        row({ id: "n2", kind: "notice", severity: "warning", text: "The limit is near\nThere are 3 requests left in this hour." }),
        row({ id: "n3", kind: "notice", severity: "error", text: "The tool server does not answer" }),
        row({ id: "c1", kind: "compaction", text: "What was said before.", status: "completed" }),
        row({ id: "c2", kind: "compaction", text: "", status: "in_progress" }),
        row({ id: "c3", kind: "compaction", text: "", status: "failed", error: "There was nothing to shorten." }),
        row({ id: "c4", kind: "compaction", text: "", status: "cancelled" }),
        row({
          id: "t1",
          kind: "tool_call",
          tool: tool("Rename the store everywhere", {
            name: "Rename",
            toolKind: "edit",
            hasBody: true,
            locations: [
              { path: "/repo/src/store.ts", line: 12 },
              { path: "/repo/src/list.ts" },
              { path: "/repo/test/store.test.ts", line: 4 },
            ],
          }),
          body: { parts: [{ type: "session", sessionId: "worker" }] },
        }),
        row({
          id: "x1",
          kind: "agent_message",
          text: "Look: [hologram]",
          blocks: [
            { type: "text", text: "Look: " },
            { type: "other", text: "[hologram]" },
          ],
        }),
        card("w", "worker"),
      ]),
      rowWindow("worker", [says("w1", "Fourteen.")]),
    ],
    cards: [
      {
        ...cardView("worker", { prompt: "Count them.", promptRowId: "w0", firstRowId: "w1" }),
        facts: [
          { name: "Level", value: "2" },
          { name: "Model", value: "Fast" },
          { name: "Web search", value: "on" },
          { name: "Context", value: "5.2k of 200k tokens (3%)" },
          { name: "Cost", value: "not reported" },
        ],
      },
    ],
    rest: {
      composer: composer({
        commands: [{ name: "find", description: "Find words", hint: "words to look for" }],
        settings: [
          {
            key: "option:mode",
            kind: "select",
            name: "Mode",
            value: "Ask first",
            isOn: false,
            isPending: false,
            description: "Asks before it changes anything",
          },
          { key: "option:model", kind: "select", name: "Model", value: "Thorough", isOn: false, isPending: true, description: "" },
          { key: "option:web", kind: "boolean", name: "Web search", value: "on", isOn: true, isPending: false, description: "" },
          { key: "option:seed", kind: "readOnly", name: "Seed", value: "42", isOn: false, isPending: false, description: "" },
        ],
        refusal: "Model stays “Fast”: this account has no access to Thorough (-32602)",
        usage: {
          percent: 42,
          words: "Context: 84k of 200k tokens (42%)\nCost: 0.25 USD, which may include its subagents",
          cost: "0.25 USD",
        },
      }),
    },
  });
}

const touched = (name: string, fields: Partial<TouchedFileView> = {}): TouchedFileView => ({
  path: `/trees/migrate/${name}`,
  name,
  how: ["edited"],
  rowIds: ["m1"],
  siblings: [],
  ...fields,
});

/** A long transcript with what stands beside and around its cards: files, a folder, marks in the gutter, a header that stays. */
export function around(): TranscriptState {
  const call = (id: string, title: string, status: string) =>
    row({ id, kind: "tool_call", tool: tool(title, { toolKind: "edit", status, locations: [{ path: `/repo/src/${id}.ts` }] }) });
  return state({
    sessions: [
      sessionView("root", { label: "Move the store to SQLite" }),
      sessionView("migrate", {
        label: "Write the migration and everything that belongs to it",
        role: "builder",
        mark: "stalled",
        words: "stalled: no news for 2 min · npm test",
        startedAt: noon - 320_000,
        cwd: "/trees/migrate",
      }),
      sessionView("docs", { label: "Update the docs", mark: "failed", words: "failed: the network is unreachable", isWorking: false }),
      sessionView("tests", { label: "Test it", mark: "waiting", words: "waiting for you", requestCount: 1, startedAt: noon - 12_000 }),
    ],
    windows: [
      rowWindow("root", [
        row({ id: "u1", kind: "user_message", text: "Move the store to SQLite, with a migration." }),
        ...Array.from({ length: 14 }, (_, n) =>
          n === 4 ? call("bad", "Edit src/store.ts", "failed") : says(`r${n}`, `What I found in part ${n} of the code.`),
        ),
        card("c1", "migrate"),
        card("c2", "docs"),
        card("c3", "tests"),
        ...Array.from({ length: 6 }, (_, n) => says(`s${n}`, `And then part ${n}.`)),
      ]),
      rowWindow("migrate", [
        call("m1", "Edit src/migrate.ts", "completed"),
        call("m2", "Edit src/store.ts", "failed"),
        ...Array.from({ length: 20 }, (_, n) => says(`n${n}`, `Step ${n} of the migration.`)),
      ]),
    ],
    cards: [
      {
        ...cardView("migrate", { prompt: "Write the migration.\nIt must be able to go back, and to be run twice." }),
        facts: [
          { name: "Model", value: "Thorough" },
          { name: "Folder", value: "/trees/migrate", isFolder: true },
          { name: "Context", value: "5.2k of 200k tokens (3%)" },
          { name: "Cost", value: "not reported" },
        ],
        files: [
          touched("src/migrate.ts", { how: ["created", "edited"], rowIds: ["m1", "n3"] }),
          touched("src/store.ts", { siblings: ["Test it", "Update the docs"] }),
          touched("src/a/rather/long/path/that/has/to/be/broken/somewhere/memoryStore.ts", { how: ["deleted"] }),
        ],
      },
    ],
    rest: { requests: [request("q1", { sessionId: "tests", who: "Test it", path: ["Move the store to SQLite"], title: "npm test" })] },
  });
}
