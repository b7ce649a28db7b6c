import assert from "node:assert/strict";
import { request as passOn } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import type { WebSocket } from "ws";
import { Agent } from "../../../src/acp/agent.ts";
import type { AgentLaunch } from "../../../src/acp/process/launch.ts";
import type { RemoteLimits } from "../../../src/acp/remote/remoteLimits.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { messageOf } from "../../../src/base/personError.ts";
import { outline } from "../../../src/replay/outline.ts";
import { isWorking } from "../../../src/session/session.ts";
import { selfSigned } from "./fixtures/selfSigned.ts";
import { until } from "./processes.ts";
import { describeEntry, testHost } from "./scripted.ts";
import { startDemo, startHttpServer, startSocketServer, type TestDemo } from "./servers.ts";

const schemes = ["ws", "http"] as const;

describe("an agent on a server", function () {
  this.timeout(30_000);
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

  function agentAt(url: string, headers: { [name: string]: string } = {}, limits?: Partial<RemoteLimits>): Agent {
    const launch: AgentLaunch = { label: "Far", url, headers, limits };
    const agent = new Agent({ launch, host: testHost, log: silentLogger });
    ends.push(() => agent.end());
    return agent;
  }

  async function demo(options: Parameters<typeof startDemo>[0] = {}): Promise<TestDemo> {
    const started = await startDemo(options);
    ends.push(() => started.close());
    return started;
  }

  /** What a person would read. */
  async function failure(url: string, limits?: Partial<RemoteLimits>): Promise<string> {
    const agent = agentAt(url, {}, limits);
    const error = await agent.start().then(
      () => assert.fail("it was expected to be rejected"),
      (reason: unknown) => reason,
    );
    return messageOf(error).replaceAll(/:\d{4,5}\b/g, ":PORT");
  }

  /** The tree after one turn of the demo agent. */
  async function play(launch: AgentLaunch, prompt: string): Promise<string> {
    const agent = new Agent({ launch, host: testHost, log: silentLogger });
    ends.push(() => agent.end());
    await agent.start();
    const session = await agent.newSession("/w");
    await agent.sendPrompt(session, prompt);
    // Over HTTP each session has a stream of its own, and the last of a subagent's may be under way.
    await until("the end of all subagents", () => [...agent.model.sessions].every((session) => !isWorking(session)));
    return outline(agent.model);
  }

  for (const scheme of schemes) {
    describe(scheme, () => {
      it("tells the same of subagents at every depth as over a pipe", async () => {
        const far = await demo();
        const here: AgentLaunch = {
          label: "Here",
          command: process.execPath,
          args: ["src/demo/main.ts", "--speed", "0", "--state", far.dir],
          env: {},
          cwd: process.cwd(),
        };
        const expected = await play(here, "/nested");
        assert.match(expected, /\n {4}\S.*\n/, "there are grandchildren");
        assert.equal(await play({ label: "Far", url: far.url(scheme), headers: {} }, "/nested"), expected);
      });

      it("answers what a subagent asks", async () => {
        const far = await demo();
        const agent = agentAt(far.url(scheme));
        await agent.start();
        const session = await agent.newSession("/w");
        const turn = agent.sendPrompt(session, "/permission");
        const asked: string[] = [];
        agent.model.onDidChange(() => {
          for (const request of agent.model.openRequests) {
            const option = request.kind === "permission" ? request.options[0] : undefined;
            if (!option || !agent.answer(request.id, { type: "selected", optionId: option.optionId })) continue;
            asked.push(request.wireSessionId === session ? "the root" : "a subagent");
          }
        });
        assert.deepEqual(await turn, { type: "ended", stopReason: "end_turn" });
        assert.ok(asked.includes("a subagent"), asked.join());
      });

      it("keeps every update before the answer that came after it", async () => {
        const far = await demo();
        const agent = agentAt(far.url(scheme));
        const log: string[] = [];
        agent.onDidLog((entry) => log.push(describeEntry(entry)));
        await agent.start();
        const session = await agent.newSession("/w");
        await agent.sendPrompt(session, "/one");
        const answer = log.findIndex((line) => line.startsWith("← answer to session/prompt"));
        const late = log.slice(answer).filter((line) => line.startsWith(`← session/update {"sessionId":"${session}"`));
        assert.deepEqual([answer > 0, late], [true, []]);
        assert.ok(agent.traffic.size > 0, "traffic is kept");
      });

      it("needs the key that the server wants, and sends it", async () => {
        const far = await demo({ token: "s3cret" });
        assert.equal(
          await failure(far.url(scheme)),
          `The server of Far refuses us at ${scheme}://127.0.0.1:PORT/acp (HTTP 401). Check its headers in the settings, or its key with “ACP: Set Agent Key…”.`,
        );
        const agent = agentAt(far.url(scheme), { Authorization: "Bearer s3cret" });
        await agent.start();
        assert.equal(agent.model.agent.name, "acp-subagents-demo");
      });

      it("is told to have gone when the server goes in the middle of a turn, and settles what waits", async () => {
        const far = await demo();
        const agent = agentAt(far.url(scheme));
        await agent.start();
        const session = await agent.newSession("/w");
        const turn = agent.sendPrompt(session, "/permission").then(
          () => "answered",
          (error: unknown) => messageOf(error),
        );
        await until("a request", () => agent.model.openRequests.length > 0);
        const closed = new Promise<string>((resolve) => {
          agent.onDidClose(resolve);
        });
        await far.close();
        const reason = await closed;
        assert.match(reason, /^(Far closed the connection\.|The connection to Far (was cut\.|broke: ))/);
        // Over HTTP the stream of the session may end before that of the connection, which the SDK tells as an answer.
        const told = (await turn).replace(
          /^Far answered session\/prompt with an error: .*/,
          `There was no answer to session/prompt: ${reason}`,
        );
        assert.equal(told, `There was no answer to session/prompt: ${reason}`);
        assert.deepEqual(agent.model.openRequests, []);
      });

      it("says that nothing listens, that the path is wrong, that there is no such host", async () => {
        const far = await demo();
        const url = far.url(scheme);
        assert.equal(
          await failure(url.replace("/acp", "/other")),
          `There is no agent at ${scheme}://127.0.0.1:PORT/other (HTTP 404). Check the url of Far in the settings.`,
        );
        await far.close();
        assert.equal(
          await failure(url),
          `Far cannot be reached at ${scheme}://127.0.0.1:PORT/acp: nothing listens there. Start its server, or check its url in the settings.`,
        );
        assert.equal(
          await failure(`${scheme}://no-such-host.invalid/acp?key=secret`),
          `Far cannot be reached at ${scheme}://no-such-host.invalid/acp: there is no host of that name. Check its url in the settings.`,
        );
      });

      it("says that the server speaks no TLS, or that its certificate is not trusted", async () => {
        const far = await demo();
        assert.equal(
          await failure(far.url(scheme).replace(`${scheme}:`, `${scheme}s:`)),
          `The server of Far at ${scheme}s://127.0.0.1:PORT/acp does not speak TLS. Use ws:// or http:// in its url, if it may go unencrypted.`,
        );
        const tls = await startHttpServer(
          (_request, response) => response.end(),
          (listener) => createTlsServer(selfSigned, listener),
        );
        ends.push(() => tls.close());
        assert.equal(
          await failure(tls.url.replace("http:", `${scheme}s:`)),
          `The certificate of the server of Far at ${scheme}s://127.0.0.1:PORT/ is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Nothing was sent to it.`,
        );
      });

      it("says that what answers is something else", async () => {
        const page = await startHttpServer((_request, response) => response.end("<html>"));
        ends.push(() => page.close());
        const tcp = createTcpServer((socket) => socket.resume().end("220 mail.example ESMTP\r\n"));
        await new Promise<void>((resolve) => {
          tcp.listen(0, "127.0.0.1", resolve);
        });
        ends.push(() => new Promise((resolve) => tcp.close(resolve)));
        const address = tcp.address();
        assert.ok(address !== null && typeof address === "object");
        const told = [await failure(page.url.replace("http:", `${scheme}:`)), await failure(`${scheme}://127.0.0.1:${address.port}/`)];
        const sentence = `What answers at ${scheme}://127.0.0.1:PORT/ is not the Agent Client Protocol. Check the url of Far in the settings.`;
        assert.deepEqual(told, [sentence, sentence]);
      });
    });
  }

  it("says in the transcript of a subagent that its server gives no stream of it, and goes on with the others", async () => {
    const far = await demo();
    const seen: string[] = [];
    const server = await startHttpServer((request, response) => {
      const sessionId = request.headers["acp-session-id"];
      if (typeof sessionId === "string" && !seen.includes(sessionId)) seen.push(sessionId);
      if (request.method === "GET" && typeof sessionId === "string" && sessionId !== seen[0]) return response.writeHead(405).end();
      const { method, headers } = request;
      const passed = passOn(`${far.url("http")}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        response.flushHeaders();
        answer.pipe(response);
      });
      passed.on("error", () => response.destroy());
      response.on("close", () => passed.destroy());
      return request.pipe(passed);
    });
    ends.push(() => server.close());
    const agent = agentAt(server.url);
    await agent.start();
    const session = await agent.newSession("/w");
    await agent.sendPrompt(session, "/one");
    const notices = () =>
      [...agent.model.sessions].flatMap((each) =>
        [...each.rows.values()].flatMap((row) => (row.kind === "notice" ? [`${each.standing}: ${row.text}`] : [])),
      );
    await until("a notice", () => notices().length > 0);
    assert.deepEqual(notices(), [
      "child: What happens here is not shown: the server of Far gives us no stream of this session (HTTP 405).",
    ]);
    assert.ok(seen.length > 1 && !agent.isClosed);
  });

  it("says when its url is none", async () => {
    assert.equal(
      await failure("ftp://host/"),
      'Far has no usable "url": it begins with ws://, wss://, http:// or https://. Change it in the settings.',
    );
  });

  it("says when a server takes the connection and then says nothing", async () => {
    const tcp = createTcpServer((socket) => socket.resume());
    await new Promise<void>((resolve) => {
      tcp.listen(0, "127.0.0.1", resolve);
    });
    ends.push(() => new Promise((resolve) => tcp.close(resolve)));
    const address = tcp.address();
    assert.ok(address !== null && typeof address === "object");
    assert.equal(
      await failure(`ws://127.0.0.1:${address.port}/`, { opening: 50 }),
      "Far does not answer at ws://127.0.0.1:PORT/. Check the connection, or try again later.",
    );
  });

  it("takes a WebSocket that gives no sign of life for lost", async () => {
    const server = await startSocketServer((socket) => answerInitialize(socket), { autoPong: false });
    ends.push(() => server.close());
    const agent = agentAt(server.url, {}, { heartbeat: 20 });
    const closed = new Promise<string>((resolve) => {
      agent.onDidClose(resolve);
    });
    await agent.start();
    assert.match(await closed, /^Far does not answer at ws:.*Check the connection/);
  });

  it("says which setting a message over the limit goes against, which ends the connection", async () => {
    const server = await startSocketServer((socket) => {
      answerInitialize(socket);
      socket.on("message", (data) => {
        if (String(data).includes("session/new")) socket.send("x".repeat(5000));
      });
    });
    ends.push(() => server.close());
    const agent = agentAt(server.url, {}, { maxMessageBytes: 4000 });
    const closed = new Promise<string>((resolve) => {
      agent.onDidClose(resolve);
    });
    await agent.start();
    agent.newSession("/w").catch(() => undefined);
    assert.equal(await closed, "The connection to Far ended at a message longer than the setting “acpSubagents.limits.lineBytes” allows.");
  });

  it("logs noise on a WebSocket, and neither answers it nor falls over it", async () => {
    const received: string[] = [];
    const server = await startSocketServer((socket) => {
      socket.send("hello there");
      socket.send('[{"jsonrpc":"2.0","method":"_a","params":{}}]');
      answerInitialize(socket);
      socket.on("message", (data) => received.push(String(data)));
    });
    ends.push(() => server.close());
    const agent = agentAt(server.url);
    const log: string[] = [];
    agent.onDidLog((entry) => log.push(describeEntry(entry)));
    await agent.start();
    assert.deepEqual(
      log.slice(0, 2).toSorted(),
      ["noise hello there", "→ initialize"].map((start) => log.find((line) => line.startsWith(start))).toSorted(),
    );
    assert.ok(log.includes("← _a {}"), log.join("\n"));
    assert.equal(received.length, 1, received.join("\n"));
  });
});

function answerInitialize(socket: WebSocket): void {
  socket.on("message", (data) => {
    const { id, method } = JSON.parse(String(data)) as { id: number; method: string };
    if (method === "initialize") socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: { protocolVersion: 1 } }));
  });
}
