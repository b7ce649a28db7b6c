import * as vscode from "vscode";
import type { Disposable } from "../base/disposables.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf, PersonError } from "../base/personError.ts";

/** The output channel *ACP Subagents*, as the logger that everything else is given. */
export class Log implements Logger, Disposable {
  readonly #channel = vscode.window.createOutputChannel("ACP Subagents", { log: true });

  debug(message: string): void {
    this.#channel.debug(message);
  }

  info(message: string): void {
    this.#channel.info(message);
  }

  warn(message: string): void {
    this.#channel.warn(message);
  }

  error(message: string): void {
    this.#channel.error(message);
  }

  /** Writes an error whole: its words, its detail, and for a fault of our own the stack. */
  fault(what: string, error: unknown): void {
    const detail = error instanceof PersonError ? error.detail : error instanceof Error ? error.stack : undefined;
    this.#channel.error(`${what}: ${messageOf(error)}${detail ? `\n${detail}` : ""}`);
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
