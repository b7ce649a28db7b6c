import type { Actor } from "../actor.ts";
import type { Script } from "../script.ts";

/** One thing that the demo agent can show. */
export interface Scenario {
  /** The slash command, without the slash. */
  readonly name: string;
  readonly description: string;
  /** What may be written behind the command. */
  readonly hint?: string;
  /** Words in a prompt that choose it too, in lower case. */
  readonly words: readonly string[];
  /** `input` is what stands behind the slash command; empty when nothing does. */
  play(me: Actor, input: string): Script;
}
