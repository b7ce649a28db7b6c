import type { Disposable } from "../../base/disposables.ts";
import { silentLogger } from "../../base/logger.ts";
import type { TerminalExit } from "../../session/terminals.ts";
import { AgentProcess } from "./agentProcess.ts";
import type { ProgramHost, ProgramLaunch } from "./launch.ts";
import { OutputTail, type OutputText } from "./outputTail.ts";

/** How long the last output may take to come once a command has exited, in ms. */
const lingerTime = 3000;

/** A command that we run for an agent, under a supervisor of its own: nothing of it survives us or its release. */
export class RunningCommand implements Disposable {
  /** Resolves when it has exited and its output is complete. */
  readonly exited: Promise<TerminalExit>;
  readonly #process: AgentProcess;
  readonly #output: OutputTail;
  #exit: TerminalExit | undefined;

  /**
   * Starts a command whose input is empty. `limit` is in bytes; `onOutput` gets its output as it comes, both streams in
   * order. Rejects with a PersonError when it cannot be started. Nothing is logged: a command line may hold secrets.
   */
  static async start(
    launch: ProgramLaunch,
    { host, limit, onOutput }: { host: ProgramHost; limit: number; onOutput: (chunk: Uint8Array) => void },
  ): Promise<RunningCommand> {
    return new RunningCommand(await AgentProcess.start(launch, host, silentLogger), new OutputTail(limit), onOutput);
  }

  private constructor(process: AgentProcess, output: OutputTail, onOutput: (chunk: Uint8Array) => void) {
    this.#process = process;
    this.#output = output;
    process.stdin.end();
    process.stdout.on("data", (chunk: Uint8Array) => {
      output.add(chunk);
      onOutput(chunk);
    });
    this.exited = this.#watch();
  }

  /** Absent while it runs. */
  get exit(): TerminalExit | undefined {
    return this.#exit;
  }

  read(): OutputText {
    return this.#output.read(this.#exit !== undefined);
  }

  /** Ends the command and everything that it started. Resolves when it has exited. */
  async kill(): Promise<void> {
    this.#process.dispose();
    await this.exited;
  }

  dispose(): void {
    this.#process.dispose();
  }

  async #watch(): Promise<TerminalExit> {
    const drained = new Promise<void>((resolve) => {
      this.#process.stdout.once("close", resolve);
    });
    const { code, signal } = await this.#process.exited;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, lingerTime);
    });
    await Promise.race([drained, late]);
    clearTimeout(timer);
    this.#process.dispose();
    this.#exit = { code: code ?? undefined, signal: signal ?? undefined };
    return this.#exit;
  }
}
