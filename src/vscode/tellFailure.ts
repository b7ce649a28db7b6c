import { SignInRequired } from "../acp/calls/callErrors.ts";
import type { AgentDefinition } from "../agents/agentDefinition.ts";
import { t } from "../base/words.ts";
import { commandId, openAgentSettings, run } from "./names.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";
import type { NextStep } from "./teller.ts";

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
