import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import type { ProxySettings } from "../acp/remote/proxyEnvironment.ts";
import type { AgentDefinition, AgentList } from "../agents/agentDefinition.ts";
import { parseAgents } from "../agents/agentSettings.ts";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { Emitter, type Event } from "../base/emitter.ts";
import { type Limits, readLimits } from "../base/limits.ts";
import type { Logger } from "../base/logger.ts";
import { parsePermissionRules } from "../session/permissionRules.ts";
import type { FoldDefault } from "../shared/transcriptState.ts";
import type { TranscriptOptions } from "../views/transcript/transcriptView.ts";

const section = "acpSubagents";
const foldDefaults: readonly FoldDefault[] = ["collapsed", "running", "all"];
const policies = ["never", "whenHidden", "always"] as const;

/** When notifications are shown (`acpSubagents.notifications`). */
export type NotificationPolicy = (typeof policies)[number];

/** What is kept of sessions on disk, and how long: `maxBytes` of all together, `maxAge` in ms after the last frame. */
export interface HistorySettings {
  readonly isKept: boolean;
  readonly maxBytes: number;
  readonly maxAge: number;
}

/** The agents that do not stand in the settings. */
export interface OtherAgents {
  readonly demo: AgentDefinition;
  /** Those that the extension installed, as they are now. */
  readonly installed: { readonly agents: readonly AgentDefinition[] };
}

/** The settings of the manifest, read when they are asked for. */
export class Settings implements Disposable {
  readonly #others: OtherAgents;
  readonly #lifetime = new DisposableStore();
  readonly #onDidChange = this.#lifetime.add(new Emitter<void>());

  readonly onDidChange: Event<void> = this.#onDidChange.event;

  constructor(others: OtherAgents) {
    this.#others = others;
    this.#lifetime.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(section)) this.#onDidChange.fire();
      }),
    );
  }

  /** The agents that the person has set up, and what is wrong with the setting. */
  get configuredAgents(): AgentList {
    return parseAgents(this.#read("agents"));
  }

  /** Those that can do real work: the person's own, then the installed ones. */
  get workingAgents(): readonly AgentDefinition[] {
    return [...this.configuredAgents.agents, ...this.#others.installed.agents];
  }

  /** Those and the built-in one, which comes last. */
  get agents(): readonly AgentDefinition[] {
    return [...this.workingAgents, this.demo];
  }

  get demo(): AgentDefinition {
    return this.#others.demo;
  }

  /** To be called when an agent was installed. */
  tellInstalled(): void {
    this.#onDidChange.fire();
  }

  agent(id: string): AgentDefinition | undefined {
    return this.agents.find((agent) => agent.id === id);
  }

  /** The name of the agent for new sessions, or empty. */
  get defaultAgent(): string {
    const value = this.#read("defaultAgent");
    return typeof value === "string" ? value.trim() : "";
  }

  /** How every transcript is drawn. */
  get transcript(): TranscriptOptions {
    const fold = this.#read("cards.fold");
    return {
      foldDefault: foldDefaults.find((known) => known === fold) ?? "collapsed",
      enterSends: this.#read("composer.enterSends") !== false,
    };
  }

  /** ms without news after which a working session reads as stalled; 0 = never. */
  get stalledAfter(): number {
    const value = this.#read("cards.stalledAfter");
    return typeof value === "number" && Number.isFinite(value) ? Math.max(0, value) * 1000 : 120_000;
  }

  get notifications(): NotificationPolicy {
    const value = this.#read("notifications");
    return policies.find((known) => known === value) ?? "whenHidden";
  }

  /** What the person allows beforehand, and what is wrong with the setting. A workspace cannot set it (`scope` in the manifest). */
  get permissionRules(): ReturnType<typeof parsePermissionRules> {
    return parsePermissionRules(this.#read("permissions.rules"));
  }

  /** How much of what an agent sends is read, kept and shown. */
  get limits(): Limits {
    return readLimits((name) => this.#read(name));
  }

  /** What is kept of sessions on disk. */
  get history(): HistorySettings {
    const bound = (name: string, least: number, usual: number) => {
      const value = this.#read(name);
      return typeof value === "number" && Number.isFinite(value) ? Math.max(least, value) : usual;
    };
    return {
      isKept: this.#read("history.keep") !== false,
      maxBytes: bound("history.maxSize", 1, 500) * 1024 * 1024,
      maxAge: bound("history.maxDays", 1, 30) * 24 * 60 * 60 * 1000,
    };
  }

  /** What may be a secret is masked in exports; keys from the secret storage always are. */
  get masksExports(): boolean {
    return this.#read("export.maskSecrets") !== false;
  }

  get logsTraffic(): boolean {
    return this.#read("log.traffic") === true;
  }

  /** Writes a value into the person's own settings. */
  async write(name: string, value: unknown): Promise<void> {
    await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
  }

  /** The setting `mcpServers`: what holds now, and what the person wrote into their own settings. */
  get mcpServers(): { readonly value: unknown; readonly own: unknown } {
    return { value: this.#read("mcpServers"), own: vscode.workspace.getConfiguration(section).inspect("mcpServers")?.globalValue };
  }

  /** False for an agent that the workspace's settings define, or change in any way. */
  isOwn(definition: AgentDefinition): boolean {
    if (this.configuredAgents.agents.every(({ id }) => id !== definition.id)) return true;
    return parseAgents(this.ownAgents).agents.some((own) => isDeepStrictEqual(own, definition));
  }

  /** The entries of the person's own `agents`, for adding one. */
  get ownAgents(): { readonly [name: string]: unknown } {
    return vscode.workspace.getConfiguration(section).inspect<{ [name: string]: unknown }>("agents")?.globalValue ?? {};
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #read(name: string): unknown {
    return vscode.workspace.getConfiguration(section).get(name);
  }
}

/** The editor's own settings of how the network is reached, read when an agent is started. */
export function proxySettings(): ProxySettings {
  const http = vscode.workspace.getConfiguration("http");
  const noProxy = http.get<unknown>("noProxy");
  return {
    proxy: http.get<string>("proxy") ?? "",
    noProxy: Array.isArray(noProxy) ? noProxy.filter((host) => typeof host === "string") : [],
    isStrict: http.get<boolean>("proxyStrictSSL") !== false,
  };
}

/** Says in the log what is no rule for permissions, now and after each change; the settings editor marks it too. */
export function tellWrongRules(settings: Settings, log: Logger): Disposable {
  const tell = () => {
    for (const problem of settings.permissionRules.problems) log.warn(problem);
  };
  tell();
  return settings.onDidChange(tell);
}
