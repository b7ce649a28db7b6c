import assert from "node:assert/strict";
import { FrameLog } from "../../../src/acp/traffic/frameLog.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";

/** One line for each frame: direction, kind, and for a response the request that it answers. */
function transcript(frames: readonly (readonly ["agent" | "client", unknown])[]): string {
  const log = new FrameLog();
  return frames.map(([dir, frame], t) => describeEntry(log.add(t, dir, frame))).join("\n");
}

function describeEntry(entry: LogEntry): string {
  if (entry.type === "noise") return `${entry.t} noise ${entry.text} (${entry.reason})`;
  if (entry.type !== "frame") return `${entry.t} ${entry.type}`;
  const { t, dir, message } = entry;
  if (message.type === "notification") return `${t} ${dir} notification ${message.method} ${JSON.stringify(message.params)}`;
  if (message.type === "request") return `${t} ${dir} request ${JSON.stringify(message.id)} ${message.method}`;
  const outcome = message.error ? `error ${JSON.stringify(message.error)}` : `result ${JSON.stringify(message.result)}`;
  return `${t} ${dir} response ${JSON.stringify(message.id)} to ${message.method} ${JSON.stringify(message.params)}: ${outcome}`;
}

describe("FrameLog", () => {
  it("pairs responses with requests in both directions, each id for itself", () => {
    const text = transcript([
      ["client", { jsonrpc: "2.0", id: 0, method: "session/prompt", params: { sessionId: "s" } }],
      ["agent", { jsonrpc: "2.0", id: 0, method: "session/request_permission", params: { sessionId: "c" } }],
      ["agent", { jsonrpc: "2.0", method: "session/update", params: { sessionId: "s" } }],
      ["client", { jsonrpc: "2.0", id: 0, result: { outcome: { outcome: "cancelled" } } }],
      ["agent", { jsonrpc: "2.0", id: 0, result: { stopReason: "end_turn" } }],
    ]);
    assert.equal(
      text,
      [
        "0 client request 0 session/prompt",
        "1 agent request 0 session/request_permission",
        '2 agent notification session/update {"sessionId":"s"}',
        '3 client response 0 to session/request_permission {"sessionId":"c"}: result {"outcome":{"outcome":"cancelled"}}',
        '4 agent response 0 to session/prompt {"sessionId":"s"}: result {"stopReason":"end_turn"}',
      ].join("\n"),
    );
  });

  it("takes the string form of a number for the number, both ways, and answers each request once", () => {
    const text = transcript([
      ["client", { id: 7, method: "session/new" }],
      ["agent", { id: "7", result: {} }],
      ["agent", { id: "7", result: {} }],
      ["agent", { id: "8", method: "session/request_permission" }],
      ["client", { id: 8, result: {} }],
      ["client", { id: 9, method: "session/list" }],
      ["agent", { id: "09", result: {} }],
    ]);
    assert.equal(
      text,
      [
        "0 client request 7 session/new",
        "1 agent response 7 to session/new {}: result {}",
        '2 agent response "7" to undefined {}: result {}',
        '3 agent request "8" session/request_permission',
        '4 client response "8" to session/request_permission {}: result {}',
        "5 client request 9 session/list",
        '6 agent response "09" to undefined {}: result {}',
      ].join("\n"),
    );
  });

  it("reads malformed responses as far as they can be read", () => {
    const ask = (id: number) => ["client", { id, method: "m" }] as const;
    const text = transcript([
      ask(1),
      ["agent", { id: 1, result: 5, error: null }],
      ask(2),
      ["agent", { id: 2, error: "no way" }],
      ask(3),
      ["agent", { id: 3, error: { code: "x", data: 1 } }],
      ask(4),
      ["agent", { id: 4 }],
    ]);
    assert.deepEqual(
      text.split("\n").filter((line) => line.includes("response")),
      [
        "1 agent response 1 to m {}: result 5",
        '3 agent response 2 to m {}: error {"message":"no way"}',
        '5 agent response 3 to m {}: error {"message":"{\\"code\\":\\"x\\",\\"data\\":1}","data":1}',
        "7 agent response 4 to m {}: result null",
      ],
    );
  });

  it("takes what is no message for noise, and never throws", () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const text = transcript(
      [
        42,
        "text",
        null,
        [],
        {},
        { jsonrpc: "2.0" },
        { id: 5 },
        { id: null, error: { code: -32700 } },
        { method: 3 },
        undefined,
        1n,
        cycle,
      ].map((frame) => ["agent", frame] as const),
    );
    assert.equal(
      text,
      [
        "42",
        '"text"',
        "null",
        "[]",
        "{}",
        '{"jsonrpc":"2.0"}',
        '{"id":5}',
        '{"id":null,"error":{"code":-32700}}',
        '{"method":3}',
        "undefined",
        "1",
        "[object Object]",
      ]
        .map((shown, t) => `${t} noise ${shown} (not a JSON-RPC message)`)
        .join("\n"),
    );
  });

  it("takes a call with a null id for a notification, and params that are no object for none", () => {
    assert.equal(transcript([["agent", { id: null, method: "m", params: [1] }]]), "0 agent notification m {}");
  });

  it("keeps the beginning of long noise", () => {
    const entry = new FrameLog().add(0, "agent", "x".repeat(100_000));
    assert.equal(entry.type === "noise" && entry.text.length, 4097);
  });
});
