import type { Session } from "../session/session.ts";
import type { RequestView } from "../shared/protocol.ts";
import type { Hub, LiveConnection } from "./hub.ts";

/** Text and tooltip of the status bar item, without icon. Undefined when there is no connection. */
export function statusBar(
  _hub: Hub,
  _current?: LiveConnection,
): { readonly text: string; readonly tooltip: string; readonly isWaiting: boolean } | undefined {
  return undefined;
}

/** "Summarise Subagents": the session tree as text for a screen reader. */
export function summariseSubagents(_connection: LiveConnection, _root: Session): string {
  return "";
}

/** The sentence of a notification about a request. */
export function requestNotice(request: RequestView): string {
  return request.title;
}

/** The sentence of a notification about a session whose work came to an end. */
export function endNotice(_connection: LiveConnection, session: Session): string {
  return session.title ?? "";
}
