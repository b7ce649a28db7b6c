import { type ParseError, parse } from "jsonc-parser";
import { isObject } from "../base/json.ts";
import { t } from "../base/words.ts";
import { quoted } from "./exactDefinition.ts";

interface Pair {
  readonly name: string;
  readonly value: string;
}

/** An MCP server as a session gets it (schema `McpServer`). */
export type McpServer =
  | { readonly name: string; readonly command: string; readonly args: readonly string[]; readonly env: readonly Pair[] }
  | { readonly type: "http" | "sse"; readonly name: string; readonly url: string; readonly headers: readonly Pair[] };

/** A value that a file asks the person for (`inputs` of `.vscode/mcp.json`). */
export interface McpInput {
  readonly id: string;
  readonly description: string;
  readonly isSecret: boolean;
  /** What may be chosen from; empty when anything may be entered. */
  readonly options: readonly string[];
  readonly proposed: string;
}

/** Where MCP servers are written down. */
export interface McpConfig {
  /** The servers with their variables still in them. */
  readonly servers: readonly McpServer[];
  readonly inputs: readonly McpInput[];
  /** A sentence for each entry that could not be read. */
  readonly problems: readonly string[];
}

/** Reads the text of a `.vscode/mcp.json`: JSON with comments. `file` names it in sentences. */
export function parseMcpFile(text: string, file: string): McpConfig {
  const errors: ParseError[] = [];
  const value: unknown = parse(text.replace(/^\ufeff/, ""), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !isObject(value)) {
    const line = text.slice(0, error?.offset ?? 0).split("\n").length;
    return {
      servers: [],
      inputs: [],
      problems: [t("{0} cannot be read: line {1} is not JSON. Its MCP servers are left out.", file, line)],
    };
  }
  const inputs = Array.isArray(value.inputs) ? value.inputs.flatMap(readInput) : [];
  return { ...readServers(value.servers, file), inputs };
}

/** Reads the servers of a file or of the setting `acpSubagents.mcpServers`: an object from name to server. */
export function readServers(value: unknown, place: string): McpConfig {
  if (value === undefined || value === null) return { servers: [], inputs: [], problems: [] };
  if (!isObject(value))
    return { servers: [], inputs: [], problems: [t('The MCP servers in {0} must be an object: "name": {"command": …}.', place)] };
  const servers: McpServer[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const read = readServer(name, entry);
    if (typeof read === "string") problems.push(t("The MCP server “{0}” in {1} is left out: {2}", name, place, read));
    else servers.push(read);
  }
  return { servers, inputs: [], problems };
}

/** One line that says exactly what a server is: its command with arguments and variables, or its address with its headers. */
export function exactly(server: McpServer): string {
  if ("url" in server)
    return [`${server.name}: ${server.type} ${server.url}`, ...server.headers.map(({ name, value }) => `${name}: ${value}`)].join(" ");
  const words = [...server.env.map(({ name, value }) => `${name}=${quoted(value)}`), ...[server.command, ...server.args].map(quoted)];
  return `${server.name}: ${words.join(" ")}`;
}

/** `${input:…}`, `${env:…}`, `${secret:…}`, `${workspaceFolder}`, `${userHome}`. */
const variable = /\$\{(input|env|secret):([^{}]+)\}|\$\{(workspaceFolder|userHome)\}/g;

/** A variable of a server: its kind, and for the first three its name. */
export interface McpVariable {
  /** As it stands in the text. */
  readonly text: string;
  readonly kind: "input" | "env" | "secret" | "workspaceFolder" | "userHome";
  readonly name: string;
}

/** The variables of a server, each once, in order of sight. */
export function variablesIn(server: McpServer): readonly McpVariable[] {
  const found = new Map<string, McpVariable>();
  mapTexts(server, (text) => {
    for (const [whole, kind, name = "", plain] of text.matchAll(variable)) {
      found.set(whole, { text: whole, kind: (kind ?? plain) as McpVariable["kind"], name });
    }
    return text;
  });
  return [...found.values()];
}

/** The server with its variables replaced; `values` by the text of the variable. */
export function filled(server: McpServer, values: ReadonlyMap<string, string>): McpServer {
  return mapTexts(server, (text) => text.replace(variable, (whole) => values.get(whole) ?? whole));
}

function mapTexts(server: McpServer, change: (text: string) => string): McpServer {
  const pairs = (list: readonly Pair[]) => list.map(({ name, value }) => ({ name, value: change(value) }));
  if ("url" in server) return { ...server, url: change(server.url), headers: pairs(server.headers) };
  return { ...server, command: change(server.command), args: server.args.map(change), env: pairs(server.env) };
}

/** The server, or what is wrong with it in a sentence. */
function readServer(name: string, entry: unknown): McpServer | string {
  if (!isObject(entry)) return t("it must be an object with a “command” or a “url”.");
  const { type, command, url, args = [], env = {}, headers = {} } = entry;
  if (entry.envFile !== undefined) return t("an “envFile” is not read; name its variables in “env”.");
  if (!isUsualFolder(entry.cwd)) return t("an agent cannot be told its “cwd”; use full paths, or a command that changes there first.");
  if (typeof url === "string" && (type === undefined || type === "http" || type === "sse")) {
    const pairs = pairsOf(headers);
    return pairs ? { type: type ?? "http", name, url, headers: pairs } : t("its “headers” must be texts by name.");
  }
  if (typeof command !== "string" || command.trim() === "" || (type !== undefined && type !== "stdio")) {
    return t("it must have a “command”, or a “url” and one of the types “http” and “sse”.");
  }
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === "string")) return t("its “args” must be a list of texts.");
  const pairs = pairsOf(env);
  return pairs ? { name, command: command.trim(), args, env: pairs } : t("its “env” must be texts by name.");
}

/** A session has no folder for a server (schema `McpServerStdio`): the one that VS Code takes by itself needs no word. */
function isUsualFolder(cwd: unknown): boolean {
  return cwd === undefined || cwd === null || cwd === "${workspaceFolder}";
}

/** `null` unsets a variable in VS Code, which a session cannot be told: it is left out. Numbers stand for themselves. */
function pairsOf(value: unknown): readonly Pair[] | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  if (!entries.every(([, each]) => typeof each === "string" || typeof each === "number")) return undefined;
  return entries.map(([name, each]) => ({ name, value: String(each) }));
}

function readInput(value: unknown): readonly McpInput[] {
  if (!isObject(value) || typeof value.id !== "string") return [];
  const { id, description, password, options, default: proposed } = value;
  const choices = Array.isArray(options)
    ? options.flatMap((each) => (typeof each === "string" ? [each] : isObject(each) ? [String(each.value)] : []))
    : [];
  return [
    {
      id,
      description: typeof description === "string" ? description : id,
      isSecret: password === true,
      options: choices,
      proposed: typeof proposed === "string" ? proposed : "",
    },
  ];
}
