import type { JsonObject } from "../session/content.ts";
import type { SessionEvent } from "../session/events.ts";
import type { SessionId } from "../session/ids.ts";

/** How much of something that cannot be read is told, in characters. */
export const toldNoise = 300;

/** Something for the log of a connection. */
export function diagnostic(level: "info" | "warning" | "error", message: string, sessionId?: SessionId): SessionEvent {
  return { type: "diagnosticReported", level, message, sessionId };
}

/** The head of a frame's part for the log. A value nested too deeply to be written out again is named only. */
export function brief(value: JsonObject): string {
  try {
    return JSON.stringify(value).slice(0, toldNoise);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
