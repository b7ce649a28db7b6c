import type { AnyMessage } from "@agentclientprotocol/sdk/unstable";
import { type Clock, createClock } from "../../../src/demo/clock.ts";
import { DemoAgent } from "../../../src/demo/demoAgent.ts";
import type { DisplayName } from "../../../src/demo/display.ts";
import { RecordFolder } from "../../../src/demo/record.ts";
import { DemoSignIn } from "../../../src/demo/signIn.ts";
import { isObject, type JsonObject } from "../../../src/session/content.ts";

/** A frame that crossed the pipe, `>` to the agent and `<` from it. */
export interface Crossed {
  readonly dir: ">" | "<";
  readonly frame: JsonObject;
}

/** A client that is nothing but a JSON-RPC loop: it sees every frame as it was sent. */
export class BareClient {
  readonly log: Crossed[] = [];
  readonly warnings: string[] = [];
  /** Answers requests of the agent at once, by method; undefined is answered with an error. */
  readonly services = new Map<string, (params: JsonObject) => JsonObject | undefined>();
  readonly #write: (frame: JsonObject) => void;
  readonly #waiting = new Map<number, (frame: JsonObject) => void>();
  #nextId = 0;

  constructor(write: (frame: JsonObject) => void) {
    this.#write = write;
  }

  /** Resolves with the whole response frame. */
  request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ jsonrpc: "2.0", id, method, params });
    });
  }

  notify(method: string, params: JsonObject): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  /** Answers a request of the agent with an option of a permission request, or with `cancelled`. */
  answer(request: JsonObject, optionId: string | undefined): void {
    this.respond(request, { outcome: optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId } });
  }

  /** Answers a request of the agent. */
  respond(request: JsonObject, result: JsonObject): void {
    this.#send({ jsonrpc: "2.0", id: request.id, result });
  }

  /** Takes a frame that the agent sent. */
  receive(frame: JsonObject): void {
    this.log.push({ dir: "<", frame });
    const service = this.services.get(String(frame.method));
    if (service) this.#serve(frame, service);
    if ("method" in frame || typeof frame.id !== "number") return;
    this.#waiting.get(frame.id)?.(frame);
    this.#waiting.delete(frame.id);
  }

  /** The agent's requests for permission so far. */
  permissionRequests(): readonly JsonObject[] {
    return this.received("session/request_permission");
  }

  /** What came by this method so far. */
  received(method: string): readonly JsonObject[] {
    return this.log.filter(({ dir, frame }) => dir === "<" && frame.method === method).map(({ frame }) => frame);
  }

  #serve(request: JsonObject, service: (params: JsonObject) => JsonObject | undefined): void {
    const result = service(isObject(request.params) ? request.params : {});
    if (result) this.respond(request, result);
    else this.#send({ jsonrpc: "2.0", id: request.id, error: { code: -32001, message: "The person did not allow it." } });
  }

  #send(frame: JsonObject): void {
    this.log.push({ dir: ">", frame });
    this.#write(frame);
  }
}

/** Starts a demo agent in this process, on a folder, and a client that has not said anything yet. */
export function startAgent(dir: string, clock: Clock = createClock(0), display: DisplayName = "standard", wantsSignIn = false): BareClient {
  const toAgent = new TransformStream<AnyMessage, AnyMessage>();
  const toClient = new TransformStream<AnyMessage, AnyMessage>();
  const writer = toAgent.writable.getWriter();
  const client = new BareClient((frame) => void writer.write(frame as unknown as AnyMessage));
  const warn = (message: string) => client.warnings.push(message);
  const agent = new DemoAgent({
    display,
    clock,
    folder: new RecordFolder(dir, warn),
    signIn: new DemoSignIn(dir, wantsSignIn),
    environment: {},
    warn,
  });
  agent.app().connect({ readable: toAgent.readable, writable: toClient.writable });
  void readFrames(toClient.readable, client);
  return client;
}

async function readFrames(readable: ReadableStream<AnyMessage>, client: BareClient): Promise<void> {
  const reader = readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    // Through JSON, as on a real pipe.
    const frame: unknown = JSON.parse(JSON.stringify(next.value));
    if (isObject(frame)) client.receive(frame);
  }
}

/** Starts an agent and opens its first session in `/workspace`. */
export async function openSession(dir: string, clock?: Clock, clientCapabilities: JsonObject = { subagents: {} }): Promise<BareClient> {
  const client = startAgent(dir, clock);
  await client.request("initialize", { protocolVersion: 1, clientCapabilities });
  await client.request("session/new", { cwd: "/workspace", mcpServers: [] });
  await untilIdle();
  client.log.length = 0;
  return client;
}

export function prompt(client: BareClient, text: string, sessionId = "demo-1"): Promise<JsonObject> {
  return client.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
}

/** Lets everything run that can run without time passing. */
export async function untilIdle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}

/** Resolves as soon as `isTrue`; the test's own time limit ends a wait in vain. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}
