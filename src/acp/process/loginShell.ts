import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { basename } from "node:path";
import type { Logger } from "../../base/logger.ts";
import { messageOf } from "../../base/personError.ts";
import type { Environment } from "./launch.ts";

/** How long a shell has to start and print its environment, in ms. */
const timeLimit = 5000;

/** What asking the login shell needs: the environment and system we run on, and the program that prints variables. */
export interface LoginShellOptions {
  /** The environment of the host, which is what agents get when no shell is asked. */
  readonly env: Environment;
  readonly os: NodeJS.Platform;
  /** A program that runs JavaScript as Node does (with ELECTRON_RUN_AS_NODE=1). */
  readonly runtimePath: string;
  readonly log: Logger;
  /** The shell to ask; the person's own when absent. */
  readonly shell?: string;
  readonly timeLimit?: number;
}

/**
 * The environment of the person's login and interactive shell. An editor that is started from the desktop does not have
 * what the shell's files set: the folders of version managers on the PATH, keys. Asked once, then remembered.
 */
export class LoginShell {
  readonly #options: LoginShellOptions;
  #asked: Promise<Environment> | undefined;

  constructor(options: LoginShellOptions) {
    this.#options = options;
  }

  /** Never rejects: when the shell cannot be asked, it is the host's own environment, and the log says why. */
  environment(): Promise<Environment> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<Environment> {
    const { env, os, log } = this.#options;
    if (!isFromDesktop(env, os)) return env;
    try {
      const shell = this.#options.shell ?? personsShell(env);
      const found = await this.#run(shell);
      log.info(`The environment of ${shell} is used for agents.`);
      return found;
    } catch (error) {
      log.warn(`The login shell was not asked for its environment, agents get the editor's own: ${messageOf(error)}`);
      return env;
    }
  }

  #run(shell: string): Promise<Environment> {
    const { env, runtimePath } = this.#options;
    const marker = `<${randomUUID()}>`;
    const limit = this.#options.timeLimit ?? timeLimit;
    // A session of its own: an interactive shell would otherwise try to take over the editor's terminal.
    const child = spawn(shell, shellArguments(shell, printCommand(shell, runtimePath, marker)), {
      env: { ...env, ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const timer = setTimeout(() => {
        if (child.pid !== undefined) endGroup(child.pid);
        child.stdout.destroy();
        reject(new Error(`${shell} did not print it within ${limit} ms`));
      }, limit);
      child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
      child.once("error", reject);
      child.once("close", (code) => {
        const found = parseEnvironment(Buffer.concat(chunks).toString("utf8"), marker);
        if (found) resolve(found);
        else reject(new Error(`${shell} ended with ${code} and without it`));
      });
      child.once("error", () => clearTimeout(timer));
      child.once("close", () => clearTimeout(timer));
    });
  }
}

/**
 * True when the editor was not started from a terminal, whose environment it would have: VS Code's command line sets
 * VSCODE_CLI, terminals set TERM.
 */
export function isFromDesktop(env: Environment, os: NodeJS.Platform): boolean {
  return os !== "win32" && env.VSCODE_CLI === undefined && env.TERM === undefined;
}

/** Arguments that make a shell read its login and interactive files and run `command`. */
export function shellArguments(shell: string, command: string): readonly string[] {
  // csh and tcsh take `-l` only when it stands alone.
  if (/^t?csh$/.test(basename(shell))) return ["-ic", command];
  if (/^pwsh/.test(basename(shell))) return ["-Login", "-Command", command];
  return ["-i", "-l", "-c", command];
}

/** The command that prints the environment between two markers, `NAME=value` separated by NUL. */
export function printCommand(shell: string, runtimePath: string, marker: string): string {
  const script = `process.stdout.write("${marker}" + Object.entries(process.env).map((e) => e.join("=")).join("\\0") + "${marker}")`;
  const isPowerShell = /^pwsh/.test(basename(shell));
  const quoted = [runtimePath, "-e", script].map(
    (word) => `'${isPowerShell ? word.replaceAll("'", "''") : word.replaceAll("'", "'\\''")}'`,
  );
  return `${isPowerShell ? "& " : ""}${quoted.join(" ")}`;
}

/** The variables between two markers, whatever else the shell's files print around them; undefined when they are not there. */
export function parseEnvironment(output: string, marker: string): Environment | undefined {
  const from = output.indexOf(marker);
  const to = output.lastIndexOf(marker);
  if (from === -1 || from === to) return undefined;
  const lines = output.slice(from + marker.length, to).split("\0");
  const variables = lines.flatMap((line) => {
    const equals = line.indexOf("=", 1);
    return equals === -1 ? [] : [[line.slice(0, equals), line.slice(equals + 1)] as const];
  });
  return Object.fromEntries(variables);
}

function personsShell(env: Environment): string {
  return env.SHELL || userInfo().shell || "/bin/sh";
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It ended by itself in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
