import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "../acp/remote/webSocket.ts";
import { AcpServer, createNodeHttpHandler, createNodeWebSocketUpgradeHandler } from "../acp/sdkServer.ts";
import type { Connectable } from "./protocol2.ts";

/** How the demo agent is served at an address. */
export interface DemoServerOptions {
  /** Makes the agent of one connection. */
  readonly createAgent: () => Connectable;
  /** 0 for a free one. */
  readonly port: number;
  /** What the `Authorization` header must hold behind `Bearer`; undefined when everybody may connect. */
  readonly token?: string;
}

/** The demo agent for clients elsewhere: WebSocket and streamable HTTP at one address of this machine. */
export interface DemoServer {
  /** `ws` or `http` goes before it. */
  readonly address: string;
  /** Cuts all connections and listens no more. */
  close(): Promise<void>;
}

const path = "/acp";

/** Begins to listen on loopback; rejects when the port is taken. */
export async function startDemoServer({ createAgent, port, token }: DemoServerOptions): Promise<DemoServer> {
  const server = new AcpServer({ createAgent });
  const isWelcome = ({ headers }: IncomingMessage) => token === undefined || headers.authorization === `Bearer ${token}`;
  const isHere = ({ url }: IncomingMessage) => url?.split("?", 1)[0] === path;
  const statusFor = (request: IncomingMessage) => (isHere(request) ? (isWelcome(request) ? undefined : 401) : 404);
  const answer = createNodeHttpHandler(server);
  const http = createServer((request, response) => {
    const status = statusFor(request);
    if (status === undefined) answer(request, response);
    else response.writeHead(status).end();
  });
  const upgrade = createNodeWebSocketUpgradeHandler(server, new WebSocketServer({ noServer: true }));
  http.on("upgrade", (request, socket, head) => {
    const status = statusFor(request);
    if (status === undefined) upgrade(request, socket, head);
    else socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, "127.0.0.1", resolve);
  });
  return {
    address: `127.0.0.1:${(http.address() as AddressInfo).port}${path}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        http.close(() => resolve());
      });
      await server.close();
      http.closeAllConnections();
      await closed;
    },
  };
}
