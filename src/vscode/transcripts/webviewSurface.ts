import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter, type Event } from "../../base/emitter.ts";
import { messageOf } from "../../base/personError.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import { toSessionId } from "../../session/ids.ts";
import { rootOf, type Session } from "../../session/session.ts";
import { parseWebviewMessage } from "../../shared/guards.ts";
import type { WebviewAction } from "../../shared/protocol.ts";
import type { RequestView } from "../../shared/requestView.ts";
import type { TranscriptState } from "../../shared/transcriptState.ts";
import { webviewHtml } from "../../shared/webviewHtml.ts";
import { requestViews } from "../../views/attention.ts";
import { type HubChange, type LiveConnection, sessionKey } from "../../views/hub.ts";
import { type HostAction, TranscriptPort } from "../../views/transcript/port.ts";
import { emptyTranscript, TranscriptView } from "../../views/transcript/transcriptView.ts";
import { type Connections, resolveKey } from "../connections.ts";
import type { Log } from "../log.ts";
import { pageWords } from "../pageWords.ts";
import type { Settings } from "../settings.ts";
import type { WorkspaceMemory } from "../workspaceMemory.ts";

/** What every surface shares. */
export interface SurfaceOptions {
  readonly connections: Connections;
  readonly settings: Settings;
  readonly memory: WorkspaceMemory;
  readonly log: Log;
  readonly timer: Timer;
  readonly extensionUri: vscode.Uri;
}

/** The session that a surface shows. */
export interface ShownSession {
  readonly key: string;
  readonly connection: LiveConnection;
  readonly session: Session;
}

/** One transcript webview, in the side bar or in a tab: the page, its port, and which session is shown. */
export class WebviewSurface implements Disposable {
  readonly #options: SurfaceOptions;
  readonly #webview: vscode.Webview;
  readonly #lifetime = new DisposableStore();
  readonly #port: TranscriptPort;
  readonly #onDidAct = this.#lifetime.add(new Emitter<HostAction>());
  readonly #onDidChangeShown = this.#lifetime.add(new Emitter<void>());
  #emptyText: string;
  #wantedKey: string | undefined;
  #shown: ShownSession | undefined;
  #requests: readonly RequestView[] = [];
  #busyText = "";
  #focusedKey: string | undefined;
  /** The waiting prompts that are open for editing here, by the keys of their sessions. */
  readonly #edits = new Map<string, Disposable>();

  /** What the reader asks for beyond reading. */
  readonly onDidAct: Event<HostAction> = this.#onDidAct.event;
  /** The surface shows another session, or the label of the one it shows may have changed. */
  readonly onDidChangeShown: Event<void> = this.#onDidChangeShown.event;

  constructor(webview: vscode.Webview, kind: "view" | "panel", emptyText: string, options: SurfaceOptions) {
    this.#options = options;
    this.#webview = webview;
    this.#emptyText = emptyText;
    this.#port = this.#lifetime.add(new TranscriptPort(this.#portOptions(), this.#empty()));
    this.#lifetime.add(webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#lifetime.add(options.connections.onDidChange((change) => this.#hubChanged(change)));
    this.#lifetime.add(options.settings.onDidChange(() => this.#settingsChanged()));
    this.#load(kind);
  }

  get shown(): ShownSession | undefined {
    return this.#shown;
  }

  /** The card that the reader is in, else the session that is shown. */
  get focusedKey(): string | undefined {
    return this.#focusedKey ?? this.#shown?.key;
  }

