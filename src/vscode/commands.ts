import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { commandId } from "./names.ts";
import type { Parts } from "./parts.ts";

/**
 * Registers the commands of these names (without `acpSubagents.`). What they do is loaded when the first of them is
 * used; what they throw is told to the person.
 */
export function registerCommands(parts: Parts, names: readonly string[]): Disposable {
  const lifetime = new DisposableStore();
  for (const name of names) {
    const guarded = async (argument: unknown, all: unknown) => {
      const { commands } = await import("./commandTable.ts");
      await orTell(parts, name, async () => {
        await commands[name]?.(parts, argument, all);
        if (name === "openWalkthrough") await parts.steps.tellAgain(parts.settings.workingAgents.length > 0);
        await parts.steps.did(name);
      });
    };
    lifetime.add(vscode.commands.registerCommand(commandId(name), guarded));
  }
  return lifetime;
}

/** Does `work`; why it could not be done is told to the person. `name`: what it is called then. */
export async function orTell(parts: Parts, name: string, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    const { tellFailure } = await import("./tellFailure.ts");
    tellFailure(parts, name, error);
  }
}
