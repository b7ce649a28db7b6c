import type { Actor } from "../actor.ts";
import type { PermissionQuestion, Play, Script } from "../script.ts";
import { readFile } from "../tools.ts";
import type { Scenario } from "./scenario.ts";

const options = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "allow-always", name: "Always allow", kind: "allow_always" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
] as const;

/** Runs a command once the person has agreed; returns whether it ran. */
function* runIfAllowed(me: Actor, command: string, description: string): Script<boolean> {
  const input = { command, description };
  const call = { name: "Bash", title: command, kind: "execute", input };
  const toolCallId = yield* me.startCall({ ...call, ms: 0 }, "pending");
  const toolCall: PermissionQuestion["toolCall"] = { toolCallId, title: command, kind: "execute", status: "pending", rawInput: input };
  const answer = yield* me.ask({ toolCall, options });
  const isAllowed = answer === "allow-once" || answer === "allow-always";
  if (isAllowed) yield* me.pause(700);
  if (isAllowed) yield* me.endCall(toolCallId, { text: `${description}: done`, language: "console" });
  else yield* me.endCall(toolCallId, { text: "The person did not allow this command.", language: "" }, "failed");
  return isAllowed;
}

const clean: Play = function* (me) {
  yield* me.say("The build folder is stale; it has to go.");
  const isAllowed = yield* runIfAllowed(me, "rm -rf build", "Remove the build folder");
  const answer = isAllowed ? "The build folder is gone." : "I left the build folder alone, as you wished.";
  yield* me.say(answer);
  return answer;
};

const publish: Play = function* (me) {
  yield* readFile(me, "package.json");
  const isAllowed = yield* runIfAllowed(me, "npm publish --dry-run", "Try to publish the package");
  const answer = isAllowed ? "The package would be published as 1.0.0." : "Nothing was published.";
  yield* me.say(answer);
  return answer;
};

/** Two children, each of which asks the person. */
export const permission: Scenario = {
  name: "permission",
  description: "Two subagents that ask before they run a command",
  words: ["permission", "clean the build"],
  *play(me) {
    yield* me.say("Two helpers will clean up and try the release.");
    const cleaner = yield* me.launch({
      title: "Clean the build folder",
      role: "worker",
      prompt: "Remove the build folder.",
      play: clean,
    });
    const publisher = yield* me.launch({
      title: "Try the release",
      role: "publisher",
      prompt: "Find out whether the package could be published.",
      play: publish,
    });
    const ends = yield* me.join(cleaner, publisher);
    yield* me.say(ends.map((end) => (end.outcome === "success" ? end.result : "One helper was stopped.")).join(" "));
    return "";
  },
};
