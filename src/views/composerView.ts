import type { Session } from "../session/session.ts";
import type { ComposerView } from "../shared/protocol.ts";
import type { LiveConnection } from "./hub.ts";

/** What the composer of a root may do; null for a session that takes no prompts of ours. */
export function composerView(_connection: LiveConnection, _session: Session, _enterSends: boolean): ComposerView | null {
  return null;
}
