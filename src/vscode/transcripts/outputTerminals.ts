import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { SessionId, TerminalId } from "../../session/ids.ts";
import { callShowing } from "../../session/rows.ts";
import { type Terminal, terminalOf } from "../../session/terminals.ts";
import { type LiveConnection, sessionKey } from "../../views/hub.ts";
import { TerminalFollower } from "../../views/transcript/terminalFollower.ts";
import { NotNow } from "../notNow.ts";

/** Commands' output in terminals of the editor: read-only, and live while the command runs. */
export class OutputTerminals implements Disposable {
  readonly #open = new Map<string, vscode.Terminal>();
  readonly #lifetime = new DisposableStore();

  constructor() {
    this.#lifetime.add(vscode.window.onDidCloseTerminal((closed) => this.#forget(closed)));
  }

  /** Brings up the terminal that shows this output. Throws `NotNow` when nothing was ever told of it. */
  open(connection: LiveConnection, sessionId: SessionId, terminalId: TerminalId): void {
    const terminal = terminalOf(connection.model, sessionId, terminalId);
    if (!terminal) throw new NotNow(t("Nothing was told of this command's output, so there is nothing to open."));
    const key = `${sessionKey(connection.key, sessionId)}\n${terminalId}`;
    const shown = this.#open.get(key) ?? this.#create(connection, sessionId, terminal);
    this.#open.set(key, shown);
    shown.show(true);
  }

  dispose(): void {
    for (const terminal of this.#open.values()) terminal.dispose();
    this.#lifetime.dispose();
  }

  #create(connection: LiveConnection, sessionId: SessionId, terminal: Terminal): vscode.Terminal {
    const name = plainLabel(terminal.command ?? callShowing(connection.model.get(sessionId), terminal.id)?.title ?? "", 60);
    return vscode.window.createTerminal({
      name: name === "" ? t("Output of {0}", plainLabel(connection.agentLabel, 40)) : name,
      pty: new OutputPty(connection, terminal),
      iconPath: new vscode.ThemeIcon("output"),
      isTransient: true,
    });
  }

  #forget(closed: vscode.Terminal): void {
    for (const [key, terminal] of this.#open) if (terminal === closed) this.#open.delete(key);
  }
}

/** The editor's end of one output; what is typed there goes nowhere. */
class OutputPty implements vscode.Pseudoterminal {
  readonly #connection: LiveConnection;
  readonly #follower = new TerminalFollower();
  readonly #onDidWrite = new vscode.EventEmitter<string>();
  readonly #lifetime = new DisposableStore();
  #terminal: Terminal;

  readonly onDidWrite = this.#onDidWrite.event;

  constructor(connection: LiveConnection, terminal: Terminal) {
    this.#connection = connection;
    this.#terminal = terminal;
  }

  open(): void {
    this.#write();
    this.#lifetime.add(
      this.#connection.model.onDidChange((change) => {
        for (const delta of change) {
          if (delta.type !== "terminalChanged" || delta.terminal.serial !== this.#terminal.serial) continue;
          this.#terminal = delta.terminal;
          this.#write();
        }
      }),
    );
  }

  close(): void {
    this.#lifetime.dispose();
    this.#onDidWrite.dispose();
  }

  #write(): void {
    const text = this.#follower.next(this.#terminal);
    if (text !== "") this.#onDidWrite.fire(text);
  }
}
