import { basename } from "node:path";
import type { AgentOffers } from "../../acp/calls/agentAnswers.ts";
import type { Environment } from "../../acp/process/launch.ts";
import {
  exactly,
  filled,
  type McpConfig,
  type McpInput,
  type McpServer,
  type McpVariable,
  parseMcpFile,
  readServers,
  variablesIn,
} from "../../agents/mcpServers.ts";
import { t } from "../../base/words.ts";
import type { Approvals } from "./approvals.ts";

/** What MCP servers are read from, and what they need of the editor. */
export interface McpServersOptions {
  /** The setting `acpSubagents.mcpServers`: what holds now, and what of it the person wrote into their own settings. */
  readonly setting: () => { readonly value: unknown; readonly own: unknown };
  /** The workspace folder that holds `cwd` (full paths), and the text of its `.vscode/mcp.json` where it has one. */
  readonly workspace: (cwd: string) => Promise<{ readonly folder: string; readonly text?: string } | undefined>;
  /** False while the person does not trust the workspace: its file is not looked at. */
  readonly isTrusted: () => boolean;
  readonly approvals: Approvals;
  /** Has the person enter a value; undefined when they do not. */
  readonly ask: (input: McpInput, server: string) => Promise<string | undefined>;
  /** Values that were entered, and whose secret ones are in the secret storage only. */
  readonly answers: McpAnswers;
  readonly environment: () => Promise<Environment>;
  readonly home: string;
  /** The full path of a program on the PATH; the name itself when there is none. */
  readonly find: (command: string, env: Environment) => string;
  readonly tell: (sentence: string) => void;
}

/** Values of inputs by a name that holds the folder too. */
export interface McpAnswers {
  get(key: string): Promise<string | undefined>;
  keep(key: string, value: string, isSecret: boolean): Promise<void>;
}

/** The session that servers are wanted for. */
export interface McpSession {
  /** What the person calls the agent. */
  readonly label: string;
  readonly cwd: string;
  readonly offers: Pick<AgentOffers, "mcpHttp" | "mcpSse">;
}

const ownPlace = "acpSubagents.mcpServers";
const fileName = ".vscode/mcp.json";

/** The MCP servers that sessions get: those of the settings, and those of the workspace's file. A name is given once; the settings win. */
export class McpServers {
  readonly #options: McpServersOptions;
  /** Sentences that were told already. */
  readonly #told = new Set<string>();
  /** One session after the other, so that nothing is asked for twice. */
  #last: Promise<readonly McpServer[]> = Promise.resolve([]);

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** What goes with `session/new`, `load`, `resume` and `fork`. What is left out is told once. */
  for(session: McpSession): Promise<readonly McpServer[]> {
    const turn = this.#last.then(() => this.#serversFor(session));
    this.#last = turn.catch(() => []);
    return turn;
  }

  async #serversFor({ label, cwd, offers }: McpSession): Promise<readonly McpServer[]> {
    const workspace = this.#options.isTrusted() ? await this.#options.workspace(cwd) : undefined;
    const folder = workspace?.folder ?? cwd;
    const ofSetting = await this.#ofSetting(folder);
    const ofFile = await this.#ofFile(workspace);
    const names = new Set(ofSetting.servers.map(({ name }) => name));
    const servers = [...ofSetting.servers, ...ofFile.servers.filter(({ name }) => !names.has(name))];
    const taken = servers.filter((server) => this.#canTake(server, label, offers));
    const ready: McpServer[] = [];
    for (const server of taken) {
      const complete = await this.#complete(server, ofFile.inputs, folder);
      if (complete) ready.push(complete);
    }
    return ready;
  }

