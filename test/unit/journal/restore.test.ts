// What was kept of a session gives the same tree and transcript as its frames did; what is torn takes nothing with it.
import assert from "node:assert/strict";
import { usualLimits } from "../../../src/base/limits.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { Translator } from "../../../src/dialects/translator.ts";
import { replayConnection } from "../../../src/replay/replayConnection.ts";
import type { TimedEvent } from "../../../src/session/events.ts";
import { type SessionId, toRequestId } from "../../../src/session/ids.ts";
import type { Row } from "../../../src/session/rows.ts";
import { isWorking } from "../../../src/session/session.ts";
import { SessionStore } from "../../../src/session/store.ts";
import { TimelineData } from "../../../src/shared/timelineData.ts";
import { TimelineModel } from "../../../src/views/timeline/timelineModel.ts";
import { frame, hello, Journaled, parsed } from "../../support/journaled.ts";
import { logOf, recordings } from "../../support/recordings.ts";
import { timelineText } from "../../support/timelineText.ts";
import { sessionLines } from "../replay/modelText.ts";

const recording = "claude-agent-acp-0.101.0/nested-subagents.jsonl";

/** A root and everything below it as text, without how far each word can be believed. */
function tree(model: SessionStore, rootId: SessionId): string {
  const lines: string[] = [];
  const walk = (id: SessionId) => {
    const session = model.get(id);
    if (!session) return;
    const told = [...sessionLines(session, (name) => name ?? "?")];
    // Whether a request below a cancelled session was withdrawn or went with it is a matter of what was open when: not compared.
    const isRequest = (line: string) => /^ {2}\| (\(history\) )?request /.test(line);
    lines.push(...told.filter((line) => !isRequest(line)), ...told.filter((line) => isRequest(line) && !line.endsWith(" withdrawn")));
    for (const child of session.children) walk(child);
  };
  walk(rootId);
  return lines
    .map((line) =>
      line
        .replace(/ (live|historical|lastKnown)\b/, "")
        .replace("(history) ", "")
        .replaceAll(/ can-cancel| closed/g, ""),
    )
    .join("\n");
}

