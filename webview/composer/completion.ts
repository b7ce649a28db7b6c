import type { ComposerView } from "../../src/shared/composerView.ts";

/** A command of the agent, as `/` offers it. */
export type Command = ComposerView["commands"][number];

/** Most commands that are offered at once. */
const most = 50;

/** What is to be written behind the command that a draft consists of, while nothing stands there yet; empty when there is no word on it. */
export function hintFor(draft: string, commands: readonly Command[]): string {
  const [, word] = /^\/(\S+)\s+$/.exec(draft) ?? [];
  return commands.find((command) => command.name === word)?.hint ?? "";
}

/** The commands that fit a draft: while it is one word that begins with `/`, those that begin with it, then those that hold it. */
export function commandsFor(draft: string, commands: readonly Command[]): readonly Command[] {
  const [, word] = /^\/(\S*)$/.exec(draft) ?? [];
  if (word === undefined) return [];
  const wanted = word.toLowerCase();
  const holding = commands.filter((command) => command.name.toLowerCase().includes(wanted));
  const isFirst = (command: Command) => command.name.toLowerCase().startsWith(wanted);
  return [...holding.filter(isFirst), ...holding.filter((command) => !isFirst(command))].slice(0, most);
}
