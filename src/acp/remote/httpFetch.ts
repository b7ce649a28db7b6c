import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";

/**
 * `fetch` over Node's own HTTP client, which goes through the editor's proxy settings, never gives up a stream that is
 * silent for a while, and tells what went wrong on the network by a code. Knows what the SDK's HTTP stream uses: texts
 * as bodies, headers, an abort signal.
 */
export async function httpFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(String(input instanceof Request ? input.url : input));
  const { method = "GET", body, signal } = init;
  const headers = Object.fromEntries(new Headers(init.headers).entries());
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, signal: signal ?? undefined });
    request.setSocketKeepAlive(true, 30_000);
    request.once("error", reject);
    request.once("response", (response) => {
      const status = response.statusCode ?? 0;
      const hasBody = ![204, 205, 304].includes(status) && status >= 200;
      const stream = hasBody ? (Readable.toWeb(response) as ReadableStream<Uint8Array>) : null;
      if (!hasBody) response.resume();
      resolve(new Response(stream, { status: Math.max(200, status), headers: pairs(response.rawHeaders) }));
    });
    request.end(typeof body === "string" ? body : undefined);
  });
}

/** Node's flat list of names and values. */
function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: Math.floor(raw.length / 2) }, (_, index) => [raw[2 * index] ?? "", raw[2 * index + 1] ?? ""]);
}
