import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk/unstable";
import type { Logger } from "../../base/logger.ts";
import { messageOf } from "../../base/personError.ts";
import { sliceLength } from "../../base/sliceLength.ts";
import { type SessionId, toSessionId } from "../../session/ids.ts";
import type { AgentLink, FrameChannel, LinkEnd } from "../agentLink.ts";
import type { RemoteLaunch } from "../process/launch.ts";
import type { FrameListener } from "../traffic/frameReader.ts";
import { httpFetch } from "./httpFetch.ts";
import type { RemoteLimits } from "./remoteLimits.ts";
import { RefusedByServer, remoteEnd, shownUrl, unheardSentence } from "./remoteSentences.ts";

/** Never leaves this machine: it makes the SDK's stream open the event stream of a session. */
const followMethod = "_follow";
/** Statuses with which a server ends the whole connection (see the SDK's `createHttpStream`). */
const endingStatuses: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** What a link over streamable HTTP is built from. */
export interface HttpLinkOptions {
  readonly launch: RemoteLaunch;
  readonly log: Logger;
  readonly limits: RemoteLimits;
  /** The SDK's. */
  readonly createHttpStream: typeof import("../sdk.ts")["createHttpStream"];
  /** Told, once, of a session whose frames the server does not give us; the reason is for the person. */
  readonly onUnheard: (sessionId: SessionId, reason: string) => void;
}

/**
 * An agent behind streamable HTTP, by the SDK's client stream. There each session's frames come over an event stream of
 * their own, which the SDK opens for sessions that the client itself opened or calls: a subagent's would never be. So
 * `follow` has it opened as soon as the subagent is known; what was sent before is kept by the server for it, as long
 * as the server does what the SDK's does.
 */
export class HttpLink implements AgentLink, FrameChannel {
  readonly channel = this;
  readonly stderrTail = "";
  readonly over: Promise<LinkEnd>;
  readonly ended: Promise<void>;

  readonly #log: Logger;
  readonly #limits: RemoteLimits;
  readonly #stream: Stream;
  readonly #writer: WritableStreamDefaultWriter<AnyMessage>;
  readonly #followed = new Set<string>();
  readonly #unheard = new Set<string>();
  readonly #label: string;
  readonly #onUnheard: HttpLinkOptions["onUnheard"];
  #failure: unknown;
  #wasOpen = false;
  #isStopped = false;
  #tellEnded: () => void = () => undefined;

  constructor({ launch, log, limits, createHttpStream, onUnheard }: HttpLinkOptions) {
    const { label, url, headers } = launch;
    this.#label = label;
    this.#onUnheard = onUnheard;
    log.info(`Connecting to ${label}: ${shownUrl(url)}`);
    this.#log = log;
    this.#limits = limits;
    const fetch: typeof globalThis.fetch = (input, init) => this.#fetch(input, init);
    this.#stream = createHttpStream(url, { headers: { ...headers }, fetch, maxMessageBytes: limits.maxMessageBytes });
    this.#writer = this.#stream.writable.getWriter();
    // A failed write is told by the end of the stream.
    this.#writer.closed.catch((error: unknown) => log.debug(`${label}: ${messageOf(error)}`));
    this.ended = new Promise((resolve) => {
      this.#tellEnded = resolve;
    });
    this.over = this.ended.then(() => remoteEnd(launch, this.#failure, this.#wasOpen));
  }

  get isWritable(): boolean {
    return !this.#isStopped;
  }

  read(listener: FrameListener): void {
    void this.#readAll(listener).finally(() => {
      this.#isStopped = true;
      this.#tellEnded();
    });
  }

  async write(text: string): Promise<void> {
    try {
      await this.#writer.write(JSON.parse(text) as AnyMessage);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  follow(sessionId: SessionId): void {
    if (this.#followed.has(sessionId) || this.#isStopped) return;
    this.#followed.add(sessionId);
    void this.write(JSON.stringify({ jsonrpc: "2.0", method: followMethod, params: { sessionId } }));
  }

  stop(): void {
    this.#isStopped = true;
  }

  dispose(): void {
    this.stop();
    this.#writer.close().catch((error: unknown) => this.#log.debug(`The server was not told of our end: ${messageOf(error)}`));
    void delay(this.#limits.ending).then(() => this.#tellEnded());
  }

  async #readAll(listener: FrameListener): Promise<void> {
    const reader = this.#stream.readable.getReader();
    let start = performance.now();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        this.#wasOpen = true;
        if (this.#isStopped) continue;
        listener.value(read.value, JSON.stringify(read.value));
        if (performance.now() - start <= sliceLength) continue;
        await nextTurn();
        start = performance.now();
      }
    } catch (error) {
      // So the SDK says that the server closed the stream in good order.
      if (!messageOf(error).endsWith("connection SSE stream closed")) this.#failure ??= error;
    }
  }

  async #fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    if (typeof init.body === "string" && init.body.startsWith(`{"jsonrpc":"2.0","method":"${followMethod}"`)) {
      return new Response(null, { status: 204 });
    }
    try {
      const response = await httpFetch(input, init);
      // Without this header the answer is not one of the protocol.
      const isForeign = !this.#wasOpen && init.method === "POST" && !response.headers.has("Acp-Connection-Id");
      if (response.ok && isForeign) this.#failure ??= new RefusedByServer(response.status);
      return response.ok ? response : this.#refused(response, new Headers(init.headers).get("Acp-Session-Id"), init.method);
    } catch (error) {
      if (!this.#isStopped) this.#failure ??= error;
      throw error;
    }
  }

  /** A server without a stream for a subagent must not end the connection: 409 ends that session's stream alone. */
  #refused(response: Response, sessionId: string | null, method: string | undefined): Response {
    if (sessionId !== null && method === "GET" && this.#followed.has(sessionId) && response.status !== 401) {
      this.#tellUnheard(sessionId, response.status);
      return new Response(response.body, { status: 409 });
    }
    if (!this.#wasOpen || endingStatuses.has(response.status)) this.#failure ??= new RefusedByServer(response.status);
    return response;
  }

  #tellUnheard(sessionId: string, status: number): void {
    this.#log.warn(`The server has no stream for session ${sessionId} (HTTP ${status}): its frames are missing.`);
    if (this.#unheard.has(sessionId)) return;
    this.#unheard.add(sessionId);
    this.#onUnheard(toSessionId(sessionId), unheardSentence(this.#label, status));
  }
}
