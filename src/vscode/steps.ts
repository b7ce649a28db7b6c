import type * as vscode from "vscode";
import { setContext } from "./names.ts";
import { stepCommands } from "./stepCommands.ts";

/** Which steps of the walkthrough were done, by whatever leads to the same as their commands. */
export class Steps {
  readonly #done: vscode.Memento;

  /** `done`: where that is kept. */
  constructor(done: vscode.Memento) {
    this.#done = done;
  }

  /** What this command does was done; a command that ticks no step is passed over. */
  async did(name: string): Promise<void> {
    if (!stepCommands.includes(name) || this.#done.get(stepKey(name)) === true) return;
    await tick(name);
    await this.#done.update(stepKey(name), true);
  }

  /** The walkthrough is open: the editor hears of what was done before. */
  async tellAgain(hasAgent: boolean): Promise<void> {
    for (const each of stepCommands) if (this.#done.get(stepKey(each)) === true) await tick(each);
    if (hasAgent) await tick("anyAgent");
  }
}

/**
 * Ticks a step of the walkthrough. The editor ticks at the moment in which a key becomes true, and never for one that was true
 * when it came to know the walkthrough, which is when that is opened: so the key is true for a moment only.
 */
async function tick(name: string): Promise<void> {
  await setContext(stepKey(name), true);
  await setContext(stepKey(name), false);
}

const stepKey = (name: string) => `ran.${name}` as const;
