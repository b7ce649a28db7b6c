import type { LogEntry } from "../dialects/logEntry.ts";

/** A bounded ring of the last frames of one connection, kept as the text that crossed the pipe. */
export class Traffic {
  /** The ring as the text of a file: one JSON object a line, `{"t":ms,"dir":"agent"|"client","frame":{…}}`, secrets masked. */
  save(): string {
    throw new Error("not built yet");
  }
}

/** A line of a traffic file that could not be read; `line` counts from 1. */
export interface TrafficError {
  readonly line: number;
  readonly message: string;
}

/** Reads a traffic file. What can be read is returned even when other lines are broken. */
export function parseTraffic(_text: string): { readonly entries: readonly LogEntry[]; readonly errors: readonly TrafficError[] } {
  throw new Error("not built yet");
}
