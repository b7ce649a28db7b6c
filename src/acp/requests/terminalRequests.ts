import { randomUUID } from "node:crypto";
import { usualLimits } from "../../base/limits.ts";
import type { Logger } from "../../base/logger.ts";
import type { JsonObject } from "../../session/content.ts";
import { type SessionId, type TerminalId, toTerminalId } from "../../session/ids.ts";
import { folderOf } from "../../session/session.ts";
import type { TerminalExit } from "../../session/terminals.ts";
import { commandLaunch, readCommandRequest } from "../process/commandLine.ts";
import type { ProgramHost } from "../process/launch.ts";
import { agentEnvironment } from "../process/platform.ts";
import { RunningCommand } from "../process/runningCommand.ts";
import { systemPlatform } from "../process/systemPlatform.ts";
import {
  invalidParams,
  type RequestContext,
  RequestFailure,
  type RequestHandlersFactory,
  type RequestSurroundings,
  resourceNotFound,
} from "./agentRequests.ts";
import { askBeforeCommand } from "./guardQuestions.ts";

/** Terminals of one connection that are not released. */
const mostTerminals = 256;

/** What running the commands of an agent needs. */
export interface TerminalRequestsOptions {
  readonly host: ProgramHost;
  readonly log: Logger;
  /** Where a command runs when nothing says where its session works. */
  readonly startFolder: () => string;
}

/**
 * Answers `terminal/*` (schema `x-method: terminal/create` and others): runs the commands of an agent under our supervisor.
 * What they write goes into the log as it comes, and is shown also after the release.
 */
export function terminalRequests(options: TerminalRequestsOptions): RequestHandlersFactory {
  return (agent) => {
    const terminals = new ClientTerminals(options, agent);
    agent.onDidClose(() => terminals.dispose());
    return {
      "terminal/create": (params, context) => terminals.create(params, context),
      "terminal/output": (params, context) => terminals.output(params, context),
      "terminal/wait_for_exit": (params, { signal }) => terminals.waitForExit(params, signal),
      "terminal/kill": (params) => terminals.kill(params),
      "terminal/release": async (params) => terminals.release(params),
    };
  };
}

class ClientTerminals {
  readonly #options: TerminalRequestsOptions;
  readonly #agent: RequestSurroundings;
  readonly #running = new Map<TerminalId, RunningCommand>();
  #starting = 0;
  #isDisposed = false;

  constructor(options: TerminalRequestsOptions, agent: RequestSurroundings) {
    this.#options = options;
    this.#agent = agent;
  }

  async create(params: JsonObject, { sessionId, signal }: RequestContext): Promise<JsonObject> {
    if (sessionId === undefined) throw new RequestFailure(invalidParams, '"sessionId" of terminal/create must be a string.');
    const request = readCommandRequest(params);
    if (this.#running.size + this.#starting >= mostTerminals)
      throw new RequestFailure(invalidParams, `${mostTerminals} terminals are not released; release some before you create another.`);
    const { host, log } = this.#options;
    const platform = systemPlatform();
    const cwd = request.cwd ?? this.#folderOf(sessionId);
    if (this.#agent.isRemote) await askBeforeCommand(this.#agent, { sessionId, command: [request.command, ...request.args], cwd }, signal);
    const env = agentEnvironment(await host.environment(), request.env, platform.os);
    const id = toTerminalId(`term-${randomUUID()}`);
    const tell = (patch: Parameters<RequestSurroundings["tellTerminal"]>[2]) =>
      this.#agent.tellTerminal(sessionId, id, { ...patch, isLive: true });
    this.#starting++;
    try {
      // What is kept for the agent is counted in bytes, which are a character each in most outputs.
      const { outputCharacters } = host.limits?.() ?? usualLimits;
      const limit = Math.min(request.outputByteLimit ?? outputCharacters, outputCharacters);
      const launch = commandLaunch(request, cwd, env, platform);
      const command = await RunningCommand.start(launch, { host, limit, onOutput: (added) => tell({ added }) });
      log.info(`${this.#agent.label} runs a command in ${cwd}.`);
      this.#running.set(id, command);
      tell({ command: [request.command, ...request.args].join(" "), cwd });
      void command.exited.then((exit) => tell({ exit }));
      // The agent is gone, or took the request back: nobody would ever release it.
      if (this.#isDisposed || signal.aborted) this.#drop(id, command);
    } finally {
      this.#starting--;
    }
    return { terminalId: id };
  }

  async output(params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const command = this.#find(params);
    await this.#agent.turn(context);
    return { ...command.read(), ...(command.exit && { exitStatus: exitStatus(command.exit) }) };
  }

  async waitForExit(params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { exited } = this.#find(params);
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const stop = () => reject(signal.reason);
      signal.addEventListener("abort", stop, { once: true });
      void exited.then((exit) => {
        signal.removeEventListener("abort", stop);
        resolve(exitStatus(exit));
      });
    });
  }

  async kill(params: JsonObject): Promise<JsonObject> {
    await this.#find(params).kill();
    return {};
  }

  release(params: JsonObject): JsonObject {
    this.#drop(toTerminalId(String(params.terminalId)), this.#find(params));
    return {};
  }

  /** Ends every command of the connection. */
  dispose(): void {
    this.#isDisposed = true;
    for (const [id, command] of this.#running) this.#drop(id, command);
  }

  #drop(id: TerminalId, command: RunningCommand): void {
    this.#running.delete(id);
    command.dispose();
  }

  #find({ terminalId }: JsonObject): RunningCommand {
    const command = typeof terminalId === "string" ? this.#running.get(toTerminalId(terminalId)) : undefined;
    if (!command)
      throw new RequestFailure(
        resourceNotFound,
        `There is no terminal ${JSON.stringify(terminalId)}: it was never created, or it is released.`,
      );
    return command;
  }

  #folderOf(sessionId: SessionId): string {
    const { model } = this.#agent;
    const session = model.get(sessionId);
    return (session && folderOf(session, (id) => model.get(id))) ?? this.#options.startFolder();
  }
}

function exitStatus({ code, signal }: TerminalExit): JsonObject {
  return { exitCode: code ?? null, signal: signal ?? null };
}
