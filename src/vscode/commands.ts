import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { commandId, setContext } from "./names.ts";
import type { Parts } from "./parts.ts";
import { stepCommands } from "./stepCommands.ts";

/**
 * Registers the commands of these names (without `acpSubagents.`). What they do is loaded when the first of them is
 * used; what they throw is told to the person. `done`: where is kept which steps of the walkthrough were done.
 */
export function registerCommands(parts: Parts, names: readonly string[], done: vscode.Memento): Disposable {
  const lifetime = new DisposableStore();
  const note = async (name: string) => {
    if (name === "openWalkthrough") {
      for (const each of stepCommands) if (done.get(stepKey(each)) === true) await tick(each);
      if (parts.settings.workingAgents.length > 0) await tick("anyAgent");
    } else if (stepCommands.includes(name)) {
      await tick(name);
      await done.update(stepKey(name), true);
    }
  };
  for (const name of names) {
    const guarded = async (argument: unknown, all: unknown) => {
      const { commands } = await import("./commandTable.ts");
      await orTell(parts, name, async () => {
        await commands[name]?.(parts, argument, all);
        await note(name);
      });
    };
    lifetime.add(vscode.commands.registerCommand(commandId(name), guarded));
  }
  return lifetime;
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

/** Does `work`; why it could not be done is told to the person. `name`: what it is called then. */
export async function orTell(parts: Parts, name: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { tellFailure } = await import("./tellFailure.ts");
    tellFailure(parts, name, error);
  }
}
