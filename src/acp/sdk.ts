// The only file that imports the ACP SDK at run time, but for `sdkServer.ts`. It is a bundle of its own (dist/sdk.cjs), loaded on the first
// connection, since building the SDK's schemas takes some 50 ms, and by the demo agent.
import { client, RequestError, type Stream } from "@agentclientprotocol/sdk/unstable";
import { messageOf } from "../base/personError.ts";
import { requestIdOf } from "../dialects/requestIds.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import { toSessionId } from "../session/ids.ts";
import { internalError, RequestFailure, type RequestHandler } from "./requests/agentRequests.ts";
import type { SdkConnection, SdkHandlers } from "./sdkConnection.ts";

export { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
/** The agent's side, for the demo agent: the schemas are packaged once. */
export { type AgentApp, type AgentContext, agent, ndJsonStream, RequestError } from "@agentclientprotocol/sdk/unstable";

interface SdkContext {
  readonly params: unknown;
  readonly requestId: string | number | null;
  readonly signal: AbortSignal;
}

/** Opens the client side of ACP on a stream of requests and responses (see `Wire`). */
export function connectSdk(stream: Stream, handlers: SdkHandlers): SdkConnection {
  const app = client({ name: "acp-subagents" });
  for (const [method, handle] of Object.entries(handlers.requests)) {
    app.onRequest(
      method,
      // The SDK's own parsers refuse what they do not know (an option of another kind, say) before anybody saw it.
      (params: unknown): unknown => params,
      (context: SdkContext) => answer(handle, context, handlers.ended),
    );
  }
  const connection = app.connect(stream);
  return {
    request: (method, params, cancellationSignal) =>
      connection.agent.request(method, params, cancellationSignal && { cancellationSignal, stopWaitingOnCancel: true }),
    notify: (method, params) => connection.agent.notify(method, params),
    close: () => connection.close(),
  };
}

async function answer(handle: RequestHandler, { params, requestId, signal }: SdkContext, ended: AbortSignal): Promise<JsonObject> {
  const given = isObject(params) ? params : {};
  const sessionId = typeof given.sessionId === "string" ? toSessionId(given.sessionId) : undefined;
  try {
    return await handle(given, { requestId: requestIdOf(requestId ?? ""), sessionId, signal: AbortSignal.any([signal, ended]) });
  } catch (error) {
    if (signal.aborted || ended.aborted) throw RequestError.requestCancelled();
    if (error instanceof RequestFailure) throw new RequestError(error.code, error.message, error.data);
    throw new RequestError(internalError, messageOf(error));
  }
}
