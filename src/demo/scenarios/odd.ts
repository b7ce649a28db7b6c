import type { Actor } from "../actor.ts";
import type { Play, Script } from "../script.ts";
import type { Scenario } from "./scenario.ts";

/** Every kind of choice that the protocol knows, and one that it does not. */
const options = [
  { optionId: "once", name: "Allow once", kind: "allow_once" },
  { optionId: "folder", name: "Allow in this folder", kind: "_allow_folder" },
  { optionId: "always", name: "Always allow", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
  { optionId: "never", name: "Never allow", kind: "reject_always" },
] as const;

/** Asks about a command, and takes the question back after a while when it is said so. */
function* askFor(me: Actor, command: string, takenBackAfter?: number): Script {
  const toolCallId = yield* me.startCall({ name: "Bash", title: command, kind: "execute", input: { command }, ms: 0 }, "pending");
  const toolCall = { toolCallId, title: command, kind: "execute", rawInput: { command } };
  const answer = yield* me.ask({ toolCall, options }, takenBackAfter);
  const isAllowed = answer !== undefined && !["no", "never"].includes(answer);
  yield* me.endCall(toolCallId, { text: answer ?? "nobody answered", language: "" }, isAllowed ? "completed" : "failed");
  return takenBackAfter === undefined ? `${command}: ${answer ?? "no answer"}.` : `${command}: I do not need it any more.`;
}

/** A child that asks, and has a child of its own that asks. */
function below(command: (depth: number) => string, takenBackAfter?: number): Play {
  return function* (me) {
    const play: Play = (helper) => askFor(helper, command(2), takenBackAfter);
    const helper = yield* me.launch({ title: "Look deeper", role: "digger", prompt: "Ask too.", play });
    const own = yield* askFor(me, command(1), takenBackAfter);
    const [end] = yield* me.join(helper);
    return `${own} ${end?.result ?? ""}`.trim();
  };
}

/** Asks in the root, a child and a grandchild, all at once. */
function* everybody(me: Actor, command: (depth: number) => string, takenBackAfter?: number): Script {
  const play = below(command, takenBackAfter);
  const child = yield* me.launch({ title: "Look around", role: "scout", prompt: "Ask for what you need.", play });
  const own = yield* askFor(me, command(0), takenBackAfter);
  const [end] = yield* me.join(child);
  yield* me.say(`${own} ${end?.result ?? ""}`.trim());
  return "";
}

const levels = ["main", "child", "grandchild"];

/** Permissions with every kind of choice. */
export const odd: Scenario = {
  name: "odd",
  description: "Permissions with odd choices: from the main session, a subagent and its subagent",
  words: ["odd choices"],
  play: (me) => everybody(me, (depth) => `deploy --to ${levels[depth]}`),
};

/** Permissions that are taken back before anybody answered. */
export const withdraw: Scenario = {
  name: "withdraw",
  description: "Permissions that are taken back: from the main session, a subagent and its subagent",
  words: ["taken back"],
  play: (me) => everybody(me, (depth) => `probe --at ${levels[depth]}`, 4000),
};
