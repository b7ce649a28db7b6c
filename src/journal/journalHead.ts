import { isObject } from "../session/content.ts";
import { checkedText, type JournalHeader, journalLine, journalVersion } from "./journalLine.ts";

/** What a list of earlier sessions says of one journal without reading it: a small file beside it, by the same writer. */
export interface JournalHead extends JournalHeader {
  readonly title: string;
  readonly cwd: string | undefined;
  /** Epoch ms when something last happened in the session, which is not when it was last opened or closed; 0 where nobody knows. */
  readonly lastAt: number;
  /** How many sessions are below the root. */
  readonly children: number;
  /** The journal holds all of the session's history: it began with the session, or with a load that was answered. */
  readonly isWhole: boolean;
}

/** The content of the file that a head is kept in: one line as in a journal, with its checksum. */
export function headBytes(head: JournalHead): Uint8Array {
  return journalLine(Buffer.from(JSON.stringify({ journal: journalVersion, ...head })));
}

/** Undefined when it is torn, altered or of another version: the journal itself still says whose it is. */
export function readHead(bytes: Uint8Array): JournalHead | undefined {
  try {
    const value: unknown = JSON.parse(checkedText(Buffer.from(bytes).toString("utf8").replace(/\n$/, "")));
    return isObject(value) && isHead(value) ? value : undefined;
  } catch {
    // Not worth a word: the list reads the journal's own first line then.
    return undefined;
  }
}

function isHead(value: object): value is JournalHead {
  const head = value as { readonly [key: string]: unknown };
  const isText = (...names: string[]) => names.every((name) => typeof head[name] === "string");
  const isNumber = (...names: string[]) => names.every((name) => typeof head[name] === "number");
  return (
    head.journal === journalVersion &&
    isText("agentId", "agentLabel", "sessionId", "title") &&
    isNumber("startedAt", "lastAt", "children") &&
    typeof head.isWhole === "boolean" &&
    (head.cwd === undefined || isText("cwd"))
  );
}
