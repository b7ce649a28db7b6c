import * as vscode from "vscode";
import { SignInRequired } from "../acp/requests/requestErrors.ts";
import type { AgentDefinition } from "../agents/agentDefinition.ts";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { t } from "../base/words.ts";
import type { NextStep } from "./errors.ts";
import { commandId, openAgentSettings, run } from "./names.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";

/**
 * Registers the commands of these names (without `acpSubagents.`). What they do is loaded when the first of them is
 * used; what they throw is told to the person.
 */
export function registerCommands(parts: Parts, names: readonly string[]): Disposable {
  const lifetime = new DisposableStore();
  for (const name of names) {
    const guarded = async (argument: unknown, all: unknown) => {
      try {
        const { commands } = await import("./commandTable.ts");
        await commands[name]?.(parts, argument, all);
      } catch (error) {
        tellFailure(parts, name, error);
      }
    };
    lifetime.add(vscode.commands.registerCommand(commandId(name), guarded));
  }
  return lifetime;
}

/** Tells why something was not done: as information when it only cannot be done now, else as an error. */
export function tellFailure({ teller, agents }: Parts, name: string, error: unknown): void {
  if (error instanceof NotNow) {
    teller.say(error.message);
    return;
  }
  const failed = agents.failures.find((failure) => failure.error === error)?.definition;
  const signIn = { label: t("Sign In…"), run: () => run(commandId("signIn")) };
  teller.fail(name, error, ...(failed ? [repairOf(failed)] : []), ...(error instanceof SignInRequired ? [signIn] : []));
}

/** Where to look when an agent does not start. */
function repairOf({ presetId }: AgentDefinition): NextStep {
  if (presetId === undefined) return { label: t("Open Settings"), run: openAgentSettings };
  return { label: t("Install Again"), run: () => run(commandId("installAgent"), presetId) };
}
