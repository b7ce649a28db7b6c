import { isWorking, type Session } from "../../session/session.ts";
import type { LiveConnection } from "../../views/hub.ts";
import { subagentsBelow } from "../../views/tree/treeOrder.ts";
import type { OpenRoot } from "../workspaceMemory.ts";

/** Whether a root or anything below it works, or waits for the person. */
export function whatGoesOn(connection: LiveConnection, root: Session): Pick<OpenRoot, "wasWorking" | "wasWaiting"> {
  if (connection.model.isConnectionLost) return {};
  const all = [root, ...subagentsBelow(root.id, connection.model)];
  return { wasWorking: all.some(isWorking), wasWaiting: all.some(({ openRequestCount }) => openRequestCount > 0) };
}
