import { isObject, type JsonObject } from "../../session/content.ts";
import { invalidParams, RequestFailure, resourceNotFound } from "../requests/agentRequests.ts";
import type { Environment, ProgramLaunch } from "./launch.ts";
import { findOnPath, type Platform, variable } from "./platform.ts";

/** What `terminal/create` asks for (schema `CreateTerminalRequest`), read and checked. */
export interface CommandRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
  /** A full path; undefined = the asking session's folder. */
  readonly cwd?: string;
  /** Most bytes of output that are kept for the agent. */
  readonly outputByteLimit?: number;
}

/** Reads the parameters of `terminal/create`. Throws a `RequestFailure` that names the field which is wrong. */
export function readCommandRequest(params: JsonObject): CommandRequest {
  const { command, args, env, cwd, outputByteLimit } = params;
  if (typeof command !== "string" || command.trim() === "") throw wrong("command", "a program");
  return {
    command,
    args: listOf(args, "args").map((arg) => {
      if (typeof arg !== "string") throw wrong("args", "a list of strings");
      return arg;
    }),
    env: Object.fromEntries(listOf(env, "env").map(readVariable)),
    cwd: cwd === undefined || cwd === null ? undefined : folder(cwd),
    outputByteLimit: typeof outputByteLimit === "number" && outputByteLimit >= 0 ? Math.floor(outputByteLimit) : undefined,
  };
}

function readVariable(variable: unknown): readonly [string, string] {
  const { name, value } = isObject(variable) ? variable : ({} as JsonObject);
  if (typeof name !== "string" || typeof value !== "string") throw wrong("env", "a list of {name, value}");
  return [name, value];
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrong(field, "a list");
  return value;
}

function folder(value: unknown): string {
  if (typeof value !== "string" || !/^([/\\]|[a-z]:[/\\])/i.test(value)) throw wrong("cwd", "a full path");
  return value;
}

function wrong(field: string, what: string): RequestFailure {
  return new RequestFailure(invalidParams, `"${field}" of terminal/create must be ${what}.`);
}

/** What only a shell understands in a command that comes without arguments. */
const shellWords = /[\s|&;<>()$`"'*?[\]{}~#]/;

/**
 * How to run a command in `cwd`. Programs are found as agents are (`resolveLaunch`). A command without arguments that is no
 * program but reads like a line for a shell is given to the shell, since that is how several agents ask. Throws a `RequestFailure` when there is no such program or folder.
 */
export function commandLaunch(request: CommandRequest, cwd: string, env: Environment, platform: Platform): ProgramLaunch {
  const launch: ProgramLaunch = {
    label: request.command,
    command: request.command,
    args: request.args,
    env: request.env,
    cwd,
    isOneOutput: true,
  };
  if (!platform.isFolder(cwd)) throw new RequestFailure(resourceNotFound, `The folder ${cwd} does not exist.`);
  if (findOnPath(request.command, env, platform, cwd) !== undefined) return launch;
  if (request.args.length > 0 || !shellWords.test(request.command)) {
    const path = variable(env, "PATH", platform.os) ?? "";
    throw new RequestFailure(resourceNotFound, `The program ${JSON.stringify(request.command)} was not found. The PATH used was: ${path}`);
  }
  if (platform.os === "win32") {
    const shell = variable(env, "ComSpec", "win32") ?? "cmd.exe";
    return { ...launch, command: shell, args: ["/d", "/s", "/c", request.command] };
  }
  return { ...launch, command: "/bin/sh", args: ["-c", request.command] };
}
