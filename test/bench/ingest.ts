// What it costs to take frames in, from the bytes on an agent's standard output to the model and what is drawn of it.

import type { Ingest, IngestMode } from "./ingestWorker.ts";
import { type Figure, figure, median } from "./report.ts";
import { runWorker, traceFile, usualTrace } from "./run.ts";
import type { TraceForm } from "./trace.ts";

export interface Extent {
  readonly frames: number;
  readonly rounds: number;
}

/** What each way may cost, times the floor (`JSON.parse` of the same bytes from the same pipe). */
const targets: Partial<Record<IngestMode, number>> = { store: 1.6, closed: 2, kept: 2.6 };
const names: Record<IngestMode, string> = {
  parse: "JSON.parse alone",
  sdk: "the SDK's own client, doing nothing",
  store: "store",
  closed: "store, tree and transcript, all cards closed",
  oneOpen: "the same, one card open",
  allOpen: "the same, all cards open",
  kept: "store, tree and transcript, all cards closed, journal and older rows on disk",
};

/** Rounds of all ways one after the other, so that a busy moment of the machine hits all of them alike. */
export async function ingest({ frames, rounds }: Extent): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const form of ["standard", "flat", "deep"] as const) {
    const modes: readonly IngestMode[] =
      form === "standard" ? ["parse", "sdk", "store", "closed", "oneOpen", "allOpen", "kept"] : ["parse", "store", "closed"];
    figures.push(...(await ingestOf(form, modes, { frames, rounds })));
  }
  return figures;
}

async function ingestOf(form: TraceForm, modes: readonly IngestMode[], { frames, rounds }: Extent): Promise<readonly Figure[]> {
  const file = await traceFile(usualTrace(form, frames));
  const found = new Map<IngestMode, Ingest[]>(modes.map((mode) => [mode, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const mode of modes) found.get(mode)?.push(await runWorker<Ingest>("ingestWorker.ts", [mode, file]));
  }
  const perFrame = (mode: IngestMode) => (median((found.get(mode) ?? []).map(({ cpuMs }) => cpuMs)) / frames) * 1000;
  const floor = perFrame("parse");
  const figures = modes.map((mode) => {
    const target = form === "standard" ? targets[mode] : undefined;
    return figure("ingest", `${form}: ${names[mode]}`, perFrame(mode), "µs/frame", { floor, target });
  });
  if (form !== "standard") return figures;
  const againstSdk = figure("ingest", "store, as a part of the SDK's own client", perFrame("store") / perFrame("sdk"), "×", {
    target: 0.5,
  });
  const pauses = median((found.get("closed") ?? []).map(({ loopP99Ms }) => loopP99Ms));
  return [...figures, againstSdk, figure("ingest", "pauses of the event loop, p99, all cards closed", pauses, "ms", { target: 50 })];
}
