import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { zstdDecompressSync } from "node:zlib";
import { type Reply, replyTo } from "./script.ts";

/** An event of a stream of server-sent events; its data always has a `type`. */
export type StreamEvent = { readonly type: string; readonly [key: string]: unknown };

/** A request body, as parsed. */
// biome-ignore lint/suspicious/noExplicitAny: a body is read field by field, in places that a test would show to be wrong.
export type Body = any;

/** Where a conversation stands: which script its newest marker names, and how often the model has answered since. */
export interface Place {
  readonly script: string | undefined;
  readonly turns: number;
}

/** One vendor's way of asking a model. */
export interface ModelApi {
  /** Path of the request for an answer. */
  readonly path: string;
  /** Answers to what the agent asks beside that, by method and path. */
  readonly fixed: { readonly [request: string]: object };
  /** The fixed answer to a request that is not part of a conversation: a title, a summary. */
  sideReply(body: Body): Reply | undefined;
  placeOf(body: Body): Place;
  stream(reply: Reply, model: string): Iterable<StreamEvent>;
}

/** A model on loopback that says what the scripts say. */
export class ModelServer {
  /** What was asked, one line each: shown when a test fails. */
  readonly asked: string[] = [];
  readonly #api: ModelApi;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error) => {
      this.asked.push(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}`);
      response.destroy();
    });
  });
  readonly #gates = new Map<string, Gate>();

  private constructor(api: ModelApi) {
    this.#api = api;
  }

  /** Starts a server of this API on a free port. */
  static async start(api: ModelApi): Promise<ModelServer> {
    const server = new ModelServer(api);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  /** `http://127.0.0.1:port` */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Opens a gate, for good: the answers that are held back there go out, and none is held back there again. */
  open(gate: string): void {
    this.#gate(gate).open();
  }

  /** Whether an answer has come to this gate. */
  isAt(gate: string): boolean {
    return this.#gate(gate).isReached;
  }

  /** Ends the server and what is still open on it. */
  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? "/", "http://model");
    const body = await bodyOf(request);
    const name = `${request.method} ${pathname}`;
    if (name !== `POST ${this.#api.path}`) {
      this.asked.push(name);
      const known = this.#api.fixed[name];
      response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(known ?? { error: { type: "not_found_error", message: `There is no ${name} here.` } }));
      return;
    }
    const side = this.#api.sideReply(body);
    const { script, turns } = this.#api.placeOf(body);
    const reply = side ?? replyTo(script, turns);
    this.asked.push(`${name} ${side ? "beside the conversation" : `${script} ${turns}${reply.gate ? `, at gate ${reply.gate}` : ""}`}`);
    if (reply.gate) {
      const gate = this.#gate(reply.gate);
      gate.isReached = true;
      // Who hangs up in the meantime gets nothing.
      await Promise.race([gate.opened, once(response, "close")]);
    }
    if (response.destroyed) return;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    for (const event of this.#api.stream(reply, body.model)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  }

  #gate(name: string): Gate {
    const gate = this.#gates.get(name) ?? new Gate();
    this.#gates.set(name, gate);
    return gate;
  }
}

/** Where answers are held back until somebody opens it. */
class Gate {
  readonly opened: Promise<void>;
  isReached = false;
  #open = (): void => undefined;

  constructor() {
    this.opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  if (raw.length === 0) return {};
  return JSON.parse((request.headers["content-encoding"] === "zstd" ? zstdDecompressSync(raw) : raw).toString("utf8"));
}

/** A text in two pieces, as a stream brings it. */
export function pieces(text: string): readonly string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((piece) => piece !== "");
}
