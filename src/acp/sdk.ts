// The only file that imports the ACP SDK at run time. It is a bundle of its own (dist/sdk.cjs), loaded on the first
// connection, since building the SDK's schemas takes some 50 ms, and by the demo agent.
import { client, type RequestPermissionResponse, type Stream } from "@agentclientprotocol/sdk/unstable";
import type { SdkConnection, SdkHandlers } from "./sdkConnection.ts";

/** The agent's side, for the demo agent: the schemas are packaged once. */
export { type AgentApp, type AgentContext, agent, ndJsonStream, RequestError } from "@agentclientprotocol/sdk/unstable";

/** Opens the client side of ACP on a stream of requests and responses (see `Wire`). */
export function connectSdk(stream: Stream, handlers: SdkHandlers): SdkConnection {
  const app = client({ name: "acp-subagents" }).onRequest(
    "session/request_permission",
    // The SDK's own parser would refuse a request with an option kind that it does not know, before anybody saw it.
    (params) => params,
    async ({ requestId }): Promise<RequestPermissionResponse> => ({ outcome: await handlers.permission(requestId) }),
  );
  // Cursor reports a finished Task call as a request; it waits for an answer, and says nothing that its updates do not.
  app.onRequest(
    "cursor/task",
    (params) => params,
    async () => ({}),
  );
  const connection = app.connect(stream);
  return {
    request: (method, params, cancellationSignal) =>
      connection.agent.request(method, params, cancellationSignal && { cancellationSignal, stopWaitingOnCancel: true }),
    notify: (method, params) => connection.agent.notify(method, params),
    close: () => connection.close(),
  };
}
