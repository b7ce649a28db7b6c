import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { AnyMessage } from "@agentclientprotocol/sdk/unstable";
import { PipeChannel } from "../../../src/acp/traffic/pipeChannel.ts";
import { Wire } from "../../../src/acp/traffic/wire.ts";
import { usualLimits } from "../../../src/base/limits.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";

/** A wire whose log and whose messages for the SDK are written into one transcript, in the order they come. */
class Bench {
  readonly stdout = new PassThrough();
  readonly stdin = new PassThrough();
  readonly lines: string[] = [];
  readonly errors: string[] = [];
  readonly channel: PipeChannel;
  readonly wire: Wire;

  constructor(options: { readonly lineBytes?: number; readonly writeAhead?: number; readonly onEntry?: (entry: LogEntry) => void } = {}) {
    this.channel = new PipeChannel({
      stdout: this.stdout,
      stdin: this.stdin,
      limits: { ...usualLimits, ...(options.lineBytes && { lineBytes: options.lineBytes }) },
      ...(options.writeAhead !== undefined && { writeAhead: options.writeAhead }),
    });
    this.wire = new Wire({
      channel: this.channel,
      now: () => 0,
      log: { ...silentLogger, error: (message) => this.errors.push(message) },
      onEntry: (entry) => {
        this.lines.push(describeEntry(entry));
        options.onEntry?.(entry);
      },
    });
  }

  /** Writes what the agent prints, ends its output, and returns the log, then what the SDK got. */
  async run(...chunks: readonly (string | Uint8Array)[]): Promise<readonly string[]> {
    for (const chunk of chunks) this.stdout.write(chunk);
    this.stdout.end();
    const forSdk = await readAll(this.wire.stream.readable);
    return [...this.lines, ...forSdk.map((message) => `SDK ${JSON.stringify(message)}`)];
  }

  /** Sends a message as the SDK does. */
  async send(message: AnyMessage): Promise<void> {
    const writer = this.wire.stream.writable.getWriter();
    await writer.write(message);
    writer.releaseLock();
  }

  get written(): string {
    return String(this.stdin.read() ?? "");
  }
}

function describeEntry(entry: LogEntry): string {
  if (entry.type === "noise") return `${entry.isLoss ? "lost" : "noise"} ${entry.text.slice(0, 40)} (${entry.reason})`;
  if (entry.type !== "frame") return entry.type;
  const { dir, message } = entry;
  if (message.type === "notification") return `${dir} ${message.method} ${JSON.stringify(message.params)}`;
  return `${dir} ${message.type} ${JSON.stringify(message.id)} ${message.method}`;
}

async function readAll(stream: ReadableStream<AnyMessage>): Promise<readonly AnyMessage[]> {
  const messages: AnyMessage[] = [];
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) messages.push(read.value);
  return messages;
}

const update = (n: number | string) => `{"jsonrpc":"2.0","method":"session/update","params":{"n":${JSON.stringify(n)}}}`;
const entryOf = (n: number | string) => `agent session/update {"n":${JSON.stringify(n)}}`;
const request = (id: number): AnyMessage => ({ jsonrpc: "2.0", id, method: "session/prompt", params: {} });

