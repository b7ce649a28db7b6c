// What the demo agent says in each form, read back by our own client: pipe → log → translator → store.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClock } from "../../../src/demo/clock.ts";
import type { DisplayName } from "../../../src/demo/display.ts";
import type { Row } from "../../../src/session/rows.ts";
import type { Session } from "../../../src/session/session.ts";
import { agent, client, Story } from "../../support/story.ts";
import { type BareClient, prompt, startAgent, until } from "./bareClient.ts";
import { ManualClock } from "./manualClock.ts";
import { transcript } from "./transcript.ts";

/** What crossed so far, as our client reads it. */
function readBack({ log }: BareClient): Story {
  return new Story(log.map(({ dir, frame }) => (dir === "<" ? agent(frame) : client(frame))));
}

/** What all forms with a transcript of their own can tell of a row; undefined for one that only some can. */
function rowText(row: Row, isRoot: boolean): string | undefined {
  switch (row.kind) {
    case "agent_message":
    case "agent_thought":
      return `${row.kind} ${row.text}`;
    case "plan":
      return `plan ${row.entries.map(({ content, status }) => `${content} ${status}`).join(", ")}`;
    case "subagent":
      return `card ${row.childId}`;
    case "tool_call":
      // Of the root's calls some forms show those that launch a child again.
      return isRoot ? undefined : `call ${row.title} ${row.status}`;
    case "session_message":
    case "user_message":
      return undefined;
    default:
      return row.kind;
  }
}

/** Parents, labels, states, prompts and answers of the runs, and what each session did. */
function treeText({ store }: Story): string {
  const lines = [...store.sessions].flatMap((session) => {
    const rows = [...session.rows.values()].flatMap((row) => rowText(row, session.parentId === null) ?? []);
    return [headOf(session), ...session.runs.map(({ prompt, answer }) => `  ${prompt} → ${answer}`), ...rows.map((row) => `  | ${row}`)];
  });
  return lines.join("\n");
}

function headOf({ id, parentId, title, role, state }: Session): string {
  const ended = parentId === null ? "" : `: ${title} (${role}) ${state?.state} ${state?.stopReason}`;
  return `${id} below ${parentId}${ended}`;
}

