// Whatever reads a model reads the same words of one that keeps few rows in memory: tree and transcripts, pages of a
// webview up to the first row, search, exports, timeline, touched and changed files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Limits, usualLimits } from "../../../src/base/limits.ts";
import { outline } from "../../../src/replay/outline.ts";
import { replayTraffic } from "../../../src/replay/replay.ts";
import { replayConnection } from "../../../src/replay/replayConnection.ts";
import { replayJson, transcriptJson } from "../../../src/replay/replayJson.ts";
import { callOf } from "../../../src/session/rows.ts";
import type { Session } from "../../../src/session/session.ts";
import type { SessionStore } from "../../../src/session/store.ts";
import { TimelineData } from "../../../src/shared/timelineData.ts";
import { exportHtml } from "../../../src/views/exports/exportHtml.ts";
import { exportMarkdown } from "../../../src/views/exports/exportMarkdown.ts";
import { changedFiles } from "../../../src/views/files/changedFiles.ts";
import { TouchedFiles } from "../../../src/views/files/touchedFiles.ts";
import { TranscriptFind } from "../../../src/views/find/transcriptFind.ts";
import { Labels } from "../../../src/views/labels.ts";
import { TimelineModel } from "../../../src/views/timeline/timelineModel.ts";
import { timelineSvg } from "../../../src/views/timeline/timelineSvg.ts";
import { otherSideOf } from "../../../src/views/transcript/otherSide.ts";
import { TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { turnAnswer } from "../../../src/views/transcript/turnAnswer.ts";
import { traceLines } from "../../bench/trace.ts";
import { MemoryShelf } from "../../support/memoryShelf.ts";
import { recordings } from "../../support/recordings.ts";
import { TestTimer } from "../views/scene.ts";
import { modelText } from "./modelText.ts";

/** A traffic file as a model, and all that is read of it, by what it is. */
async function readings(text: string, limits: Limits, shelf?: MemoryShelf): Promise<{ readonly [what: string]: unknown }> {
  const { model } = replayTraffic(text, limits, shelf);
  const found: { [what: string]: unknown } = {
    model: modelText(model),
    outline: withoutInfos(outline(model)),
    json: shown(replayJson(model)),
  };
  for (const root of model.roots) {
    for (const [what, reading] of Object.entries(await readingsOf(model, root))) found[`${what} of ${root.id}`] = reading;
  }
  return found;
}

const withoutInfos = (lines: string): string => lines.replace(/\ninfo: .*/g, "");

/** As data, without what a model diagnosed: that rows are on a shelf is said there. */
const shown = (value: object): unknown => JSON.parse(JSON.stringify({ ...value, diagnostics: [] }));

async function readingsOf(model: SessionStore, root: Session): Promise<{ readonly [what: string]: unknown }> {
  const connection = replayConnection(model);
  const data = new TimelineData();
  data.take(new TimelineModel(connection, root.id).snapshot());
  const touched = new TouchedFiles(model);
  const sessions = [...model.sessions];
  const whole = { hasThoughts: true, mask: (value: unknown) => value, rest: () => Promise.resolve() };
  return {
    markdown: await exportMarkdown(connection, root),
    html: await exportHtml(connection, root),
    export: shown(await transcriptJson(connection, sessions, whole)),
    timeline: timelineSvg(data, 1_000_000),
    touched: sessions.map((session) => touched.of(session, ({ id }) => id)),
    changed: await changedFiles(model, root),
    answer: turnAnswer(root),
    sides: sessions.map(({ rows }) =>
      Array.from(rows.values(), (row) => row.kind === "session_message" && otherSideOf(row, (id) => model.get(id))),
    ),
    page: pageOf(model, root),
    found: await hits(model, root),
  };
}

/** A page with every card and call open, from the first row on. */
function pageOf(model: SessionStore, root: Session): unknown {
  const view = new TranscriptView(replayConnection(model), root.id, { foldDefault: "all", enterSends: true });
  view.snapshot();
  for (const { id, rows } of model.sessions) {
    view.setOpen(id, true);
    for (const row of rows.values()) if (callOf(row)) view.setToolOpen(id, row.id, true);
  }
  view.takeOps();
  for (const { id } of model.sessions) view.extendWindow(id, 0);
  return JSON.parse(JSON.stringify(view.snapshot()));
}

/** Where the hits of a common letter are, from the first on, a few steps on, and how many there are. */
async function hits(model: SessionStore, root: Session): Promise<unknown> {
  const [connection, timer] = [replayConnection(model), new TestTimer()];
  const around = { connection, labels: new Labels(connection), top: root.id, timer, didChange: () => undefined };
  const find = new TranscriptFind(1, { text: "e", matchCase: false, wholeWord: false }, around);
  while (!find.isComplete) {
    timer.pass(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return Array.from({ length: 4 }, () => {
    find.step("next", undefined);
    return find.view();
  });
}

async function compare(text: string, rowsInMemory: number, name: string): Promise<MemoryShelf> {
  const shelf = new MemoryShelf();
  const limits = { ...usualLimits, rowsInMemory };
  const [shelved, whole] = [await readings(text, limits, shelf), await readings(text, limits)];
  for (const [what, expected] of Object.entries(whole)) assert.deepEqual(shelved[what], expected, `${name}: ${what}`);
  return shelf;
}

describe("a model that keeps few rows in memory", () => {
  it("reads like any other: every recording, with three rows of each session", async () => {
    let read = 0;
    for (const name of recordings()) {
      const text = readFileSync(join(import.meta.dirname, "../../recordings", name), "utf8");
      read += (await compare(text, 3, name)).read;
    }
    assert.ok(read > 1000, `${read} pages were read back`);
  }).timeout(120_000);

  for (const form of ["standard", "flat", "deep"] as const) {
    it(`reads like any other: 4000 frames, ${form}, with fifty rows of each session`, async () => {
      const lines = traceLines({ frames: 4000, children: 3, form, seed: 7 });
      const text = Array.from(lines, (line, t) => `{"t":${t},"dir":"agent","frame":${line}}`).join("\n");
      assert.ok((await compare(text, 50, form)).read > 100);
    }).timeout(60_000);
  }
});