describe("Wire", () => {
  describe("what the agent prints", () => {
    const noise = (text: string) => `noise ${text} (not JSON)`;
    const bytes = (text: string) => [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte));
    const cases: readonly (readonly [what: string, printed: readonly (string | Uint8Array)[], told: readonly string[]])[] = [
      ["one frame a line", [`${update(1)}\n${update(2)}\n`], [entryOf(1), entryOf(2)]],
      ["a character split over chunks", bytes(`${update("é漢🙂")}\n`), [entryOf("é漢🙂")]],
      ["a byte order mark, CRLF, blank lines", [`\ufeff${update(1)}\r\n\r\n  \n${update(2)}\r\n`], [entryOf(1), entryOf(2)]],
      ["NUL and RS before a frame", [`\u0000${update(1)}\n\u001e${update(2)}\n`], [entryOf(1), entryOf(2)]],
      ["a line separator inside a string", [`${update("a\u2028b")}\n`], [entryOf("a\u2028b")]],
      [
        "a banner and log lines",
        [`Agent 1.0\n${update(1)}\n[warn] slow\n${update(2)}\n`],
        [noise("Agent 1.0"), entryOf(1), noise("[warn] slow"), entryOf(2)],
      ],
      ["text glued before a frame", [`warn: ${update(1)}\n${update(2)}\n`], [noise("warn:"), entryOf(1), entryOf(2)]],
      ["a pretty-printed frame", [`${JSON.stringify(JSON.parse(update(1)), undefined, 2)}\n${update(2)}\n`], [entryOf(1), entryOf(2)]],
      ["a batch", [`[${update(1)},7,${update(2)}]\n`], [entryOf(1), "noise 7 (not a JSON-RPC message)", entryOf(2)]],
      ["no jsonrpc member", [`${update(1).replace('"jsonrpc":"2.0",', "")}\n`], [entryOf(1)]],
      [
        "JSON that is no message",
        ['42\n"s"\nnull\n[]\n{"a":1}\n'],
        ["42", '"s"', "null", "[]", '{"a":1}'].map((text) => `noise ${text} (not a JSON-RPC message)`),
      ],
      ["a last line without a newline", [`${update(1)}\n${update(2)}`], [entryOf(1), entryOf(2)]],
      [
        "unknown kinds, unknown methods, wrong fields",
        ['{"method":"_x/y","params":[1]}\n{"method":"session/update","params":{"update":7}}\n'],
        ["agent _x/y {}", 'agent session/update {"update":7}'],
      ],
      [
        "a request, which the SDK gets too, raw",
        ['{"id":5,"method":"_x/ask","params":{"zz":{"deep":1}}}\n'],
        ["agent request 5 _x/ask", 'SDK {"jsonrpc":"2.0","id":5,"method":"_x/ask","params":{"zz":{"deep":1}}}'],
      ],
      [
        "an answer to nobody, which the SDK does not get",
        ['{"id":5,"result":{}}\n{"id":null,"error":{"code":-32700}}\n'],
        ["agent response 5 undefined", 'noise {"id":null,"error":{"code":-32700}} (not a JSON-RPC message)'],
      ],
    ];
    for (const [what, printed, told] of cases) {
      it(`is read: ${what}`, async () => {
        const bench = new Bench();
        assert.deepEqual(await bench.run(...printed), told);
        assert.equal(bench.written, "", "nothing of it is ever answered by the wire");
      });
    }

    it("[P04] [P09] is read around log lines, also those that hold JSON and come before the first frame", async () => {
      const bench = new Bench();
      const line = 'Migrating 3 of 7 {"table": "sessions"}';
      assert.deepEqual(await bench.run(`${line}\n${update(1)}\n${line}\n${update(2)}\n`), [
        noise(line),
        entryOf(1),
        noise(line),
        entryOf(2),
      ]);
      assert.equal(bench.written, "");
    });

    it("[P08] is read on after a line over the limit, which is told", async () => {
      const bench = new Bench({ lineBytes: 100 });
      assert.deepEqual(await bench.run(`${update(1)}\n`, `{"method":"big","params":"${"x".repeat(500)}"}\n${update(2)}\n`), [
        entryOf(1),
        'lost {"method":"big","params":"xxxxxxxxxxxxxx (Something longer than 100 bytes was skipped (setting “acpSubagents.limits.lineBytes”).)',
        entryOf(2),
      ]);
    });

    it("[P07] may have lines of many MiB", async () => {
      const text = "x".repeat(20 * 1024 * 1024);
      const told: number[] = [];
      const bench = new Bench({ onEntry: (entry) => told.push(entry.type === "frame" ? JSON.stringify(entry.frame).length : 0) });
      await bench.run(`${update(text)}\n${update(1)}\n`);
      assert.deepEqual(told, [update(text).length, update(1).length]);
    }).timeout(30_000);
  });

  describe("requests and answers", () => {
    it("stand in the log at their place among the updates, and go to the SDK", async () => {
      const bench = new Bench();
      await bench.send(request(0));
      const told = await bench.run(`${update(1)}\n{"jsonrpc":"2.0","id":0,"result":{"stopReason":"end_turn"}}\n${update(2)}\n`);
      assert.deepEqual(told, [
        "client request 0 session/prompt",
        entryOf(1),
        "agent response 0 session/prompt",
        entryOf(2),
        'SDK {"jsonrpc":"2.0","id":0,"result":{"stopReason":"end_turn"}}',
      ]);
      assert.equal(bench.written, `${JSON.stringify(request(0))}\n`);
    });

    it("are repaired for the SDK: the string form of an id, error null, an error that is text, no result", async () => {
      const bench = new Bench();
      for (const id of [0, 1, 2, 3]) await bench.send(request(id));
      const told = await bench.run(
        '{"id":"0","result":{}}\n{"id":1,"result":1,"error":null}\n{"id":2,"error":"no"}\n{"id":3}\n{"id":3,"result":{}}\n',
      );
      assert.deepEqual(
        told.filter((line) => line.startsWith("SDK")),
        [
          'SDK {"jsonrpc":"2.0","id":0,"result":{}}',
          'SDK {"jsonrpc":"2.0","id":1,"result":1}',
          'SDK {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no"}}',
          'SDK {"jsonrpc":"2.0","id":3,"result":null}',
        ],
      );
    });

    it("wait until the agent reads when too much waits for it already", async () => {
      const bench = new Bench({ writeAhead: 90_000 });
      const big: AnyMessage = { jsonrpc: "2.0", id: 0, method: "session/prompt", params: { text: "x".repeat(100_000) } };
      let isSecondWritten = false;
      const sent = bench.send(big).then(() => bench.send(request(1)));
      void sent.then(() => {
        isSecondWritten = true;
      });
      await new Promise(setImmediate);
      assert.deepEqual([isSecondWritten, bench.lines], [false, ["client request 0 session/prompt"]]);
      bench.stdin.resume();
      await sent;
      assert.deepEqual(bench.lines, ["client request 0 session/prompt", "client request 1 session/prompt"]);
    });

    it("do not wait for an agent that reads nothing: a stop is told of at once", async () => {
      const bench = new Bench();
      await bench.send({ jsonrpc: "2.0", id: 0, method: "session/prompt", params: { text: "x".repeat(1_000_000) } });
      await bench.send({ jsonrpc: "2.0", method: "session/cancel", params: {} });
      assert.deepEqual(bench.lines, ["client request 0 session/prompt", "client session/cancel {}"]);
    });

    it("are not sent, and do no harm, when the agent's input is closed", async () => {
      const bench = new Bench();
      bench.stdin.destroy();
      await bench.send(request(0));
      assert.deepEqual(await bench.run(`${update(1)}\n`), [entryOf(1)]);
    });
  });

  it("survives a listener that throws, and tells of it", async () => {
    const bench = new Bench({
      onEntry: () => {
        throw new Error("broken listener");
      },
    });
    assert.deepEqual(await bench.run(`${update(1)}\n${update(2)}\n`), [entryOf(1), entryOf(2)]);
    assert.equal(bench.errors.length, 2);
    assert.match(bench.errors[0] ?? "", /broken listener/);
  });

  it("reads nothing more once it is disposed, and its stream ends", async () => {
    const bench = new Bench();
    bench.stdout.write(`${update(1)}\n{"half`);
    await new Promise(setImmediate);
    bench.wire.dispose();
    bench.stdout.write(`${update(2)}\n`);
    await bench.channel.ended;
    assert.deepEqual(await readAll(bench.wire.stream.readable), []);
    assert.deepEqual(bench.lines, [entryOf(1)]);
  });

  it("lets others have their turn while an agent floods it, and keeps the order", async () => {
    const bench = new Bench({ onEntry: () => busyFor(1) });
    let turns = 0;
    const tick = () => {
      turns += 1;
      if (bench.lines.length < 60) setImmediate(tick);
    };
    setImmediate(tick);
    for (let n = 0; n < 60; n += 1) bench.stdout.write(`${update(n)}\n`);
    bench.stdout.end();
    await bench.channel.ended;
    assert.deepEqual(
      bench.lines,
      Array.from({ length: 60 }, (_, n) => entryOf(n)),
    );
    assert.ok(turns >= 5, `60 frames of 1 ms were handled with ${turns} turns of others between them`);
  });

  it("never lets an answer overtake the updates before it, over a real pipe", async () => {
    const turns = 40;
    const updates = 20;
    const agent = spawn(process.execPath, [fileURLToPath(new URL("./fixtures/updatesThenAnswer.ts", import.meta.url)), String(updates)], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const seen = await promptOverAndOver(agent, turns);
    agent.stdin.end();
    await once(agent, "close");
    assert.deepEqual(
      seen,
      Array.from({ length: turns }, (_, turn) => ({ turn, updates: (turn + 1) * updates })),
    );
  });
});

/** Sends prompt after prompt; for each, how many updates were in the log when the answer was. */
async function promptOverAndOver(
  agent: { readonly stdin: Writable; readonly stdout: Readable },
  turns: number,
): Promise<readonly { readonly turn: number; readonly updates: number }[]> {
  let updates = 0;
  const seen: { turn: number; updates: number }[] = [];
  const wire = new Wire({
    channel: new PipeChannel(agent),
    now: () => 0,
    log: silentLogger,
    onEntry: (entry) => {
      if (entry.type !== "frame" || entry.dir !== "agent") return;
      if (entry.message.type === "notification") updates += 1;
      if (entry.message.type === "response") seen.push({ turn: Number(entry.message.id), updates });
    },
  });
  const writer = wire.stream.writable.getWriter();
  const reader = wire.stream.readable.getReader();
  for (let turn = 0; turn < turns; turn += 1) {
    await writer.write(request(turn));
    await reader.read();
  }
  return seen;
}

function busyFor(ms: number): void {
  for (const start = performance.now(); performance.now() - start < ms; );
}