describe("demo agent, read back by the client", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "demo-read-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  async function connected(display: DisplayName, clock = createClock(0)): Promise<BareClient> {
    const connection = startAgent(dir, clock, display);
    await connection.request("initialize", { protocolVersion: 1, clientCapabilities: { subagents: {} } });
    return connection;
  }

  /** Plays one prompt to its end in a new session, with that of what works on in the background. */
  async function played(display: DisplayName, text: string): Promise<BareClient> {
    rmSync(dir, { recursive: true });
    const connection = await connected(display);
    await connection.request("session/new", { cwd: "/workspace", mcpServers: [] });
    const answered = prompt(connection, text);
    if (text === "/permission") {
      await until(() => connection.permissionRequests().length === 2);
      for (const request of connection.permissionRequests()) connection.answer(request, "allow-once");
    }
    await answered;
    if (text === "/background") await until(() => /The benchmark is done.* 4 milliseconds\./.test(transcript(connection.log)));
    assert.deepEqual(connection.warnings, []);
    return connection;
  }

  async function loaded(display: DisplayName): Promise<BareClient> {
    const connection = await connected(display);
    await connection.request("session/load", { sessionId: "demo-1", cwd: "/workspace", mcpServers: [] });
    await until(() => transcript(connection.log).includes("available_commands_update"));
    return connection;
  }

  for (const text of ["/one", "/parallel", "/nested", "/background", "/failure", "/permission", "/again", "any work"]) {
    it(`makes the same tree of ${text} in every form that gives children a session, also when loaded`, async () => {
      const expected = treeText(readBack(await played("standard", text)));
      const expectedLoaded = treeText(readBack(await loaded("standard")));
      for (const display of ["draft", "zed"] as const) {
        assert.equal(treeText(readBack(await played(display, text))), expected, display);
        assert.equal(treeText(readBack(await loaded(display))), expectedLoaded, `${display}, loaded`);
      }
    });
  }

  it("makes cards without transcript of tool_box, with what each child gave back", async () => {
    for (const read of [() => played("tool_box", "/nested"), () => loaded("tool_box")]) {
      const story = readBack(await read());
      const received = Array.from(story.store.sessions, ({ id, runs }) => `${id} gave back: ${runs[0]?.received}`).slice(1);
      assert.equal(
        `${treeText(story)}\n${received.join("\n")}`,
        [
          "demo-1 below null",
          "  | agent_message A lead will take this and delegate further.",
          "  | card demo-1:c1",
          "  | agent_message The lead reports: The store can be changed safely. The list only reads; the counter says: One caller, and it is a test.",
          "demo-1:c1 below demo-1: lead (undefined) idle end_turn",
          "  undefined → undefined",
          "  | card demo-1:c2",
          "demo-1:c2 below demo-1:c1: explorer (undefined) idle end_turn",
          "  undefined → undefined",
          "  | card demo-1:c3",
          "demo-1:c3 below demo-1:c2: counter (undefined) idle end_turn",
          "  undefined → undefined",
          "demo-1:c1 gave back: The store can be changed safely. The list only reads; the counter says: One caller, and it is a test.",
          "demo-1:c2 gave back: The list only reads; the counter says: One caller, and it is a test.",
          "demo-1:c3 gave back: One caller, and it is a test.",
        ].join("\n"),
      );
    }
  });

  it("reads a second piece of work of a tool_box as a run of its own", async () => {
    const { store } = readBack(await played("tool_box", "/again"));
    const runs = [...store.sessions]
      .slice(1)
      .flatMap((session) => session.runs.map(({ state, received }) => `${state?.state} ${received}`));
    assert.deepEqual(runs, ["idle There are 2 open notes.", "idle With the tests there are 3."]);
  });

  /** How the children stand, and every call that is still open. */
  function standing({ store }: Story): string {
    const lines = [...store.sessions].flatMap(({ id, parentId, state, rows }) => {
      const open = [...rows.values()].flatMap((row) =>
        row.kind === "tool_call" && row.status !== "completed" && row.status !== "failed" ? [`  open: ${row.title}`] : [],
      );
      return [...(parentId === null ? [] : [`${id} ${state?.state} ${state?.stopReason} ${state?.confirmed}`]), ...open];
    });
    return lines.join("\n");
  }

  for (const [display, background] of [
    ["draft", "cancelled"],
    // A tool call has no status for it: what our cancel did not reach has failed, as far as anybody says.
    ["zed", "error"],
    ["tool_box", "error"],
  ] as const) {
    it(`reads in ${display} that a cancelled turn ends every child, those in the background too`, async () => {
      const clock = new ManualClock();
      const connection = await connected(display, clock);
      await connection.request("session/new", { cwd: "/workspace", mcpServers: [] });
      const first = prompt(connection, "/background");
      await clock.advance(4000);
      await first;
      const second = prompt(connection, "/nested");
      await clock.advance(4000);
      connection.notify("session/cancel", { sessionId: "demo-1" });
      await clock.advance(1000);
      assert.deepEqual((await second).result, { stopReason: "cancelled" });
      const ended = ["c1", "c2", "c3", "c4"].map((id) => `demo-1:${id} idle ${id === "c1" ? background : "cancelled"} live`);
      assert.equal(standing(readBack(connection)), ended.join("\n"));
    });
  }

  for (const [display, working, dead] of [
    ["standard", "running undefined live", "idle undefined live"],
    ["draft", "running undefined live", "unknown undefined live"],
    ["zed", "running undefined live", "idle error live"],
    ["tool_box", "running undefined live", "idle error live"],
  ] as const) {
    it(`reads in ${display} after a load whether a child works on or died with its process`, async () => {
      const clock = new ManualClock();
      const connection = await connected(display, clock);
      await connection.request("session/new", { cwd: "/workspace", mcpServers: [] });
      const answered = prompt(connection, "/background");
      await clock.advance(1500);
      await answered;
      for (const method of ["session/load", "session/resume"]) {
        connection.log.length = 0;
        await connection.request(method, { sessionId: "demo-1", cwd: "/workspace", mcpServers: [] });
        await until(() => transcript(connection.log).includes("available_commands_update"));
        assert.equal(headsOf(readBack(connection)), `demo-1:c1 ${working}`, method);
      }
      assert.equal(headsOf(readBack(await loaded(display))), `demo-1:c1 ${dead}`);
      await clock.advance(60_000);
      assert.equal(headsOf(readBack(connection)), "demo-1:c1 idle end_turn live");
    });
  }

  const headsOf = (story: Story): string => standing(story).replaceAll(/\n? {2}open: .*/g, "");

  for (const display of ["inline", "legacy"] as const) {
    it(`makes no card of ${display}`, async () => {
      for (const text of ["/one", "/nested", "/background", "/failure", "/permission", "/again", "any work"]) {
        for (const connection of [await played(display, text), await loaded(display)]) {
          const { store } = readBack(connection);
          assert.deepEqual(
            Array.from(store.sessions, ({ id }) => id),
            ["demo-1"],
            text,
          );
          const open = [...store.sessions].flatMap(({ rows }) =>
            [...rows.values()].filter((row) => row.kind === "tool_call" && row.status === "in_progress"),
          );
          assert.deepEqual(open, [], text);
        }
      }
    });
  }
});
