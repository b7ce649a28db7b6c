import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import type { Limits } from "../../base/limits.ts";
import type { Logger } from "../../base/logger.ts";
import { messageOf, PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { AgentLink, LinkEnd } from "../agentLink.ts";
import { PipeChannel } from "../traffic/pipeChannel.ts";
import { endedSentence, notStartedSentence, type ProcessEnd, withOutput } from "./endSentences.ts";
import type { Environment, ProgramHost, ProgramLaunch } from "./launch.ts";
import { agentEnvironment, type ResolvedLaunch, resolveLaunch } from "./platform.ts";
import { StderrTail } from "./stderrTail.ts";
import { hostPipe, markerVariable, oneOutputOption, runAsNodeVariable } from "./supervisorProtocol.ts";
import { type ExitReport, followSupervisor, type SupervisorReports } from "./supervisorReports.ts";
import { systemPlatform } from "./systemPlatform.ts";

/** How long the supervisor may take to end an agent, in ms. */
const endingTime = 10_000;
/** How long we wait for what is left in the pipe when the process is gone, and for the process when the pipe is closed, in ms. */
const lingerTime = 2000;

/** How an agent ended: as Node tells it, and in a sentence. */
export interface ProcessExit extends ProcessEnd {
  readonly reason: string;
}

type SupervisorProcess = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable; readonly stderr: Readable };

/** A running agent under its supervisor, talked to over its standard input and output. */
export class AgentProcess implements AgentLink {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The end of what it wrote on standard error. */
  readonly stderr: StderrTail;
  readonly pid: number;
  /** Resolves when the agent has exited. */
  readonly exited: Promise<ProcessExit>;
  /** Resolves when nothing of the agent is left. */
  readonly ended: Promise<void>;

  readonly channel: PipeChannel;
  readonly over: Promise<LinkEnd>;

  readonly #label: string;
  readonly #supervisor: SupervisorProcess;
  #isDisposed = false;

  /** Starts an agent; rejects with a PersonError when there is no such program or it cannot be run. */
  static async start(launch: ProgramLaunch, host: ProgramHost, log: Logger): Promise<AgentProcess> {
    const platform = systemPlatform();
    const env = agentEnvironment(await host.environment(), launch.env, platform.os);
    const resolved = resolveLaunch(launch, env, platform);
    log.info(`Starting ${launch.label}: ${resolved.path} ${launch.args.join(" ")}`);
    const supervisor = spawnSupervisor(launch, resolved, host);
    const { stdin, stdout } = supervisor;
    // Such errors come when the agent is gone or closes its end; what follows from that is told by its exit.
    for (const pipe of [stdin, stdout, supervisor.stderr]) pipe.on("error", (error) => log.debug(`${launch.label}: ${messageOf(error)}`));
    const stderr = followStderr(supervisor.stderr, launch.label, log);
    const reports = followSupervisor(supervisor);
    try {
      return new AgentProcess(launch.label, supervisor, stderr, await reports.started, reports, host.limits?.());
    } catch (error) {
      const { label, command } = launch;
      const sentence = t("{0} cannot be started ({1}): {2}. Check its command in the settings.", label, command, messageOf(error));
      throw new PersonError(sentence, stderr.text || undefined);
    }
  }

  private constructor(
    label: string,
    supervisor: SupervisorProcess,
    stderr: StderrTail,
    pid: number,
    reports: SupervisorReports,
    limits: Limits | undefined,
  ) {
    this.#label = label;
    this.#supervisor = supervisor;
    this.stdin = supervisor.stdin;
    this.stdout = supervisor.stdout;
    this.stderr = stderr;
    this.pid = pid;
    this.ended = reports.ended;
    this.exited = reports.exited.then(async (report) => {
      // A supervisor that was killed itself could not end anything.
      if (!report) this.#killAll();
      await pipesRead();
      return this.#exitOf(report);
    });
    this.channel = new PipeChannel({ stdout: this.stdout, stdin: this.stdin, limits });
    this.over = this.#watchEnd();
  }

  get stderrTail(): string {
    return this.stderr.text;
  }

  follow(): void {
    // The frames of all sessions come over the one pipe.
  }

  /** Closes the agent's input and lets the supervisor end the whole tree; see `ended`. */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.stdin.end();
    const pipe = this.#supervisor.stdio[hostPipe];
    if (pipe && "write" in pipe) pipe.end();
    const lastResort = setTimeout(() => this.#killAll(), endingTime);
    void this.ended.then(() => clearTimeout(lastResort));
  }

  async #watchEnd(): Promise<LinkEnd> {
    const inputClosed = new Promise<void>((resolve) => {
      this.stdin.once("close", resolve);
    });
    await Promise.race([this.channel.ended, this.exited, inputClosed]);
    // Whichever ends first, the others have a moment: the last frames, or the reason, are still to come.
    await Promise.race([Promise.all([this.exited, this.channel.ended]), delay(lingerTime)]);
    // What it left behind may have its output still: that keeps nobody from saying how it ended.
    const exit = await Promise.race([this.exited, undefined]);
    return {
      reason: exit?.reason ?? withOutput(t("{0} closed its input or output.", this.#label), { stderr: this.stderr.text }),
      notStarted: (output) => notStartedSentence(this.#label, exit, output),
    };
  }

  #killAll(): void {
    this.#supervisor.kill("SIGKILL");
    try {
      // On Windows the agent belongs to its supervisor's job and ends with it.
      if (process.platform !== "win32") process.kill(-this.pid, "SIGKILL");
    } catch (error) {
      // The group is gone, which is what was wanted.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }

  #exitOf(report: ExitReport | undefined): ProcessExit {
    const { code, signal } = report ?? { code: null, signal: "SIGKILL" };
    const reason = this.#isDisposed ? t("{0} was stopped.", this.#label) : endedSentence(this.#label, { code, signal }, this.stderr.text);
    return { code, signal, reason };
  }
}

/** Resolves when what was in any pipe by now has been read: when a window was busy, an agent's end and its last words come at one time. */
async function pipesRead(): Promise<void> {
  // The rest of this turn of the loop, and the next one, whose reading is over when its immediates run.
  for (let turn = 0; turn < 2; turn++) await nextTurn();
}

function spawnSupervisor(launch: ProgramLaunch, { path, env }: ResolvedLaunch, host: ProgramHost): SupervisorProcess {
  const own: Environment = {
    ...env,
    [markerVariable]: randomUUID(),
    [runAsNodeVariable]: env.ELECTRON_RUN_AS_NODE,
    ELECTRON_RUN_AS_NODE: "1",
  };
  const supervisor = spawn(
    host.runtimePath,
    [host.supervisorPath, ...(launch.isOneOutput ? [oneOutputOption] : []), "--", path, ...launch.args],
    {
      cwd: launch.cwd,
      env: own,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
      // A process group (on Windows: a job) of its own, so that it is not ended together with the host.
      detached: true,
      windowsHide: true,
    },
  );
  if (!hasPipes(supervisor)) throw new Error("The supervisor was started without pipes.");
  return supervisor;
}

function hasPipes(child: ChildProcess): child is SupervisorProcess {
  return child.stdin !== null && child.stdout !== null && child.stderr !== null;
}

function followStderr(pipe: Readable, label: string, log: Logger): StderrTail {
  const tail = new StderrTail();
  pipe.on("data", (chunk: Uint8Array) => log.debug(`${label}: ${tail.add(chunk).trimEnd()}`));
  return tail;
}
