import { setTimeout as delay } from "node:timers/promises";
import type { RawData, WebSocket } from "ws";
import type { Logger } from "../../base/logger.ts";
import { sliceLength } from "../../base/sliceLength.ts";
import type { AgentLink, FrameChannel, LinkEnd } from "../agentLink.ts";
import type { RemoteLaunch } from "../process/launch.ts";
import { type FrameListener, FrameReader } from "../traffic/frameReader.ts";
import type { RemoteLimits } from "./remoteLimits.ts";
import { RefusedByServer, remoteEnd, shownUrl } from "./remoteSentences.ts";

/** States of a WebSocket (WHATWG `WebSocket.readyState`). */
const CONNECTING = 0;
const OPEN = 1;
/** How much may wait in the socket before the next message is held back, in bytes. */
const writeAhead = 1024 * 1024;

/**
 * An agent behind a WebSocket, one JSON-RPC message in each text frame. Read by us and not by the SDK's client stream,
 * which answers noise, keeps neither its text nor a server's refusal, and does not hold a flood back.
 */
export class SocketLink implements AgentLink, FrameChannel {
  readonly channel = this;
  readonly stderrTail = "";
  readonly over: Promise<LinkEnd>;
  readonly ended: Promise<void>;

  readonly #socket: WebSocket;
  readonly #limits: RemoteLimits;
  readonly #log: Logger;
  readonly #opened: Promise<void>;
  #failure: unknown;
  #wasOpen = false;
  #isStopped = false;
  #sliceStart: number | undefined;

  /** Begins to connect; whether that works is told by `over`, and by the first answer. */
  static async open(launch: RemoteLaunch, log: Logger, limits: RemoteLimits): Promise<SocketLink> {
    const { label, url, headers } = launch;
    const sockets = await import("./webSocket.ts");
    log.info(`Connecting to ${label}: ${shownUrl(url)}`);
    const options = { headers, handshakeTimeout: limits.opening, maxPayload: limits.maxMessageBytes };
    return new SocketLink(launch, log, limits, new sockets.WebSocket(url, options));
  }

  private constructor(launch: RemoteLaunch, log: Logger, limits: RemoteLimits, socket: WebSocket) {
    this.#limits = limits;
    this.#log = log;
    this.#socket = socket;
    this.ended = new Promise((resolve) => {
      socket.once("close", () => resolve());
    });
    this.#opened = new Promise((resolve) => {
      socket.once("open", resolve);
      socket.once("close", () => resolve());
    });
    socket.on("error", (error) => {
      // Before it is open this comes with our own `terminate` too, after the cause.
      this.#failure ??= isHandshakeTimeout(error) ? Object.assign(error, { code: "ETIMEDOUT" }) : error;
    });
    socket.on("unexpected-response", (_request, response) => {
      this.#failure ??= new RefusedByServer(response.statusCode ?? 0);
      response.destroy();
      socket.terminate();
    });
    socket.once("open", () => this.#watch());
    this.over = new Promise((resolve) => {
      socket.once("close", (code, reason) => resolve(this.#end(launch, code, String(reason))));
    });
  }

  get isWritable(): boolean {
    const { readyState } = this.#socket;
    return !this.#isStopped && (readyState === CONNECTING || readyState === OPEN);
  }

  read(listener: FrameListener): void {
    const reader = new FrameReader(listener);
    this.#socket.on("message", (data: RawData) => {
      if (!this.#isStopped) this.#slice(() => reader.line(String(data)));
    });
    // A value that was begun will not be completed.
    this.#socket.once("close", () => reader.end());
  }

  async write(text: string): Promise<void> {
    await this.#opened;
    if (this.#socket.readyState !== OPEN) return;
    await new Promise<void>((resolve) => {
      const isFull = this.#socket.bufferedAmount > writeAhead;
      this.#socket.send(text, (error) => {
        if (error) this.#log.debug(`A message was not sent: ${error.message}`);
        if (isFull) resolve();
      });
      if (!isFull) resolve();
    });
  }

  follow(): void {
    // The frames of all sessions come over the one socket.
  }

  stop(): void {
    this.#isStopped = true;
  }

  dispose(): void {
    this.stop();
    this.#socket.close(1000);
    void Promise.race([this.ended, delay(this.#limits.ending)]).then(() => this.#socket.terminate());
  }

  /** A connection that is cut somewhere on its way says nothing of it: so the server is asked for a sign of life. */
  #watch(): void {
    this.#wasOpen = true;
    const socket = this.#socket;
    let isAlive = true;
    const timer = setInterval(() => {
      if (!isAlive) {
        this.#failure ??= Object.assign(new Error("no sign of life"), { code: "ETIMEDOUT" });
        socket.terminate();
      }
      isAlive = false;
      if (socket.readyState === OPEN) socket.ping();
    }, this.#limits.heartbeat);
    for (const sign of ["pong", "message", "ping"] as const) {
      socket.on(sign, () => {
        isAlive = true;
      });
    }
    socket.once("close", () => clearInterval(timer));
  }

  #slice(work: () => void): void {
    const socket = this.#socket;
    const isFirst = this.#sliceStart === undefined;
    const start = this.#sliceStart ?? performance.now();
    this.#sliceStart = start;
    work();
    if (performance.now() - start > sliceLength && !socket.isPaused) socket.pause();
    if (!isFirst) return;
    setImmediate(() => {
      this.#sliceStart = undefined;
      if (socket.isPaused) socket.resume();
    });
  }

  #end(launch: RemoteLaunch, code: number, words: string): LinkEnd {
    // 1000 and 1001 are ends in good order, 1005 is one without a code, 1006 is a cut (RFC 6455 §7.4.1).
    const isOrderly = code === 1000 || code === 1001 || code === 1005;
    const cut = () => (code === 1006 ? { code: "ECONNRESET" } : new Error(words || `WebSocket ${code}`));
    return remoteEnd(launch, this.#failure ?? (isOrderly ? undefined : cut()), this.#wasOpen);
  }
}

function isHandshakeTimeout(error: Error): boolean {
  return error.message === "Opening handshake has timed out";
}
