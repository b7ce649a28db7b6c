import { crc32 } from "node:zlib";
import { parseTrafficLine } from "../acp/traffic/traffic.ts";
import { messageOf } from "../base/personError.ts";
import { t as words } from "../base/words.ts";
import type { OwnEntry } from "../dialects/logEntry.ts";
import { isObject, type JsonObject } from "../session/content.ts";

/** The form of the files. A file of another version is left alone. */
export const journalVersion = 1;

/** What a journal says of itself, in its first line. */
export interface JournalHeader {
  readonly agentId: string;
  readonly agentLabel: string;
  /** The root whose frames these are. */
  readonly sessionId: string;
  /** Epoch ms of the moment that every `t` counts from. */
  readonly startedAt: number;
}

/** One line of a journal. `t` is ms since the connection began. */
export type JournalRecord =
  | { readonly type: "header"; readonly header: JournalHeader }
  | { readonly type: "frame"; readonly t: number; readonly dir: "agent" | "client"; readonly frame: JsonObject }
  /** What crossed no pipe. */
  | { readonly type: "own"; readonly entry: OwnEntry }
  | { readonly type: "closed"; readonly t: number }
  /** Frames that could not be written. */
  | { readonly type: "gap"; readonly t: number; readonly frames: number };

/** Bytes before the text of a line: its checksum in eight hexadecimal digits, and a space. */
const markLength = 9;
const digits = Buffer.from("0123456789abcdef");

/** A line of a journal as bytes: checksum, space, `body` (UTF-8 without a line break), line break. */
export function journalLine(body: Uint8Array): Buffer {
  const line = Buffer.allocUnsafe(markLength + body.length + 1);
  writeJournalLine(line, 0, body);
  return line;
}

/** Writes the same into `into` at `at` and returns the place after it; it takes `body.length + 10` bytes. */
export function writeJournalLine(into: Buffer, at: number, body: Uint8Array): number {
  let sum = crc32(body);
  // Digit by digit: a text would have to be made and copied for every line.
  for (let place = at + markLength - 2; place >= at; place--) {
    into[place] = digits[sum & 15] as number;
    sum >>>= 4;
  }
  into[at + markLength - 1] = 32;
  into.set(body, at + markLength);
  const end = at + markLength + body.length;
  into[end] = 10;
  return end + 1;
}

/** The body of the first line of a journal. */
export function headerBody(header: JournalHeader): Buffer {
  return Buffer.from(JSON.stringify({ journal: journalVersion, ...header }));
}

/** The body of a line that says that the connection ended. */
export function closedBody(t: number): Buffer {
  return Buffer.from(JSON.stringify({ t, closed: true }));
}

/** The body of a line that keeps what we told of ourselves. */
export function ownBody({ t, ...own }: OwnEntry): Buffer {
  return Buffer.from(JSON.stringify({ t, own }));
}

/** The body of a line that says how many frames were not kept. */
export function gapBody(t: number, frames: number): Buffer {
  return Buffer.from(JSON.stringify({ t, gap: frames }));
}

/** The JSON text of a line without its line break. Throws an error in words when it is torn or altered. */
export function checkedText(line: string): string {
  const text = line.slice(markLength);
  if (!/^[0-9a-f]{8} $/.test(line.slice(0, markLength)) || crc32(text) !== Number.parseInt(line, 16)) {
    throw new Error(words("is torn or was altered: its checksum does not fit"));
  }
  return text;
}

/** Reads a line without its line break. Throws an error in words when it is torn, altered, or of another version. */
export function parseJournalLine(line: string): JournalRecord {
  const text = checkedText(line);
  // Frames are nearly all there is: they begin with their time and who sent them.
  if (/^\{"t":\d+,"dir":/.test(text)) return { type: "frame", ...parseTrafficLine(text) };
  const value = parse(text);
  if ("journal" in value) return { type: "header", header: readHeader(value) };
  const t = typeof value.t === "number" ? value.t : 0;
  if (typeof value.gap === "number") return { type: "gap", t, frames: value.gap };
  if (isObject(value.own)) return { type: "own", entry: { ...value.own, t } as OwnEntry };
  if (value.closed === true) return { type: "closed", t };
  throw new Error(words("is of an unknown kind"));
}

function readHeader(value: JsonObject): JournalHeader {
  if (value.journal !== journalVersion) {
    throw new Error(words("is of version {0}, and this extension reads version {1}", String(value.journal), journalVersion));
  }
  const { agentId, agentLabel, sessionId, startedAt } = value;
  if (typeof agentId !== "string" || typeof agentLabel !== "string" || typeof sessionId !== "string" || typeof startedAt !== "number") {
    throw new Error(words("does not say whose journal it is"));
  }
  return { agentId, agentLabel, sessionId, startedAt };
}

function parse(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(words("is not JSON"), { cause: messageOf(error) });
  }
  if (!isObject(value)) throw new Error(words("is not a JSON object"));
  return value;
}
