import type { JsonObject } from "../../session/content.ts";
import { type Actor, textContent } from "../actor.ts";
import type { Play, Script } from "../script.ts";
import type { Scenario } from "./scenario.ts";

const esc = "\u001b";

/** What a test runner writes, piece by piece: each test's line is written over once it has passed. */
const pieces = [
  `${esc}[1m> todo@1.0.0 test${esc}[0m\n> node --test\n\n`,
  ...["keeps what is applied", "marks a todo as done", "tells its listeners once"].map(
    (name, index) => `${esc}[2m…${esc}[0m ${name}\r${esc}[32m✔${esc}[0m ${name} ${esc}[2m(0.${index + 3}ms)${esc}[0m\n`,
  ),
  `${esc}[31m✖ keeps the list when nothing changes${esc}[0m ${esc}[2m(1.2ms)${esc}[0m\n\n`,
  `tests 4, ${esc}[32mpass 3${esc}[0m, ${esc}[41;97m fail 1 ${esc}[0m\n`,
];

/** A command that the agent runs itself and whose output it streams beside the call, as claude-agent-acp and codex-acp do. */
function* showOutput(me: Actor, command: string): Script<void> {
  const startContent = [textContent(command)];
  const toolCallId = yield* me.startCall({ name: "Bash", title: command, kind: "execute", input: { command }, ms: 0, startContent });
  const terminal_id = toolCallId;
  const tell = (_meta: JsonObject, more: JsonObject = {}) =>
    me.work({ type: "updateSent", update: { sessionUpdate: "tool_call_update", toolCallId, ...more, _meta } });
  yield* tell({ terminal_info: { terminal_id, cwd: me.path("") } }, { content: [{ type: "terminal", terminalId: terminal_id }] });
  for (const data of pieces) {
    yield* me.pause(500);
    yield* tell({ terminal_output: { terminal_id, data } });
  }
  yield* tell({ terminal_exit: { terminal_id, exit_code: 1, signal: null } });
  yield* me.endCall(toolCallId, undefined, "failed");
}

const runTests: Play = function* (me) {
  yield* showOutput(me, "npm test");
  const answer = "One of four tests fails.";
  yield* me.say(answer);
  return answer;
};

/** A terminal that the agent only shows. */
export const colours: Scenario = {
  name: "colours",
  description: "A subagent's own command, whose output comes live and in colours",
  words: ["colours", "colors"],
  *play(me) {
    const end = yield* me.delegate({ title: "Run the tests", role: "tester", prompt: "Run the tests and say what fails.", play: runTests });
    yield* me.say(end.outcome === "success" ? end.result : "The tests were stopped.");
    return "";
  },
};
