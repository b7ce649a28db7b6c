import type { AgentDefinition } from "./agentDefinition.ts";

/**
 * Exactly what starting an agent would do, for somebody who decides whether it may: the command with arguments,
 * variables and folder, or the address with its headers. References to secrets stay references.
 */
export function exactDefinition(definition: AgentDefinition): string {
  if ("url" in definition) {
    return [definition.url, ...Object.entries(definition.headers).map(([name, value]) => `${name}: ${value}`)].join("\n");
  }
  const { command, args, env, cwd } = definition;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const line = [...variables, ...[command, ...args].map(quoted)].join(" ");
  return cwd === undefined ? line : `${line}\n(${cwd})`;
}

/** One word of a command as settings write it (`quotedWord`), where `${secret:NAME}` and other references need no quotes. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
