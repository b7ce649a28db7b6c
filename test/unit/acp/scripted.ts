import type { AgentHost, ProgramLaunch } from "../../../src/acp/process/launch.ts";
import type { LogEntry } from "../../../src/dialects/logEntry.ts";
import { fixture, supervisorPath } from "./processes.ts";

/** The host of the tests: Node runs the supervisor's source as it is. */
export const testHost: AgentHost = {
  runtimePath: process.execPath,
  supervisorPath,
  clientVersion: "9.8.7",
  loadSdk: () => import("../../../src/acp/sdk.ts"),
  environment: async () => process.env,
  capabilities: async () => [],
};

/** How the scripted agent is started; `overrides` says what it answers instead of what it usually does. */
export function scriptedLaunch(overrides: object = {}): ProgramLaunch {
  return {
    label: "Scripted",
    command: process.execPath,
    args: [fixture("scriptedAgent.ts"), JSON.stringify(overrides)],
    env: {},
    cwd: process.cwd(),
  };
}

/** One line of a transcript for each entry of a log: `→` is what we sent, `←` what the agent sent. */
export function describeEntry(entry: LogEntry): string {
  if (entry.type === "noise") return `noise ${entry.text}`;
  if (entry.type === "closed") return `closed: ${entry.reason}`;
  if (entry.type === "question") return `asks the person: ${entry.question.title}`;
  if (entry.type === "questionSettled") return `the person: ${JSON.stringify(entry.outcome)}`;
  if (entry.type === "allowed") return `allowed: ${JSON.stringify(entry.rule)}`;
  if (entry.type === "terminal") return `terminal ${JSON.stringify(entry.patch)}`;
  if (entry.type === "notice") return `notice ${entry.sessionId}: ${entry.text}`;
  const { dir, message } = entry;
  const arrow = dir === "client" ? "→" : "←";
  if (message.type !== "response") return `${arrow} ${message.method} ${JSON.stringify(message.params)}`;
  return `${arrow} answer to ${message.method}: ${JSON.stringify(message.error ?? message.result)}`;
}