  /** Shows a session as soon as there is one with this key, or nothing. */
  show(key: string | undefined): void {
    if (key !== undefined && key === this.#shown?.key) return;
    this.#wantedKey = key;
    this.#focusedKey = undefined;
    this.#attach();
  }

  /** What is read while there is nothing to show. */
  setEmptyText(text: string): void {
    if (this.#emptyText === text) return;
    this.#emptyText = text;
    if (!this.#shown) this.#port.show(this.#empty());
  }

  setVisible(isVisible: boolean): void {
    this.#port.setVisible(isVisible);
  }

  /** Looks anew at which requests wait for the person. */
  refreshRequests(): void {
    const shown = this.#shown;
    const place = shown && { connectionKey: shown.connection.key, sessionId: shown.session.id };
    this.#requests = requestViews(this.#options.connections, place);
    this.#port.setRequests(this.#requests);
  }

  setBusy(text: string): void {
    this.#busyText = text;
    this.#port.setBusy(text);
  }

  /** In the page, a waiting prompt of this session is open for editing, or none any more. It ends with the surface. */
  setEdit(key: string, edit: Disposable | undefined): void {
    const before = this.#edits.get(key);
    if (edit) this.#edits.set(key, edit);
    else this.#edits.delete(key);
    before?.dispose();
  }

  /** Has the page do something on the reader's side. */
  do(action: WebviewAction): void {
    this.#port.do(action);
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const edit of this.#edits.values()) edit.dispose();
    this.#edits.clear();
  }

  #portOptions(): ConstructorParameters<typeof TranscriptPort>[0] {
    const { log, memory, timer } = this.#options;
    return {
      timer,
      post: (message) => {
        this.#webview
          .postMessage(message)
          .then(undefined, (error: unknown) => log.warn(`A transcript was not reached: ${messageOf(error)}`));
      },
      folds: (view) => memory.foldsOf(foldKey(view)),
      fault: (what, error) => log.fault(what, error),
      didFold: (view, sessionId, isOpen) => memory.setFold(foldKey(view), sessionId, isOpen),
    };
  }

  #load(kind: "view" | "panel"): void {
    const dist = vscode.Uri.joinPath(this.#options.extensionUri, "dist");
    const uri = (name: string) => this.#webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    this.#webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#webview.html = webviewHtml({
      cspSource: this.#webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
      scriptUri: uri("webview.js"),
      styleUris: [uri("codicon.css"), uri("style.css")],
      lang: vscode.env.language,
      kind,
      title: t("Transcript"),
      words: pageWords(dist),
    });
  }

  #empty(): TranscriptState {
    const { foldDefault } = this.#options.settings.transcript;
    return emptyTranscript(this.#emptyText, this.#busyText, foldDefault, this.#requests);
  }

  #attach(): void {
    const { connections, settings } = this.#options;
    this.#shown = this.#wantedKey === undefined ? undefined : resolveKey(connections, this.#wantedKey);
    if (this.#shown) {
      const view = new TranscriptView(this.#shown.connection, this.#shown.session.id, settings.transcript);
      view.setRequests(this.#requests);
      view.setBusy(this.#busyText);
      this.#port.show(view);
    } else {
      this.#port.show(this.#empty());
    }
    this.#onDidChangeShown.fire();
  }

  #hubChanged(change: HubChange): void {
    const shownKey = this.#shown?.connection.key;
    switch (change.type) {
      case "connectionAdded":
        if (!this.#shown && this.#wantedKey !== undefined) this.#attach();
        return;
      case "connectionRemoved":
        if (change.key === shownKey) this.#attach();
        return;
      case "connectionChanged":
        if (change.connection.key !== shownKey) return;
        this.#port.view?.refreshComposer();
        this.#port.flushSoon();
        return;
      case "modelChanged":
        if (change.connection.key === shownKey) this.#modelChanged(change);
        else if (!this.#shown && this.#wantedKey !== undefined && change.change.some(({ type }) => type === "sessionAdded")) this.#attach();
    }
  }

  #modelChanged({ change }: HubChange & { readonly type: "modelChanged" }): void {
    this.#port.apply(change);
    const id = this.#shown?.session.id;
    // A load that the agent refused takes its session away again.
    if (change.some((delta) => delta.type === "sessionRemoved" && delta.sessionId === id)) {
      this.#attach();
      return;
    }
    const isTouched = change.some((delta) => "session" in delta && delta.session.id === id && delta.type !== "textAppended");
    if (isTouched) this.#onDidChangeShown.fire();
  }

  #settingsChanged(): void {
    const { view } = this.#port;
    if (view) view.setOptions(this.#options.settings.transcript);
    else this.#port.show(this.#empty());
    this.#port.flushSoon();
  }

  #receive(value: unknown): void {
    const { log } = this.#options;
    const message = parseWebviewMessage(value);
    if (!message) {
      log.warn(`A transcript sent a message that is not known: ${JSON.stringify(value)?.slice(0, 200)}`);
      return;
    }
    try {
      const action = this.#port.receive(message);
      if (action?.type === "focus") this.#focusedKey = this.#keyOf(action.sessionId);
      if (action) this.#onDidAct.fire(action);
    } catch (error) {
      log.fault(`The message "${message.type}" of a transcript`, error);
    }
  }

  /** The key of a session of the connection that is shown. */
  #keyOf(sessionId: string): string | undefined {
    const shown = this.#shown;
    const session = shown?.connection.model.get(toSessionId(sessionId));
    return shown && session ? sessionKey(shown.connection.key, session.id) : undefined;
  }
}

/** Under which key the folds of a transcript are remembered: that of its root. */
function foldKey({ connection, sessionId }: TranscriptView): string {
  const session = connection.model.get(sessionId);
  const root = session ? rootOf(session, (id) => connection.model.get(id)).id : sessionId;
  return sessionKey(connection.key, root);
}
