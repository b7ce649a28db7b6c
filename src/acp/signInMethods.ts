import { isObject, type JsonObject } from "../session/content.ts";
import type { AgentLaunch, ProgramLaunch } from "./process/launch.ts";

/** A variable that a way to sign in needs (the `env_var` form of the authentication RFD, and `_meta["api-key"]`). */
export interface KeyVariable {
  readonly name: string;
  /** What the agent calls it; the variable's name when it says nothing. */
  readonly label: string;
  readonly isOptional: boolean;
}

interface Method {
  readonly id: string;
  /** What the person reads. */
  readonly name: string;
  readonly description?: string;
}

/** A way to sign in that an agent names in `initialize` (schema `AuthMethod`, and the forms that came before it). */
export type SignInMethod =
  /** The agent does it by itself when it is asked by `authenticate`. */
  | (Method & { readonly type: "agent" })
  /** A program in a terminal: the agent's own with `args` behind its arguments, or another `command` with these alone. */
  | (Method & {
      readonly type: "terminal";
      readonly command?: string;
      readonly args: readonly string[];
      readonly env: { readonly [name: string]: string };
    })
  /** Keys that the agent reads from its environment at its start. `isAsked`: it wants `authenticate` after that, too. */
  | (Method & { readonly type: "key"; readonly variables: readonly KeyVariable[]; readonly isAsked: boolean });

/** The variable that the agents of a provider read its key from; what `_meta["api-key"].provider` names (recordings). */
const providerVariables: { readonly [provider: string]: string } = {
  openai: "OPENAI_API_KEY",
  google: "GEMINI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
};

/** The ways to sign in of an answer to `initialize`; what cannot be used is left out. */
export function readSignInMethods(value: unknown): readonly SignInMethod[] {
  return Array.isArray(value) ? value.flatMap(signInMethod) : [];
}

function signInMethod(value: unknown): readonly SignInMethod[] {
  if (!isObject(value)) return [];
  const { id, name, description } = value;
  if (typeof id !== "string") return [];
  const label = typeof name === "string" && name !== "" ? name : id;
  const told = typeof description === "string" && description !== label ? { description } : {};
  return [{ id, name: label, ...told, ...formOf(value) }];
}

type Form = SignInMethod extends infer M ? (M extends Method ? Omit<M, keyof Method> : never) : never;

function formOf(value: JsonObject): Form {
  const meta = isObject(value._meta) ? value._meta : {};
  if (value.type === "terminal") return { type: "terminal", args: texts(value.args), env: variables(value.env) };
  // Copilot, and claude-agent-acp before the schema had it: a command line of its own.
  const own = meta["terminal-auth"];
  if (isObject(own) && typeof own.command === "string" && own.command !== "") {
    return { type: "terminal", command: own.command, args: texts(own.args), env: variables(own.env) };
  }
  // Qwen Code puts what became the schema's fields into `_meta`.
  if (meta.type === "terminal") return { type: "terminal", args: texts(meta.args), env: variables(meta.env) };
  if (value.type === "env_var") {
    const named = keyVariables(value);
    if (named.length > 0) return { type: "key", variables: named, isAsked: false };
  }
  const key = meta["api-key"];
  const variable = isObject(key) && typeof key.provider === "string" ? providerVariables[key.provider] : undefined;
  if (variable !== undefined) return { type: "key", variables: [{ name: variable, label: variable, isOptional: false }], isAsked: true };
  return { type: "agent" };
}

/** `vars: [{name, label?, optional?}]`, or the one `varName` of the form before it. */
function keyVariables({ vars, varName }: JsonObject): readonly KeyVariable[] {
  const list = Array.isArray(vars) ? vars : [{ name: varName }];
  return list.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.name !== "string" || !isVariableName(entry.name)) return [];
    return [{ name: entry.name, label: typeof entry.label === "string" ? entry.label : entry.name, isOptional: entry.optional === true }];
  });
}

/** True for what can be the name of a variable; others could change what the program is. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/**
 * What runs in the terminal for a way to sign in: the agent as it was started, with what the method adds (schema
 * `AuthMethodTerminal`). Undefined for an agent that a server runs: its program is not here.
 */
export function terminalLaunch(launch: AgentLaunch, method: SignInMethod & { readonly type: "terminal" }): ProgramLaunch | undefined {
  if ("url" in launch) return undefined;
  const { command = launch.command, args, env } = method;
  return { ...launch, command, args: method.command === undefined ? [...launch.args, ...args] : args, env: { ...launch.env, ...env } };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function variables(value: unknown): { readonly [name: string]: string } {
  if (!isObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
