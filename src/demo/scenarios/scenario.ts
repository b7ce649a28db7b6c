import type { Play } from "../script.ts";

/** One thing that the demo agent can show. */
export interface Scenario {
  /** The slash command, without the slash. */
  readonly name: string;
  readonly description: string;
  /** Words in a prompt that choose it too, in lower case. */
  readonly words: readonly string[];
  readonly play: Play;
}
