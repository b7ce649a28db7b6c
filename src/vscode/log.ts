import * as vscode from "vscode";
import type { Masker } from "../acp/traffic/secrets.ts";
import type { Disposable } from "../base/disposables.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf, PersonError } from "../base/personError.ts";

/** So many of the last lines are kept for a report of a problem. */
const keptLines = 1000;

type Level = "debug" | "info" | "warn" | "error";

/** The output channel *ACP Subagents*, as the logger that everything else is given. Secrets are masked on the way in. */
export class Log implements Logger, Disposable {
  readonly #channel = vscode.window.createOutputChannel("ACP Subagents", { log: true });
  readonly #masker: Masker;
  readonly #lines: string[] = [];

  constructor(masker: Masker) {
    this.#masker = masker;
  }

  debug(message: string): void {
    this.#write("debug", message);
  }

  info(message: string): void {
    this.#write("info", message);
  }

  warn(message: string): void {
    this.#write("warn", message);
  }

  error(message: string): void {
    this.#write("error", message);
  }

  /** Writes an error whole: its words, its detail, and for a fault of our own the stack. */
  fault(what: string, error: unknown): void {
    const detail = error instanceof PersonError ? error.detail : error instanceof Error ? error.stack : undefined;
    this.#write("error", `${what}: ${messageOf(error)}${detail ? `\n${detail}` : ""}`);
  }

  /** The last lines, oldest first, each with its time and level; masked as of now. */
  get lastLines(): readonly string[] {
    return this.#lines.map(this.#masker.text);
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #write(level: Level, message: string): void {
    const masked = this.#masker.text(message);
    this.#channel[level](masked);
    this.#lines.push(`${new Date().toISOString()} [${level}] ${masked}`);
    if (this.#lines.length > keptLines * 2) this.#lines.splice(0, this.#lines.length - keptLines);
  }
}
