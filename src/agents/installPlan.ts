import { win32 } from "node:path";
import { PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { NpmPreset } from "./presets.ts";

/** Agents are run by a Node of the person's that is at least this. */
const oldestNode = 22;
/** Longest piece of npm's output in a sentence; the whole tail is in the log. */
const toldOutput = 400;

/** How a program ended, and the end of what it wrote on both of its outputs. */
export interface ProgramEnd {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly output: string;
}

/** What runs an agent that is a script. */
export interface ScriptRuntime {
  readonly command: string;
  readonly env: { readonly [name: string]: string };
}

/** There is no npm to install with. `command` is the one that a person can run where there is one. */
export class NpmMissingError extends PersonError {
  readonly command: string;

  constructor({ name, npm }: NpmPreset) {
    const command = `npm install --global ${npm.package}@${npm.version}`;
    super(
      t(
        "{0} cannot be installed: “npm” was not found on the PATH of your login shell. Install Node.js {1} or newer and try again, or run where there is an npm: {2}",
        name,
        oldestNode,
        command,
      ),
    );
    this.command = command;
  }
}

/** What npm is told, for an install of exactly one package into `folder`, whatever the person's own npm settings are. */
export function npmArguments({ npm }: NpmPreset, folder: string): readonly string[] {
  return [
    "install",
    `--prefix=${folder}`,
    "--global=false",
    "--save-exact",
    "--omit=dev",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--no-progress",
    // Without a network npm would try for more than a minute before it says so.
    "--fetch-retries=1",
    "--fetch-retry-mintimeout=1000",
    `${npm.package}@${npm.version}`,
  ];
}

/** Why npm did not install, as a sentence: the network, or npm's own last words. */
export function npmFailure({ name, npm }: NpmPreset, { code, output }: ProgramEnd): PersonError {
  const lastWords = tailOf(output);
  const isNetwork = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.test(output);
  if (isNetwork) {
    return new PersonError(
      t(
        "{0} was not installed: npm cannot reach its registry. Check the network and npm's proxy settings, then try again. npm said: {1}",
        name,
        lastWords,
      ),
      output,
    );
  }
  const version = `${npm.package}@${npm.version}`;
  return new PersonError(
    t("{0} was not installed: npm ended with {1} for {2}. npm said: {3}", name, code ?? t("a signal"), version, lastWords),
    output,
  );
}

/** npm's own error lines, of which the first say what is wrong and the others how it came about; else the last lines. */
function tailOf(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== "");
  const errors = lines.flatMap((line) => /^npm (?:error|ERR!) (.*\S)/.exec(line)?.[1] ?? []);
  const telling = errors.filter((line) => !/^(syscall|errno|\s+at )|complete log of this run/.test(line));
  return (telling.length > 0 ? telling.slice(0, 3) : lines.slice(-3)).join("\n").slice(0, toldOutput).trim();
}

/**
 * What runs a script: the Node of the PATH when it is new enough, else the editor's own runtime. `nodeVersion` is what
 * `node --version` printed, undefined when there is none.
 */
export function chooseRuntime(nodeVersion: string | undefined, editorRuntime: string): ScriptRuntime {
  const major = /^v(\d+)\./m.exec(nodeVersion?.trim() ?? "")?.[1];
  if (major !== undefined && Number(major) >= oldestNode) return { command: "node", env: {} };
  return { command: editorRuntime, env: { ELECTRON_RUN_AS_NODE: "1" } };
}

/** True when a package's program has to be run by Node: its name says so, or its first line. */
export function isScript(path: string, firstLine: string): boolean {
  return /\.[cm]?js$/.test(path) || /^#!.*\bnode\b/.test(firstLine);
}

/**
 * The program of a package, relative to its folder: its only one, else the one that is called like the package.
 * `bin` is that field of its `package.json`.
 */
export function programOf(packageName: string, bin: unknown): string | undefined {
  if (typeof bin === "string") return inside(bin);
  if (typeof bin !== "object" || bin === null) return undefined;
  const programs = Object.entries(bin).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const ownName = packageName.split("/").at(-1);
  const path = programs.find(([name]) => name === ownName)?.[1] ?? programs[0]?.[1];
  return path === undefined ? undefined : inside(path);
}

/** A path of a package that stays in it. */
function inside(path: string): string | undefined {
  return win32.isAbsolute(path) || path.split(/[/\\]/).includes("..") ? undefined : path;
}
