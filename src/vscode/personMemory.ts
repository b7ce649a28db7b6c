import type { Memento } from "vscode";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";

/** This many are remembered; the oldest go first. */
const maxTold = 100;

/** What is remembered of the person, whatever folder is open. */
export class PersonMemory {
  readonly #state: Memento;
  readonly #log: Logger;

  constructor(state: Memento, log: Logger) {
    this.#state = state;
    this.#log = log;
  }

  /** True when `what`, a name for something that is said once, was not said before; it counts as said from now on. */
  isNew(what: string): boolean {
    const value = this.#state.get("told");
    const told = Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
    if (told.includes(what)) return false;
    this.#state
      .update("told", [...told, what].slice(-maxTold))
      .then(undefined, (error: unknown) => this.#log.warn(`Could not remember what was told: ${messageOf(error)}`));
    return true;
  }
}
