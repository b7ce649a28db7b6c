import type { Session } from "../session/session.ts";
import type { LiveConnection } from "./hub.ts";

/** The transcript of a session and everything below it as Markdown. Throws the signal's reason when it is aborted. */
export async function exportMarkdown(_connection: LiveConnection, _session: Session, _signal?: AbortSignal): Promise<string> {
  return "";
}

/** The prompt or the answer of a session's last run, for copying; undefined when there is none. */
export function copyText(session: Session, what: "prompt" | "answer"): string | undefined {
  return session.runs.at(-1)?.[what];
}
