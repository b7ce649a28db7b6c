// What is posted to a page that shows the root and follows it, with everything folded.
import type { Extent } from "./ingest.ts";
import type { Ingest, IngestMode } from "./ingestWorker.ts";
import { type Figure, figure, median } from "./report.ts";
import { runWorker, traceFile, usualTrace } from "./run.ts";

/** A pace at which a person could watch, in frames a second. */
const pace = 2000;
/** How much of the trace is sent at that pace: ten seconds. */
const pacedFrames = 20_000;

export async function patches({ frames, rounds }: Extent): Promise<readonly Figure[]> {
  const full = await posted("closed", frames, 0, rounds);
  const paced = await posted("closed", pacedFrames, pace, Math.min(rounds, 2));
  const open = await posted("allOpen", frames, 0, 1);
  return [
    figure("patches", "all folded, at full speed: posted of the trace", full.percent, "%", { target: 3 }),
    figure("patches", "all folded, at full speed: messages", full.messagesPerSecond, "/s"),
    figure("patches", `all folded, at ${pace} frames/s: posted of the trace`, paced.percent, "%", { target: 6 }),
    figure("patches", `all folded, at ${pace} frames/s: messages`, paced.messagesPerSecond, "/s"),
    figure("patches", "all cards open, at full speed: posted of the trace", open.percent, "%"),
  ];
}

async function posted(mode: IngestMode, frames: number, framesPerSecond: number, rounds: number) {
  const file = await traceFile(usualTrace("standard", frames));
  const found: Ingest[] = [];
  const { bytes } = await runWorker<Ingest>("ingestWorker.ts", ["parse", file]);
  for (let round = 0; round < rounds; round += 1) {
    found.push(await runWorker<Ingest>("ingestWorker.ts", [mode, file, String(framesPerSecond)]));
  }
  return {
    percent: (median(found.map(({ postedBytes }) => postedBytes)) / bytes) * 100,
    messagesPerSecond: median(found.map(({ postedMessages, wallMs }) => postedMessages / (wallMs / 1000))),
  };
}
