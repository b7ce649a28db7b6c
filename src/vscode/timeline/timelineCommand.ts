import type { Parts } from "../parts.ts";
import { mustPointAt, rootAbove } from "../pointed.ts";

/** *Show Timeline*: the whole tree over time, with the focus on the session that was pointed at. */
export async function showTimeline(parts: Parts, argument: unknown): Promise<void> {
  const pointed = mustPointAt(parts, argument);
  await parts.timelines.open(parts, rootAbove(pointed), pointed.session.id);
  parts.lastVisited.note(pointed.key);
}
