import type { JsonObject } from "../session/content.ts";
import type { RequestHandlers } from "./requests/agentRequests.ts";

/** What the SDK asks of us when the agent sends a request. Every other request is answered -32601 by the SDK itself. */
export interface SdkHandlers {
  readonly requests: RequestHandlers;
  /** Aborted when the connection ends. */
  readonly ended: AbortSignal;
}

/** The client side of an ACP connection. The SDK neither checks nor changes what is sent, and no answer either. */
export interface SdkConnection {
  /** Rejects with an error that has a numeric `code` when the agent answers so; aborting sends `$/cancel_request` and rejects at once. */
  request(method: string, params: JsonObject, cancellation?: AbortSignal): Promise<unknown>;
  notify(method: string, params: JsonObject): Promise<void>;
  close(): void;
}
