import type { Scenario } from "./scenario.ts";

/** What the client gave to the session: MCP servers and keys. */
export const given: Scenario = {
  name: "given",
  description: "The MCP servers and keys that I was given",
  words: ["mcp"],
  *play(me) {
    yield* me.say(me.given);
    return "";
  },
};
