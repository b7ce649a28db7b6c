// An agent that does nothing but send a file: `streamAgent.ts FILE [FRAMES_PER_SECOND]`. The prompt is answered when all of it is written.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { traceRoot } from "./trace.ts";

const [file = "", pace = "0", raw = ""] = process.argv.slice(2);
const out = process.stdout;

async function stream(): Promise<void> {
  const framesPerSecond = Number(pace);
  if (framesPerSecond === 0) {
    for await (const chunk of createReadStream(file, { highWaterMark: 64 * 1024 })) if (!out.write(chunk)) await drained();
    return;
  }
  let written = 0;
  const startedAt = performance.now();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (!out.write(`${line}\n`)) await drained();
    written += 1;
    const ahead = (written / framesPerSecond) * 1000 - (performance.now() - startedAt);
    if (ahead > 5) await delay(ahead);
  }
}

const drained = (): Promise<void> => new Promise((resolve) => out.once("drain", resolve));
const answer = (id: unknown, result: unknown): boolean => out.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);

if (raw === "raw") await stream();
else {
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method } = JSON.parse(line) as { id?: unknown; method?: string };
    if (method === "initialize") answer(id, { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: "stream", version: "1.0.0" } });
    else if (method === "session/new") answer(id, { sessionId: traceRoot });
    else if (method === "session/prompt") {
      await stream();
      answer(id, { stopReason: "end_turn" });
    } else if (id !== undefined) answer(id, {});
  }
}