  /** Those that differ from what the person wrote themselves come with the workspace, and are asked for like its file. */
  async #ofSetting(folder: string): Promise<McpConfig> {
    const { value, own } = this.#options.setting();
    const config = readServers(value, ownPlace);
    for (const problem of config.problems) this.#tell(problem);
    const mine = new Set(readServers(own, ownPlace).servers.map(exactly));
    const foreign = config.servers.filter((server) => !mine.has(exactly(server)));
    const allowed = await this.#allowed(foreign, t("The settings of “{0}”", basename(folder)), folder);
    return { ...config, servers: config.servers.filter((server) => mine.has(exactly(server)) || allowed.has(server)) };
  }

  async #ofFile(workspace: { readonly folder: string; readonly text?: string } | undefined): Promise<McpConfig> {
    if (workspace?.text === undefined) return { servers: [], inputs: [], problems: [] };
    const config = parseMcpFile(workspace.text, fileName);
    for (const problem of config.problems) this.#tell(problem);
    const allowed = await this.#allowed(config.servers, t("{0} of “{1}”", fileName, basename(workspace.folder)), workspace.folder);
    return { ...config, servers: config.servers.filter((server) => allowed.has(server)) };
  }

  async #allowed(servers: readonly McpServer[], place: string, folder: string): Promise<ReadonlySet<McpServer>> {
    if (servers.length === 0) return new Set();
    const isAllowed = await this.#options.approvals.allow({
      about: `mcp ${folder}`,
      content: servers.map(exactly).join("\n"),
      question:
        servers.length === 1
          ? t("{0} names an MCP server that agents shall use. Allow it?", place)
          : t("{0} names {1} MCP servers that agents shall use. Allow them?", place, servers.length),
      yes: t("Allow"),
    });
    if (!isAllowed) this.#tell(t("{0}: its MCP servers are left out, since you did not allow them.", place));
    return new Set(isAllowed ? servers : []);
  }

  #canTake(server: McpServer, label: string, { mcpHttp, mcpSse }: McpSession["offers"]): boolean {
    const canTake = !("url" in server) || (server.type === "http" ? mcpHttp : mcpSse);
    if (!canTake && "url" in server)
      this.#tell(t("{0} takes no MCP servers over {1}: “{2}” is left out.", label, server.type, server.name));
    return canTake;
  }

  async #complete(server: McpServer, inputs: readonly McpInput[], folder: string): Promise<McpServer | undefined> {
    const env = await this.#options.environment();
    const values = new Map<string, string>();
    for (const each of variablesIn(server)) {
      const value = await this.#valueOf(each, server, inputs, folder, env);
      if (value === undefined) {
        this.#tell(t("The MCP server “{0}” is left out: nobody said what {1} is.", server.name, each.text));
        return undefined;
      }
      values.set(each.text, value);
    }
    const complete = filled(server, values);
    return "url" in complete ? complete : { ...complete, command: this.#options.find(complete.command, env) };
  }

  async #valueOf(
    { kind, name }: McpVariable,
    server: McpServer,
    inputs: readonly McpInput[],
    folder: string,
    env: Environment,
  ): Promise<string | undefined> {
    switch (kind) {
      case "workspaceFolder":
        return folder;
      case "userHome":
        return this.#options.home;
      case "env":
        // As in VS Code, a variable that is not set is empty.
        return env[name] ?? "";
      case "secret":
        return this.#answer({ id: name, description: name, isSecret: true, options: [], proposed: "" }, server, "");
      case "input": {
        const input = inputs.find(({ id }) => id === name);
        return input && this.#answer(input, server, folder);
      }
    }
  }

  async #answer(input: McpInput, { name }: McpServer, folder: string): Promise<string | undefined> {
    const { answers, ask } = this.#options;
    const key = `${folder} ${input.id}`;
    const kept = await answers.get(key);
    if (kept !== undefined) return kept;
    const value = await ask(input, name);
    if (value !== undefined) await answers.keep(key, value, input.isSecret);
    return value;
  }

  #tell(sentence: string): void {
    if (this.#told.has(sentence)) return;
    this.#told.add(sentence);
    this.#options.tell(sentence);
  }
}