describe("a session that was kept", () => {
  for (const name of recordings()) {
    it(`${name}: gives the tree and the transcripts of its frames, as history`, async () => {
      const machine = new Journaled();
      const live = await machine.connection(logOf(name));
      for (const root of live.roots.filter(({ standing }) => standing === "root")) {
        const restored = await machine.restored(root.id);
        assert.equal(tree(restored, root.id), tree(live, root.id));
        assert.deepEqual(
          restored.roots.map(({ id }) => id),
          [root.id],
        );
        assert.equal(restored.openRequests.length, 0);
        for (const session of restored.sessions) {
          assert.equal(isWorking(session) || session.canCancel || session.isStopping || session.isRestoring, false, session.id);
          assert.ok(
            [...session.rows.values()].every(({ isHistory }) => isHistory),
            session.id,
          );
          assert.notEqual(session.state?.confirmed, "live", session.id);
        }
      }
      assert.deepEqual(machine.told, []);
    });
  }

  it("asks nobody again what was asked then: nothing of it ever waits, and nothing that waits now is touched", async () => {
    const machine = new Journaled();
    const live = await machine.connection(logOf("claude-agent-acp-0.101.0/permission-allow-subagents.jsonl"));
    const rootId = live.roots[0]?.id as SessionId;
    const into = new SessionStore();
    const told: string[] = [];
    into.onDidChange((deltas) => told.push(...deltas.map(({ type }) => type)));
    const seen: string[] = [];
    const { restoreSession } = await import("../../../src/journal/restore.ts");
    const take = (timed: TimedEvent) => {
      seen.push(timed.event.type);
      into.apply(timed);
    };
    await restoreSession(await machine.find(rootId), take, { storage: machine.storage, log: silentLogger, epoch: 0 });
    assert.ok(seen.includes("requestRecalled"), "the recording has a request");
    const waits = (model: SessionStore) =>
      [...model.sessions].flatMap((session) => session.waits.map(({ title, startedAt, endedAt = 0 }) => `${title} ${endedAt - startedAt}`));
    assert.deepEqual(waits(into), waits(live), "how long it was waited for");
    assert.deepEqual(
      told.filter((type) => type.startsWith("request")),
      [],
    );
  });

  it("loses no more than the line at which its file was torn, wherever that is", async () => {
    const machine = new Journaled();
    const log = logOf(recording);
    const live = await machine.connection(log);
    const [root] = live.roots;
    assert.ok(root);
    const [journal] = (await machine.find(root.id)).journals;
    const file = machine.storage.files.get(journal?.path ?? "");
    assert.ok(file && journal);
    const whole = file.bytes;
    const ends = [...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at] : []));
    // Around each line's end at every byte, and a few places within each line.
    const places = new Set(
      ends.flatMap((end, index) => [-2, -1, 0, 1, 2, 9, 10].map((by) => Math.max((ends[0] ?? 0) + 1, end + by)).concat(end - index)),
    );
    for (const length of places) {
      file.bytes = whole.subarray(0, length);
      const lines = ends.filter((end) => end < length).length;
      const isCut = !ends.includes(length - 1) && length < whole.length;
      machine.told.length = 0;
      const seen: string[] = [];
      const { restoreSession } = await import("../../../src/journal/restore.ts");
      const { problems } = await restoreSession(await machine.find(root.id), ({ event }) => seen.push(event.type), {
        storage: machine.storage,
        log: silentLogger,
        epoch: 0,
      });
      // The text of a line may be there whole without its line break.
      assert.ok(problems <= (isCut ? 1 : 0), `${length}: ${problems} of ${lines} lines`);
      assert.equal(seen[0], "storedBegan");
      assert.equal(seen.at(-1), "storedEnded");
    }
  }).timeout(60_000);

  it("skips a line whose checksum does not fit, and says which", async () => {
    const machine = new Journaled();
    const live = await machine.connection(logOf(recording));
    const rootId = live.roots[0]?.id as SessionId;
    const [journal] = (await machine.find(rootId)).journals;
    const file = machine.storage.files.get(journal?.path ?? "");
    assert.ok(file);
    const lines = file.bytes.toString("utf8").split("\n");
    const at = lines.findLastIndex((line) => line.includes("agent_message_chunk"));
    lines[at] = (lines[at] ?? "").replace("agent_message_chunk", "agent_thought_chunk");
    file.bytes = Buffer.from(lines.join("\n"));
    await machine.restored(rootId);
    assert.match(machine.told.join("\n"), new RegExp(`line ${at + 1} is torn or was altered`));
    assert.equal(machine.told.length, 1);
  });

  it("a file of another version is left out with a sentence, and takes no other with it", async () => {
    const machine = new Journaled();
    const live = await machine.connection(logOf(recording));
    const rootId = live.roots[0]?.id as SessionId;
    const stored = await machine.find(rootId);
    const { journalLine } = await import("../../../src/journal/journalLine.ts");
    const newer = (stored.journals[0]?.path ?? "").replace("000001", "000002");
    await machine.storage.put(newer, journalLine(Buffer.from('{"journal":2,"what":"ever"}')));
    const restored = await machine.restored(rootId);
    assert.equal(tree(restored, rootId), tree(live, rootId));
    assert.match(machine.told.join("\n"), /is of version 2, and this extension reads version 1/);
  });

  it("goes on over two connections, whatever the clock said", async () => {
    const machine = new Journaled();
    const first = await machine.connection(story("Hello"), 50_000);
    await machine.connection(resumed("Again"), 10_000);
    const restored = await machine.restored("R" as SessionId);
    assert.equal(tree(first, "R" as SessionId).includes("Hello"), true);
    const rows = [...(restored.get("R" as SessionId)?.rows.values() ?? [])];
    assert.deepEqual(
      rows.map((row) => ("text" in row ? row.text : row.kind)),
      ["Hello", "Again"],
    );
    assert.ok((rows[0]?.at ?? 0) <= (rows[1]?.at ?? 0));
  });

  it("what was asked and not answered is over with its connection, and so is what it was asked for", async () => {
    const machine = new Journaled();
    const call = { toolCallId: "t1", title: "rm -rf build", status: "pending" };
    const told = (t: number, update: object) => frame(t, "agent", { method: "session/update", params: { sessionId: "R", update } });
    const options = [{ optionId: "once", name: "Once", kind: "allow_once" }];
    const asked = [
      told(7, { sessionUpdate: "tool_call", ...call }),
      frame(8, "agent", { id: 0, method: "session/request_permission", params: { sessionId: "R", toolCall: call, options } }),
    ];
    // The window is killed: the end of the connection is not written.
    await machine.connection([...story("Clean up"), ...entries(...asked)].filter(({ type }) => type !== "closed"));
    const read = async (isOver: boolean) => {
      const model = await machine.restored("R" as SessionId, new SessionStore(), usualLimits, isOver);
      assert.equal(model.openRequests.length, 0);
      return /call .*/.exec(tree(model, "R" as SessionId))?.[0];
    };
    // Another window may have it open, and ask there.
    assert.equal(await read(false), 'call other "rm -rf build" pending NOT CLOSED');
    assert.equal(await read(true), 'call other "rm -rf build" pending (cancelled by us) NOT CLOSED');
    const load = frame(2, "client", { id: 1, method: "session/load", params: { sessionId: "R", cwd: "/w" } });
    const failed = told(3, { sessionUpdate: "tool_call", ...call, status: "failed" });
    await machine.connection(entries(...hello, load, failed, frame(4, "agent", { id: 1, result: {} })), 2000);
    assert.equal(await read(false), 'call other "rm -rf build" failed (cancelled by us)');
  });

  it("a load that was cut off does not hide what was there before", async () => {
    const machine = new Journaled();
    await machine.connection(story("Hello"));
    await machine.connection(loaded("Hel", false), 2000);
    assert.match(tree(await machine.restored("R" as SessionId), "R" as SessionId), /user "Hello"/);
  });

  it("reading begins with the last load that told everything", async () => {
    const machine = new Journaled();
    await machine.connection(story("Old words"));
    await machine.connection(loaded("Loaded words", true), 2000);
    assert.doesNotMatch(tree(await machine.restored("R" as SessionId), "R" as SessionId), /Old words/);
    assert.match(tree(await machine.restored("R" as SessionId), "R" as SessionId), /Loaded words/);
  });

  it("what a load leaves out stays known over one reload after the other: when things were, and what only we noticed", async () => {
    const machine = new Journaled();
    const update = (t: number, body: object) => frame(t, "agent", { method: "session/update", params: { sessionId: "R", update: body } });
    const call = (t: number, toolCallId: string) =>
      update(t, { sessionUpdate: "tool_call", toolCallId, title: `Do ${toolCallId}`, status: "completed" });
    const said = (t: number, who: "user" | "agent", words: string) =>
      update(t, { sessionUpdate: `${who}_message_chunk`, content: { type: "text", text: words } });
    const cutOff = (t: number): LogEntry => ({ type: "notice", t, sessionId: "R" as SessionId, text: "Cut off.", isCutOff: true });
    const question = {
      sessionId: "R" as SessionId,
      title: "Write out.txt",
      detail: "",
      options: [{ optionId: "y", name: "Yes", kind: "allow_once" }],
    };
    const id = toRequestId("own");
    const asked: readonly LogEntry[] = [
      { type: "question", t: 3200, id, question },
      { type: "questionSettled", t: 3900, id, outcome: { type: "selected", optionId: "y" } },
    ];
    const ended = { type: "closed", t: 9000, reason: "ended" } as const;
    const opened = story("One").filter(({ type }) => type === "frame");
    await machine.connection(
      [...opened, ...parsed([said(1000, "agent", "Yes."), sent(3000, 10, "Two")]), ...asked, ...parsed([call(4000, "t1")]), ended],
      100_000,
    );
    const first = [said(3, "user", "One"), said(3, "agent", "Yes."), said(3, "user", "Two"), call(3, "t1")];
    const ofSecond = [sent(5000, 20, "Three"), call(6000, "t2"), frame(7000, "agent", { id: 20, result: { stopReason: "cancelled" } })];
    await machine.connection([...parsed(load(...first)), cutOff(5), ...parsed(ofSecond), ended], 200_000);
    const second = [...first, said(3, "user", "Three"), call(3, "t2"), said(3, "agent", "Told later")];
    await machine.connection([...parsed(load(...second)), ended], 300_000);
    const restored = await machine.restored("R" as SessionId);
    const root = restored.get("R" as SessionId);
    const seconds = (ms: number | undefined) => (ms === undefined ? "?" : `${Math.round(ms / 1000)}s`);
    const when = (row: Row) => (row.isUntimed ? "" : `${seconds(row.at)} `);
    assert.deepEqual(
      [...(root?.rows.values() ?? [])].map(
        (row) => `${row.turn} ${when(row)}${row.kind} ${"text" in row ? row.text : "title" in row ? row.title : ""}`,
      ),
      [
        "1 user_message One",
        "1 agent_message Yes.",
        "2 user_message Two",
        "2 104s request Write out.txt",
        "2 104s tool_call Do t1",
        "2 200s notice Cut off.",
        "3 user_message Three",
        "3 206s tool_call Do t2",
        "3 agent_message Told later",
        "3 207s notice The turn was cancelled.",
      ],
    );
    assert.deepEqual(
      root?.turns.map((turn) => `${seconds(turn.startedAt)}–${seconds(turn.endedAt)}${turn.isUntimed ? " untimed" : ""}`),
      ["100s–100s", "103s–?", "205s–207s"],
    );
    assert.deepEqual(
      root?.waits.map(({ title, startedAt, endedAt = 0 }) => `${title} ${endedAt - startedAt}`),
      ["Write out.txt 700"],
    );
  });

  it("a turn that was cut off keeps the times that it had, over one reload after the other", async () => {
    const machine = new Journaled();
    const update = (t: number, sessionId: string, body: object) =>
      frame(t, "agent", { method: "session/update", params: { sessionId, update: body } });
    const child = (t: number, body: object) => update(t, "R", { sessionUpdate: "subagent_update", sessionId: "C", ...body });
    const call = (t: number, toolCallId: string, status: string) =>
      update(t, "C", { sessionUpdate: "tool_call", toolCallId, title: `Do ${toolCallId}`, status });
    const prompted = (t: number, words: string) =>
      update(t, "R", { sessionUpdate: "user_message_chunk", content: { type: "text", text: words } });
    const elicitation = { sessionId: "R", mode: "form", message: "How many?", requestedSchema: { type: "object", properties: {} } };
    const closed = (t: number): LogEntry => ({ type: "closed", t, reason: "ended" });
    const cutOff: LogEntry = { type: "notice", t: 5, sessionId: "R" as SessionId, text: "Cut off.", isCutOff: true };
    const begun = { title: "Work", state: { state: "running" } };
    const lanes = async (epoch: number): Promise<readonly string[]> => {
      const model = await machine.restored("R" as SessionId, new SessionStore(), usualLimits, true, epoch);
      const data = new TimelineData();
      const connection = { ...replayConnection(model, "kept", epoch), isReplay: false };
      data.take(new TimelineModel(connection, "R" as SessionId).snapshot());
      return timelineText(data, 0)
        .split("\n")
        .filter((line) => /^ +(run|wait|tool)/.test(line));
    };

    const first = [child(2000, begun), call(3000, "t1", "completed"), call(5000, "t2", "in_progress")];
    const opened = [
      ...hello,
      frame(2, "client", { id: 1, method: "session/new", params: { cwd: "/w" } }),
      frame(3, "agent", { id: 1, result: { sessionId: "R" } }),
      sent(1000, 10, "One"),
    ];
    await machine.connection([...parsed([...opened, ...first]), closed(9000)], 100_000);
    const ofFirst = [
      "  run 101s–109s? “One”",
      "    run 102s–109s?",
      "    tool 103s–103s “Do t1” completed",
      "    tool 105s “Do t2” in_progress",
    ];
    assert.deepEqual(await lanes(150_000), ofFirst);

    const told = [
      prompted(3, "One"),
      child(3, begun),
      call(3, "t1", "completed"),
      call(3, "t2", "in_progress"),
      child(3, { state: { state: "idle" } }),
    ];
    const asked = [sent(7000, 20, "Two"), frame(8000, "agent", { id: 0, method: "elicitation/create", params: elicitation })];
    await machine.connection([...parsed([...load(...told)]), cutOff, ...parsed(asked), closed(12_000)], 200_000);
    const ofAll = [ofFirst[0], "  run 207s–212s? “Two”", "  wait 208s–212s “How many?”", ...ofFirst.slice(1)];
    assert.deepEqual(await lanes(250_000), ofAll);

    for (const startedAt of [300_000, 400_000]) {
      await machine.connection([...parsed(load(...told, prompted(3, "Two"))), cutOff, closed(20_000)], startedAt);
      assert.deepEqual(await lanes(startedAt + 50_000), ofAll);
    }
  });

  it("a prompt without any content, of which no load tells, takes the times of no other turn", async () => {
    const machine = new Journaled();
    const sent = (t: number, id: number, ...words: readonly string[]) => [
      frame(t, "client", {
        id,
        method: "session/prompt",
        params: { sessionId: "R", prompt: words.map((text) => ({ type: "text", text })) },
      }),
      frame(t + 1000, "agent", { id, result: { stopReason: "end_turn" } }),
    ];
    const told = (words: string) =>
      frame(3, "agent", {
        method: "session/update",
        params: { sessionId: "R", update: { sessionUpdate: "user_message_chunk", content: { type: "text", text: words } } },
      });
    const opened = frame(2, "client", { id: 1, method: "session/new", params: { cwd: "/w" } });
    const first = [...hello, opened, frame(3, "agent", { id: 1, result: { sessionId: "R" } })];
    await machine.connection(parsed([...first, ...sent(1000, 10, "One"), ...sent(3000, 11), ...sent(5000, 12, "Two")]), 100_000);
    const load = frame(2, "client", { id: 1, method: "session/load", params: { sessionId: "R", cwd: "/w" } });
    const reply = frame(3, "agent", {
      method: "session/update",
      params: { sessionId: "R", update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Yes." } } },
    });
    await machine.connection(parsed([...hello, load, told("One"), reply, told("Two"), frame(4, "agent", { id: 1, result: {} })]), 200_000);
    const { turns = [] } = (await machine.restored("R" as SessionId)).get("R" as SessionId) ?? {};
    assert.deepEqual(
      turns.map(({ startedAt, endedAt, isUntimed = false }) => [startedAt, endedAt, isUntimed]),
      [
        [101_000, 102_000, false],
        [105_000, 106_000, false],
      ],
    );
  });

  for (const how of ["load", "resume"] as const) {
    it(`S30, S32, S34: a ${how} that tells nothing of the children leaves them as they were kept, as history`, async () => {
      const machine = new Journaled();
      const live = await machine.connection(logOf(recording));
      const rootId = live.roots[0]?.id as SessionId;
      const store = await machine.restored(rootId);
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Told again." } };
      const again = parsed([
        frame(1, "client", { id: 1, method: `session/${how}`, params: { sessionId: rootId, cwd: "/w" } }),
        ...(how === "load" ? [frame(2, "agent", { method: "session/update", params: { sessionId: rootId, update } })] : []),
        frame(3, "agent", { id: 1, result: {} }),
      ]);
      const translator = new Translator();
      for (const entry of again) for (const { t, event } of translator.translate(entry)) store.apply({ t: 1e6 + t, event });
      const root = store.get(rootId);
      assert.deepEqual([root?.isClosed, root?.isRestoring, root?.isTurnOpen], [false, false, false]);
      if (how === "load") assert.match(tree(store, rootId), /agent "Told again\."/);
      const children = [...store.sessions].filter(({ standing }) => standing === "child");
      assert.ok(children.length > 1, "a child and a grandchild");
      for (const child of children) {
        const before = live.get(child.id);
        assert.equal(child.rows.count, before?.rows.count, child.id);
        assert.deepEqual([child.state?.confirmed, child.canCancel, child.cardRowId === undefined], ["historical", false, false]);
      }
    });
  }

  it("two windows that write at once do not meet: each has its own file", async () => {
    const machine = new Journaled();
    await Promise.all([machine.connection(story("One")), machine.connection(story("Two"))]);
    const { journals } = await machine.find("R" as SessionId);
    assert.equal(journals.length, 2);
    assert.equal(new Set(journals.map(({ path }) => path)).size, 2);
  });

  it("what waits for the announcement of its session is bounded, and what is left out is told", async () => {
    const machine = new Journaled();
    const early = (text: string) => {
      const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
      return frame(4, "agent", { method: "session/update", params: { sessionId: "K", update } });
    };
    const announced = frame(5, "agent", {
      method: "session/update",
      params: { sessionId: "R", update: { sessionUpdate: "subagent_update", sessionId: "K" } },
    });
    await machine.connection([...story("Go").slice(0, -1), ...parsed([..."abc".split("").map(early), announced])]);
    const restored = await machine.restored("R" as SessionId, new SessionStore(), { ...usualLimits, pendingFrames: 2 });
    const texts = [...restored.sessions].map(({ id, rows }) =>
      [id, ...[...rows.values()].map((row) => ("text" in row ? row.text : row.kind))].join(" | "),
    );
    const told =
      "More than 2 updates came of sessions that nobody announced; the further ones are left out (setting “acpSubagents.limits.pendingFrames”).";
    assert.deepEqual(texts, [`R | Go | subagent | ${told}`, "K | ab"]);
    assert.deepEqual(machine.told, [`The history of R: 1 updates are left out. ${told}`]);
  });

  it("keys are never on disk", async () => {
    const machine = new Journaled();
    await machine.connection(story("Use ghp_abcdefghijklmnopqrstuvwxyz0123456789 please"));
    const all = [...machine.storage.files.values()].map(({ bytes }) => bytes.toString("utf8")).join("");
    assert.doesNotMatch(all, /ghp_abc/);
    assert.match(tree(await machine.restored("R" as SessionId), "R" as SessionId), /Use ••• please/);
  });
});

