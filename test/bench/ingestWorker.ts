// One measurement of one way to take a trace in, in a process of its own: `ingestWorker.ts MODE FILE [FRAMES_PER_SECOND]`.
// Prints one line of JSON, an `Ingest`.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Readable } from "node:stream";
import { Readable as NodeReadable, Writable as NodeWritable } from "node:stream";
import { client, ndJsonStream } from "@agentclientprotocol/sdk/unstable";
import { Agent } from "../../src/acp/agent.ts";
import type { AgentHost } from "../../src/acp/process/launch.ts";
import { Emitter } from "../../src/base/emitter.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { systemTimer } from "../../src/base/timer.ts";
import { FileShelf } from "../../src/journal/fileShelf.ts";
import { toSessionId } from "../../src/session/ids.ts";
import type { HostMessage } from "../../src/shared/protocol.ts";
import type { Hub, HubChange, LiveConnection } from "../../src/views/hub.ts";
import { TranscriptPort } from "../../src/views/transcript/port.ts";
import { TranscriptView } from "../../src/views/transcript/transcriptView.ts";
import { SubagentTree } from "../../src/views/tree/treeView.ts";
import { journalIn } from "./journalIn.ts";
import { traceRoot } from "./trace.ts";

/** What is done with the bytes: the floor, the SDK's own client, our store alone, with what is drawn from it, and with what is kept on disk. */
const ingestModes = ["parse", "sdk", "store", "closed", "oneOpen", "allOpen", "kept"] as const;
export type IngestMode = (typeof ingestModes)[number];

/** CPU of this process while the bytes came in, ms; what was posted to the page; the longest pauses of the event loop, ms. */
export interface Ingest {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly bytes: number;
  readonly frames: number;
  readonly postedBytes: number;
  readonly postedMessages: number;
  readonly loopP99Ms: number;
  readonly rows: number;
}

const [mode = "parse", file = "", pace = "0"] = process.argv.slice(2);
const agentArgs = [join(import.meta.dirname, "streamAgent.ts"), file, pace];
const posted = { bytes: 0, messages: 0 };

/** Measures from the call until `work` resolves. */
async function measure(work: () => Promise<Partial<Ingest>>): Promise<void> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const found = await work();
  const { user, system } = process.cpuUsage(before);
  const ingest: Ingest = {
    cpuMs: (user + system) / 1000,
    wallMs: performance.now() - startedAt,
    bytes: 0,
    frames: 0,
    rows: 0,
    ...found,
    postedBytes: posted.bytes,
    postedMessages: posted.messages,
    loopP99Ms: delays.percentile(99) / 1e6,
  };
  process.stdout.write(`${JSON.stringify(ingest)}\n`);
}

/** The floor: lines of the pipe through `JSON.parse`, nothing else. */
async function parseOnly(stdout: Readable): Promise<Partial<Ingest>> {
  let rest: Buffer = Buffer.alloc(0);
  let bytes = 0;
  let frames = 0;
  for await (const chunk of stdout) {
    const piece: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    bytes += (chunk as Buffer).length;
    let from = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      JSON.parse(piece.toString("utf8", from, at));
      frames += 1;
      from = at + 1;
    }
    rest = piece.subarray(from);
  }
  return { bytes, frames };
}

async function throughSdk(): Promise<void> {
  const agent = spawn(process.execPath, agentArgs, { stdio: ["pipe", "pipe", "inherit"] });
  let frames = 0;
  const app = client({ name: "bench" }).onNotification("session/update", () => {
    frames += 1;
  });
  const connection = app.connect(
    ndJsonStream(NodeWritable.toWeb(agent.stdin), NodeReadable.toWeb(agent.stdout) as ReadableStream<Uint8Array>),
  );
  await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: { subagents: {} } });
  await connection.agent.request("session/new", { cwd: process.cwd(), mcpServers: [] });
  await measure(async () => {
    await connection.agent.request("session/prompt", { sessionId: traceRoot, prompt: [{ type: "text", text: "go" }] });
    return { frames };
  });
  agent.kill();
}

async function throughAgent(): Promise<void> {
  // As in a window: the newest rows in memory, the others in a file.
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const shelf = new FileShelf({ folder, onDidRefuse: (reason) => assert.fail(reason) });
  const journal = mode === "kept" ? journalIn(folder, () => agent) : undefined;
  const host: AgentHost = {
    runtimePath: process.execPath,
    supervisorPath: join(import.meta.dirname, "..", "..", "dist", "supervisor.cjs"),
    clientVersion: "0.0.0",
    loadSdk: () => import("../../src/acp/sdk.ts"),
    environment: async () => process.env,
    capabilities: async () => [],
    shelf,
  };
  const launch = { label: "Stream", command: process.execPath, args: agentArgs, env: {}, cwd: process.cwd() };
  const agent: Agent = new Agent({ launch, host, log: silentLogger, ...(journal && { record: journal.record }) });
  await agent.start();
  const root = await agent.newSession(process.cwd());
  if (mode !== "store") draw(agent, mode as IngestMode);
  await measure(async () => {
    await agent.sendPrompt(root, "go");
    await journal?.flush();
    let rows = 0;
    for (const session of agent.model.sessions) rows += session.rows.count;
    return { rows };
  });
  await agent.end();
  await journal?.flush();
  shelf.dispose();
  rmSync(folder, { recursive: true });
}

/** Tree and transcript as the editor has them; the page acknowledges at once, and messages are written as JSON as the editor does. */
function draw(agent: Agent, what: IngestMode): void {
  const connection: LiveConnection = {
    key: "bench",
    agentLabel: "Stream",
    model: agent.model,
    startedAtEpoch: agent.startedAtEpoch,
    isReplay: false,
    queued: () => [],
  };
  const changed = new Emitter<HubChange>();
  const hub: Hub = { connections: [connection], onDidChange: changed.event };
  const tree = new SubagentTree(hub, systemTimer);
  // VS Code asks for what is fired, and below a parent for all its rows.
  const fetch = (key: string | undefined): void => {
    if (key !== undefined) tree.row(key);
    for (const child of key === undefined || tree.children(key).length > 0 ? tree.children(key) : []) fetch(child);
  };
  tree.onDidChange(fetch);
  fetch(undefined);
  const post = (message: HostMessage): void => {
    posted.bytes += JSON.stringify(message).length;
    posted.messages += 1;
    setImmediate(() => port.receive({ type: "ack", seq: message.seq }));
  };
  const view = new TranscriptView(connection, toSessionId(traceRoot), { foldDefault: "collapsed", enterSends: true });
  const port = new TranscriptPort(
    { post, timer: systemTimer, folds: () => ({}), didFold: () => undefined, fault: (what, error) => console.error(what, error) },
    view,
  );
  port.receive({ type: "ready", open: [] });
  const opened = new Set<string>();
  agent.model.onDidChange((change) => {
    port.apply(change);
    changed.fire({ type: "modelChanged", connection, change });
    if (what !== "oneOpen" && what !== "allOpen") return;
    for (const delta of change) {
      if (delta.type !== "sessionAdded" || delta.session.standing !== "child" || (what === "oneOpen" && opened.size > 0)) continue;
      opened.add(delta.session.id);
      port.receive({ type: "fold", sessionId: delta.session.id, isOpen: true, isChoice: true });
    }
  });
}

if (mode === "parse") {
  const raw = spawn(process.execPath, [...agentArgs, "raw"], { stdio: ["ignore", "pipe", "inherit"] });
  await measure(() => parseOnly(raw.stdout));
} else if (mode === "sdk") await throughSdk();
else await throughAgent();
