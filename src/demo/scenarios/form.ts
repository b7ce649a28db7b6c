import type { JsonObject } from "../../session/content.ts";
import type { Actor } from "../actor.ts";
import type { Play, Script } from "../script.ts";
import type { Scenario } from "./scenario.ts";

/** A field of every type of the protocol (schema `ElicitationPropertySchema`). */
const release: JsonObject = {
  mode: "form",
  message: "Before I prepare the release, I need to know a few things.",
  requestedSchema: {
    type: "object",
    title: "Release",
    required: ["name", "channel"],
    properties: {
      name: { type: "string", title: "Name", description: "Small letters and hyphens", pattern: "^[a-z-]+$", maxLength: 20 },
      contact: { type: "string", title: "Contact", format: "email" },
      day: { type: "string", title: "Day", format: "date" },
      token: { type: "string", title: "Access token", description: "Shown nowhere" },
      copies: { type: "integer", title: "Copies", minimum: 1, maximum: 9, default: 1 },
      share: { type: "number", title: "Share of users", minimum: 0, maximum: 1 },
      draft: { type: "boolean", title: "Only a draft", default: true },
      channel: {
        type: "string",
        title: "Channel",
        oneOf: [
          { const: "stable", title: "Stable", description: "for everybody" },
          { const: "next", title: "Next", description: "for the curious" },
        ],
      },
      targets: { type: "array", title: "Targets", maxItems: 2, items: { type: "string", enum: ["linux", "macos", "windows"] } },
    },
  },
};

const reviewer: JsonObject = {
  mode: "form",
  message: "Who shall review this?",
  requestedSchema: { type: "object", required: ["who"], properties: { who: { type: "string", title: "Reviewer", minLength: 2 } } },
};

/** Asks and says what it was told, without what nobody should see. */
function* asked(me: Actor, params: JsonObject): Script {
  const content = yield* me.elicit(params);
  if (!content) return "I was not told.";
  const told = Object.entries(content).map(([key, value]) => `${key}: ${key === "token" ? "given" : String(value)}`);
  return `I was told ${told.join("; ") || "yes"}.`;
}

const signIn: Play = function* (me) {
  const elicitationId = `${me.sessionId}-page`;
  // An address in an address, which has to be opened to the letter.
  const url = `https://example.com/device?code=DEMO-1234&next=${encodeURIComponent("https://example.com/done?a=1&b=2")}`;
  const answer = yield* asked(me, { mode: "url", message: "Allow this device on the page of the service.", url, elicitationId });
  yield* me.pause(900);
  yield* me.completePage(elicitationId);
  yield* me.say(answer);
  return answer;
};

const choose: Play = function* (me) {
  const answer = yield* asked(me, reviewer);
  const [end] = yield* me.join(yield* me.launch({ title: "Sign in to the service", role: "clerk", prompt: "Sign in.", play: signIn }));
  yield* me.say(answer);
  return `${answer} ${end?.result ?? ""}`.trim();
};

/** Forms and a page, from the root, a child and a grandchild. */
export const form: Scenario = {
  name: "form",
  description: "Forms and a page to open: from the main session, a subagent and its subagent",
  words: ["form", "release"],
  *play(me) {
    const answer = yield* asked(me, release);
    yield* me.say(`${answer} `);
    const end = yield* me.delegate({ title: "Choose a reviewer", role: "planner", prompt: "Find a reviewer and sign in.", play: choose });
    yield* me.say(end.result);
    return "";
  },
};