function entries(...lines: readonly string[]): readonly LogEntry[] {
  return [...parsed(lines), { type: "closed", t: 1000, reason: "ended" }];
}

const prompted = (words: string): readonly string[] => [
  frame(10, "client", { id: 9, method: "session/prompt", params: { sessionId: "R", prompt: [{ type: "text", text: words }] } }),
  frame(20, "agent", { id: 9, result: { stopReason: "end_turn" } }),
];

/** A session that is new, and one prompt in it. */
const sent = (t: number, id: number, words: string): string =>
  frame(t, "client", { id, method: "session/prompt", params: { sessionId: "R", prompt: [{ type: "text", text: words }] } });

/** A connection that loads the session, which tells this. */
const load = (...told: readonly string[]): readonly string[] => [
  ...hello,
  frame(2, "client", { id: 1, method: "session/load", params: { sessionId: "R", cwd: "/w" } }),
  ...told,
  frame(4, "agent", { id: 1, result: {} }),
];

function story(words: string): readonly LogEntry[] {
  return entries(
    ...hello,
    frame(2, "client", { id: 1, method: "session/new", params: { cwd: "/w" } }),
    frame(3, "agent", { id: 1, result: { sessionId: "R" } }),
    ...prompted(words),
  );
}

function resumed(words: string): readonly LogEntry[] {
  return entries(
    ...hello,
    frame(2, "client", { id: 1, method: "session/resume", params: { sessionId: "R", cwd: "/w" } }),
    frame(3, "agent", { id: 1, result: {} }),
    ...prompted(words),
  );
}

function loaded(words: string, isAnswered: boolean): readonly LogEntry[] {
  const update = { sessionUpdate: "user_message_chunk", content: { type: "text", text: words } };
  return entries(
    ...hello,
    frame(2, "client", { id: 1, method: "session/load", params: { sessionId: "R", cwd: "/w" } }),
    frame(3, "agent", { method: "session/update", params: { sessionId: "R", update } }),
    ...(isAnswered ? [frame(4, "agent", { id: 1, result: {} })] : []),
  );
}
