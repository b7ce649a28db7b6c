// Servers on loopback for the tests of remote agents.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type WebSocket, WebSocketServer } from "ws";
import { createClock } from "../../../src/demo/clock.ts";
import { DemoAgent } from "../../../src/demo/demoAgent.ts";
import { RecordFolder } from "../../../src/demo/record.ts";
import { type DemoServer, startDemoServer } from "../../../src/demo/server.ts";
import { DemoSignIn } from "../../../src/demo/signIn.ts";

/** A demo agent that plays without delays, behind the SDK's own server. */
export interface TestDemo {
  /** Its url over `ws` or `http`. */
  url(scheme: "ws" | "http"): string;
  readonly port: number;
  /** The folder of its sessions. */
  readonly dir: string;
  close(): Promise<void>;
}

/** `dir`: the folder of its sessions, which outlives it; absent for one of its own. */
export async function startDemo(options: { token?: string; port?: number; dir?: string } = {}): Promise<TestDemo> {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), "acp-demo-"));
  const warn = () => undefined;
  const folder = new RecordFolder(dir, warn);
  const createAgent = () =>
    new DemoAgent({ display: "standard", clock: createClock(0), folder, signIn: new DemoSignIn(dir, false), environment: {}, warn }).app();
  const server: DemoServer = await startDemoServer({ createAgent, port: options.port ?? 0, token: options.token });
  return {
    dir,
    url: (scheme) => `${scheme}://${server.address}`,
    port: Number(new URL(`http://${server.address}`).port),
    close: async () => {
      await server.close();
      if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A WebSocket server that does what `script` says with each client. */
export async function startSocketServer(script: (socket: WebSocket) => void, options: { autoPong?: boolean } = {}): Promise<TestServer> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, ...options });
  server.on("connection", script);
  await new Promise((resolve) => {
    server.once("listening", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/`,
    close: () => {
      for (const client of server.clients) client.terminate();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

export interface TestServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A web server that is none of ours. */
export async function startHttpServer(
  listener: RequestListener,
  create: (listener: RequestListener) => Server = createServer,
): Promise<TestServer> {
  const server = create(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
