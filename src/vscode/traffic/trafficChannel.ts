import * as vscode from "vscode";
import type { Agent } from "../../acp/agent.ts";
import type { Masker } from "../../acp/traffic/secrets.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import type { LiveConnection } from "../../views/hub.ts";
import type { Settings } from "../settings.ts";

type LogEntry = Parameters<Parameters<Agent["onDidLog"]>[0]>[0];

/** The output channel *ACP Subagents: Traffic*: every frame, while the setting asks for it. */
export class TrafficChannel implements Disposable {
  readonly #settings: Settings;
  readonly #lifetime = new DisposableStore();
  #channel: vscode.OutputChannel | undefined;
  readonly #masker: Masker;
  #isOn: boolean;

  constructor(settings: Settings, masker: Masker) {
    this.#masker = masker;
    this.#settings = settings;
    this.#isOn = settings.logsTraffic;
    this.#lifetime.add(
      settings.onDidChange(() => {
        this.#isOn = this.#settings.logsTraffic;
      }),
    );
  }

  add(connection: LiveConnection, entry: LogEntry): void {
    // What a command of ours writes is no traffic; the agent reads it by requests, which are.
    if (!this.#isOn || entry.type === "terminal" || entry.type === "notice") return;
    const { t: at } = entry;
    const masker = this.#masker;
    const what =
      entry.type === "frame"
        ? { t: at, dir: entry.dir, frame: masker.value(entry.frame) }
        : entry.type === "noise"
          ? { t: at, noise: masker.text(entry.text), reason: entry.reason }
          : entry.type === "closed"
            ? { t: at, closed: entry.reason }
            : entry.type === "question"
              ? { t: at, question: entry.question.title, id: entry.id }
              : entry.type === "allowed"
                ? { t: at, allowed: entry.requestId, rule: entry.rule }
                : { t: at, settled: entry.id, outcome: entry.outcome };
    this.#open().appendLine(`${connection.agentLabel} ${JSON.stringify(what)}`);
  }

  show(): void {
    this.#open().show(true);
  }

  dispose(): void {
    this.#lifetime.dispose();
    this.#channel?.dispose();
  }

  #open(): vscode.OutputChannel {
    this.#channel ??= vscode.window.createOutputChannel("ACP Subagents: Traffic");
    return this.#channel;
  }
}
