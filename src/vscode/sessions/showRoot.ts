import type { SessionId } from "../../session/ids.ts";
import { sessionKey } from "../../views/hub.ts";
import type { AgentConnection } from "../connections.ts";
import type { Parts } from "../parts.ts";
import { visit } from "../pointed.ts";

/** Shows a root in the view, with the focus in its composer. `draft` stands ready there to be sent or replaced. */
export async function showRoot(parts: Parts, connection: AgentConnection, sessionId: SessionId, draft?: string): Promise<void> {
  const key = sessionKey(connection.key, sessionId);
  await parts.surfaces.showInView(key, true);
  parts.surfaces.doInView({ do: "focusComposer", text: draft, isProposal: true });
  visit(parts, key);
}
