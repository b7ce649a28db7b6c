import assert from "node:assert/strict";
import { FrameLog } from "../../../src/acp/traffic/frameLog.ts";
import { Masker } from "../../../src/acp/traffic/secrets.ts";
import { Traffic } from "../../../src/acp/traffic/traffic.ts";
import { Recorder } from "../../../src/journal/recorder.ts";
import { SessionStore } from "../../../src/session/store.ts";

/** The lines that a root's journal begins with, after an agent has said so much before that root was opened. */
function preambleAfter(updates: number): readonly string[] {
  const traffic = new Traffic({ frames: 1000, bytes: 1000, blockBytes: 400 });
  const frames = new FrameLog();
  const begun: string[] = [];
  const recorder = new Recorder({
    model: new SessionStore(),
    masker: new Masker(),
    open: (_rootId, preamble) => {
      begun.push(...preamble.map((line) => Buffer.from(line).toString("utf8")));
      return undefined;
    },
    loaded: () => undefined,
  });
  const crosses = (dir: "agent" | "client", frame: object) => {
    const entry = frames.add(0, dir, frame);
    const line = traffic.add(0, dir, JSON.stringify(frame));
    if (entry.type === "frame") recorder.frame(entry, line);
  };
  crosses("client", { id: 0, method: "initialize", params: {} });
  crosses("agent", { id: 0, result: { protocolVersion: 1 } });
  crosses("client", { id: 1, method: "session/new", params: { cwd: "/w" } });
  for (let n = 0; n < updates; n += 1) crosses("agent", { method: "_note", params: { n } });
  crosses("agent", { id: 1, result: { sessionId: "R" } });
  return begun;
}

describe("what a journal begins with", () => {
  it("is what crossed when the agent began, however much has crossed since", () => {
    const expected = [
      '{"t":0,"dir":"client","frame":{"id":0,"method":"initialize","params":{}}}',
      '{"t":0,"dir":"agent","frame":{"id":0,"result":{"protocolVersion":1}}}',
      '{"t":0,"dir":"client","frame":{"id":1,"method":"session/new","params":{"cwd":"/w"}}}',
    ];
    assert.deepEqual(preambleAfter(0), expected);
    assert.deepEqual(preambleAfter(100), expected);
  });
});
