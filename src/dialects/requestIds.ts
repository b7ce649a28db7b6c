import { type RequestId, toRequestId } from "../session/ids.ts";

/** Our name for a request of the agent, from its JSON-RPC id: a number and a string of the same digits stay apart. */
export function requestIdOf(jsonRpcId: string | number): RequestId {
  return toRequestId(JSON.stringify(jsonRpcId));
}
