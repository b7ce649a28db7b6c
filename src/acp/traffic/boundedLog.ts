import type { Logger } from "../../base/logger.ts";

/**
 * What one agent makes us write into the log, up to so many bytes: its standard error, and what is wrong with its frames.
 * Then it is said once that the rest is left out, and at the end how much that was.
 */
export class BoundedLog implements Logger {
  readonly #log: Logger;
  readonly #label: string;
  readonly #most: number;
  #written = 0;
  #leftOut = 0;

  /** `label` is the agent's; `most` is in bytes. */
  constructor(log: Logger, label: string, most: number) {
    this.#log = log;
    this.#label = label;
    this.#most = most;
  }

  debug(message: string): void {
    if (this.#hasRoom(message)) this.#log.debug(message);
  }

  info(message: string): void {
    if (this.#hasRoom(message)) this.#log.info(message);
  }

  warn(message: string): void {
    if (this.#hasRoom(message)) this.#log.warn(message);
  }

  error(message: string): void {
    if (this.#hasRoom(message)) this.#log.error(message);
  }

  /** The agent is gone. */
  end(): void {
    if (this.#leftOut > 0) this.#log.warn(`${this.#label}: ${this.#leftOut} messages were left out of this log.`);
  }

  #hasRoom(message: string): boolean {
    this.#written += Buffer.byteLength(message);
    if (this.#written <= this.#most) return true;
    if (this.#leftOut === 0)
      this.#log.warn(`${this.#label} has filled its ${this.#most} bytes of this log (acpSubagents.limits.logBytes); the rest is left out.`);
    this.#leftOut += 1;
    return false;
  }
}
