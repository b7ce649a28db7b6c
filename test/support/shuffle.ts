import type { LogEntry } from "../../src/dialects/logEntry.ts";
import { isObject } from "../../src/session/content.ts";
import type { Seeded } from "./seeded.ts";

/** The session that a frame belongs to when others may overtake it; undefined for what nothing may overtake. */
function laneOf(entry: LogEntry): string | undefined {
  if (entry.type !== "frame" || entry.dir !== "agent" || entry.message.type !== "notification") return undefined;
  const { method, params } = entry.message;
  return method === "session/update" && typeof params.sessionId === "string" ? params.sessionId : undefined;
}

/** The child that a frame announces or patches in the finished form. */
export function announcedBy(entry: LogEntry): string | undefined {
  if (entry.type !== "frame" || entry.message.type === "response" || !isObject(entry.message.params.update)) return undefined;
  const { sessionUpdate, sessionId } = entry.message.params.update;
  return sessionUpdate === "subagent_update" && typeof sessionId === "string" ? sessionId : undefined;
}

/**
 * A log in another order that says the same (checklist 55): updates of different sessions pass each other freely, those
 * of one session keep their order, a child's first update stays after its announcement, and nothing passes a request, a
 * response or a notification of another kind.
 */
export function shuffled(log: readonly LogEntry[], seed: Seeded): readonly LogEntry[] {
  const result: LogEntry[] = [];
  const announced = new Set<string>();
  let lanes = new Map<string, LogEntry[]>();
  const take = (entry: LogEntry) => {
    result.push(entry);
    const child = announcedBy(entry);
    if (child !== undefined) announced.add(child);
  };
  const allAnnounced = new Set(log.flatMap((entry) => announcedBy(entry) ?? []));
  const flush = () => {
    while (lanes.size > 0) {
      const ready = [...lanes].filter(([session]) => announced.has(session) || !allAnnounced.has(session));
      // An agent that sends a child's frames before their announcement is told as it was.
      const [session, lane] = seed.pick(ready.length > 0 ? ready : [...lanes]);
      const entry = lane.shift();
      if (entry) take(entry);
      if (lane.length === 0) lanes.delete(session);
    }
    lanes = new Map();
  };
  for (const entry of log) {
    const session = laneOf(entry);
    if (session !== undefined) {
      const lane = lanes.get(session) ?? [];
      lane.push(entry);
      lanes.set(session, lane);
      continue;
    }
    flush();
    take(entry);
  }
  flush();
  return result;
}
