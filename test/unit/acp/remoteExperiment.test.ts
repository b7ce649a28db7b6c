// Whose frames reach a client of the SDK's own streams? A subagent's session is one that the client never opened.
import assert from "node:assert/strict";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import { WebSocket } from "ws";
import { isObject } from "../../../src/session/content.ts";
import { BareClient } from "../demo/bareClient.ts";
import { startDemo, type TestDemo } from "./servers.ts";

describe("the SDK's client streams, as they are", () => {
  let demo: TestDemo;
  before(async () => {
    demo = await startDemo();
  });
  after(() => demo.close());

  it("WebSocket: a subagent's frames come", async () => {
    const stream = createWebSocketStream(demo.url("ws"), { WebSocket: WebSocket as never });
    assert.deepEqual(await sessionsHeardOf(stream), ["the root", "a subagent"]);
  });

  // When this fails, the SDK has learned it, and `HttpLink.follow` can go.
  it("streamable HTTP: a subagent's frames do not come", async () => {
    assert.deepEqual(await sessionsHeardOf(createHttpStream(demo.url("http"))), ["the root"]);
  });
});

/** Has one subagent work, and says whose updates came until the turn's end and a request after it. */
async function sessionsHeardOf(stream: Stream): Promise<readonly string[]> {
  const writer = stream.writable.getWriter();
  const client = new BareClient((frame) => void writer.write(frame as unknown as AnyMessage));
  void readFrames(stream, client);
  await client.request("initialize", { protocolVersion: 1, clientCapabilities: { subagents: {} } });
  const opened = await client.request("session/new", { cwd: "/w", mcpServers: [] });
  assert.ok(isObject(opened.result), JSON.stringify(opened));
  const { sessionId } = opened.result;
  await client.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "/one" }] });
  // Whatever the agent sent before has had its time by then.
  const closed = await client.request("session/close", { sessionId });
  assert.deepEqual(closed.result, {});
  const ids = client.log.flatMap(({ dir, frame }) => (dir === "<" && isObject(frame.params) ? [frame.params.sessionId] : []));
  await writer.close();
  return [...new Set(ids)].map((id) => (id === sessionId ? "the root" : "a subagent"));
}

async function readFrames(stream: Stream, client: BareClient): Promise<void> {
  const reader = stream.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) client.receive(JSON.parse(JSON.stringify(next.value)));
}
