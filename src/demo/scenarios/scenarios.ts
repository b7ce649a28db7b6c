import type { Play } from "../script.ts";
import { again } from "./again.ts";
import { background } from "./background.ts";
import { cancel } from "./cancel.ts";
import { colours } from "./colours.ts";
import { commands } from "./commands.ts";
import { details } from "./details.ts";
import { failure } from "./failure.ts";
import { files } from "./files.ts";
import { form } from "./form.ts";
import { given } from "./given.ts";
import { hostile } from "./hostile.ts";
import { hundred } from "./hundred.ts";
import { kinds } from "./kinds.ts";
import { nested } from "./nested.ts";
import { odd, withdraw } from "./odd.ts";
import { one } from "./one.ts";
import { ordinary } from "./ordinary.ts";
import { parallel } from "./parallel.ts";
import { permission } from "./permission.ts";
import type { Scenario } from "./scenario.ts";
import { slow } from "./slow.ts";

const help: Scenario = {
  name: "help",
  description: "What this agent can show",
  words: ["help"],
  *play(me) {
    yield* me.say(listing());
    return "";
  },
};

/** All that can be asked for, in the order of the list of slash commands. */
export const scenarios: readonly Scenario[] = [
  one,
  parallel,
  nested,
  background,
  failure,
  permission,
  form,
  odd,
  withdraw,
  cancel,
  slow,
  hundred,
  again,
  hostile,
  files,
  commands,
  colours,
  given,
  details,
  kinds,
  help,
];

/** The scenario that a prompt asks for by a slash command, else by its words, and what stands behind the command. */
export function chosen(prompt: string): { readonly scenario: Scenario; readonly input: string } | undefined {
  const text = prompt.toLowerCase();
  const [head = "", command] = /(?:^|\s)\/([a-z]+)\b/.exec(text) ?? [];
  const input = command === undefined ? "" : prompt.slice(text.indexOf(head) + head.length).trim();
  const scenario =
    scenarios.find(({ name }) => name === command) ?? scenarios.find(({ words }) => words.some((word) => hasWord(text, word)));
  return scenario && { scenario, input };
}

/** What a prompt asks for; undefined when it names none. */
export function chosenPlay(prompt: string): Play | undefined {
  const found = chosen(prompt);
  return found && ((me) => found.scenario.play(me, found.input));
}

/** The same, and the ordinary work after a friendly word for a prompt that names none. */
export function playFor(prompt: string): Play {
  const play = chosenPlay(prompt);
  if (play) return play;
  return function* (me) {
    yield* me.say(
      `Hello! I am the demo agent: I work by script, need no key and change nothing but what \`/files\` writes.\n\n${listing()}\n\nHere is a little of it.`,
    );
    return yield* ordinary(me);
  };
}

function hasWord(text: string, word: string): boolean {
  return ` ${text.replace(/[^\p{L}\p{N}-]+/gu, " ")} `.includes(` ${word} `);
}

function listing(): string {
  return `Ask for one of these:\n\n${scenarios.map(({ name, description }) => `- \`/${name}\` – ${description}`).join("\n")}`;
}
