import type { Actor } from "../actor.ts";
import type { ChildEnd, Play, Script } from "../script.ts";
import type { Scenario } from "./scenario.ts";

/** Runs a line in a terminal of the client to its end, or ends it after `killAfter` script ms; returns how it ended. */
function* run(me: Actor, command: string, killAfter?: number): Script {
  const toolCallId = yield* me.startCall({ name: "Bash", title: command, kind: "execute", input: { command }, ms: 0 });
  const created = yield* me.request({ method: "terminal/create", params: { command, outputByteLimit: 1000 } });
  const terminalId = created.result?.terminalId;
  if (typeof terminalId !== "string") {
    yield* me.endCall(toolCallId, { text: created.error ?? "There is no terminal.", language: "" }, "failed");
    return `it was not run: ${created.error}`;
  }
  yield* me.work({ type: "toolCallProgressed", toolCallId, content: [{ type: "terminal", terminalId }] });
  if (killAfter !== undefined) {
    yield* me.pause(killAfter);
    yield* me.request({ method: "terminal/kill", params: { terminalId } });
  }
  const exit = (yield* me.request({ method: "terminal/wait_for_exit", params: { terminalId } })).result;
  const output = (yield* me.request({ method: "terminal/output", params: { terminalId } })).result?.output;
  yield* me.request({ method: "terminal/release", params: { terminalId } });
  yield* me.endCall(toolCallId, undefined, exit?.exitCode === 0 ? "completed" : "failed");
  const end = typeof exit?.exitCode === "number" ? `code ${exit.exitCode}` : `signal ${String(exit?.signal)}`;
  return `it said “${String(output ?? "").trim()}” and ended with ${end}`;
}

const resultOf = (end: ChildEnd): string => (end.outcome === "success" ? end.result : "The helper was stopped.");

const forever = process.platform === "win32" ? "ping -n 600 127.0.0.1" : "echo watching && sleep 600";

const watch: Play = function* (me) {
  const answer = `The watcher was ended: ${yield* run(me, forever, 1500)}.`;
  yield* me.say(answer);
  return answer;
};

const check: Play = function* (me) {
  const checked = yield* run(me, "echo checked by a child && exit 3");
  const prompt = "Watch the build until you are told to stop.";
  const end = yield* me.delegate({ title: "Watch the build", role: "watcher", prompt, play: watch });
  const answer = `The check ran: ${checked}. ${resultOf(end)}`;
  yield* me.say(answer);
  return answer;
};

/** Terminals of the client: the root's, a child's that fails, and one of its child's that is ended. */
export const commands: Scenario = {
  name: "commands",
  description: "Commands run in the editor's terminals, by the root and two levels of subagents",
  words: ["commands"],
  *play(me) {
    yield* me.say("I run a command, a helper runs one that fails, and its helper one that never ends.");
    const built = yield* run(me, "echo built by the root");
    const prompt = "Check the build, and have it watched.";
    const end = yield* me.delegate({ title: "Check the build", role: "checker", prompt, play: check });
    yield* me.say(`The build ran: ${built}. ${resultOf(end)}`);
    return "";
  },
};
