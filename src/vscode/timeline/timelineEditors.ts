import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { DisposableStore } from "../../base/disposables.ts";
import { messageOf } from "../../base/personError.ts";
import { plainLabel } from "../../base/plainText.ts";
import { systemTimer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import { toSessionId } from "../../session/ids.ts";
import { parseTimelineMessage, parseTimelineSaved } from "../../shared/timeline.ts";
import { TimelineData } from "../../shared/timelineData.ts";
import { webviewHtml } from "../../shared/webviewHtml.ts";
import { emptyTabText } from "../../views/emptiness.ts";
import { type HubChange, sessionKey } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import { TimelineModel } from "../../views/timeline/timelineModel.ts";
import { type TimelineHostAction, TimelinePort } from "../../views/timeline/timelinePort.ts";
import { timelineSvg } from "../../views/timeline/timelineSvg.ts";
import { orTell } from "../commands.ts";
import { resolveKey } from "../connections.ts";
import { fileStem } from "../fileStem.ts";
import { viewIds } from "../names.ts";
import { NotNow } from "../notNow.ts";
import { pageWords } from "../pageWords.ts";
import type { Parts } from "../parts.ts";
import type { Pointed } from "../pointed.ts";
import { askWhereToSave } from "../traffic/trafficCommands.ts";
import { revealRow } from "../tree/subagentCommands.ts";

/** One timeline in an editor tab: the page, its port, and which root is shown. */
class TimelineEditor {
  readonly panel: vscode.WebviewPanel;
  readonly port: TimelinePort;
  readonly #parts: Parts;
  readonly #lifetime = new DisposableStore();
  readonly #wantedKey: string | undefined;
  #shown: Pointed | undefined;

  constructor(panel: vscode.WebviewPanel, wantedKey: string | undefined, parts: Parts, extensionUri: vscode.Uri) {
    this.panel = panel;
    this.#parts = parts;
    this.#wantedKey = wantedKey;
    const post: ConstructorParameters<typeof TimelinePort>[0]["post"] = (message) => {
      panel.webview
        .postMessage(message)
        .then(undefined, (error: unknown) => parts.log.warn(`A timeline was not reached: ${messageOf(error)}`));
    };
    this.port = this.#lifetime.add(new TimelinePort({ post, timer: systemTimer }, this.#emptyText));
    this.#lifetime.add(panel.webview.onDidReceiveMessage((message: unknown) => this.#receive(message)));
    this.#lifetime.add(parts.connections.onDidChange((change) => this.#hubChanged(change)));
    this.#lifetime.add(parts.tree.onDidChangeEmptiness(() => this.#shown || this.#attach()));
    this.#lifetime.add(panel.onDidChangeViewState(() => this.port.setVisible(panel.visible)));
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, "media", `transcript-${theme}.svg`);
    panel.iconPath = { light: icon("light"), dark: icon("dark") };
    this.#load(extensionUri);
    this.#attach();
    this.port.setVisible(panel.visible);
  }

  get shownKey(): string | undefined {
    return this.#shown?.key;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #load(extensionUri: vscode.Uri): void {
    const { webview } = this.panel;
    const dist = vscode.Uri.joinPath(extensionUri, "dist");
    const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    webview.html = webviewHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString("hex"),
      scriptUri: uri("timeline.js"),
      styleUris: [uri("codicon.css"), uri("timelineStyle.css")],
      lang: vscode.env.language,
      kind: "panel",
      title: t("Timeline"),
      words: pageWords(dist),
    });
  }

  #attach(): void {
    const { connections, memory } = this.#parts;
    this.#shown = this.#wantedKey === undefined ? undefined : resolveKey(connections, this.#wantedKey);
    if (!this.#shown) {
      this.port.show(this.#emptyText);
      return;
    }
    const { connection, session, key } = this.#shown;
    memory.rememberTab(session.id, key);
    this.port.show(new TimelineModel(connection, session.id));
    this.#retitle();
  }

  get #emptyText(): string {
    return emptyTabText(this.#parts.tree.emptiness, t("This session is not open any more."));
  }

  #retitle(): void {
    if (!this.#shown) return;
    const title = t("Timeline: {0}", plainLabel(labelOf(this.#shown.connection, this.#shown.session), 40));
    if (this.panel.title !== title) this.panel.title = title;
  }

  #hubChanged(change: HubChange): void {
    const shownKey = this.#shown?.connection.key;
    if (change.type === "connectionRemoved") {
      if (change.key === shownKey) this.#attach();
    } else if (change.type === "modelChanged" && change.connection.key === shownKey) {
      const id = this.#shown?.session.id;
      this.port.apply(change.change);
      if (change.change.some((delta) => delta.type === "sessionRemoved" && delta.sessionId === id)) this.#attach();
      else if (change.change.some((delta) => delta.type === "sessionChanged" && delta.session.id === id)) this.#retitle();
    } else if (!this.#shown && change.type !== "connectionChanged") {
      this.#attach();
    }
  }

  #receive(value: unknown): void {
    const message = parseTimelineMessage(value);
    if (!message) {
      this.#parts.log.warn(`A timeline sent a message that is not known: ${JSON.stringify(value)?.slice(0, 200)}`);
      return;
    }
    void orTell(this.#parts, t("The timeline"), async () => {
      const action = this.port.receive(message);
      if (action) await this.#act(action);
    });
  }

  async #act(action: TimelineHostAction): Promise<void> {
    switch (action.type) {
      case "openRow": {
        const { connection } = this.#mustShow();
        const session = connection.model.get(toSessionId(action.sessionId));
        if (!session) throw new NotNow(t("This session is not open any more."));
        return revealRow(this.#parts, { key: sessionKey(connection.key, session.id), connection, session }, action.rowId);
      }
      case "exportSvg":
        return this.#export();
      case "fault":
        return this.#parts.log.error(`A timeline's page failed: ${action.message}`);
    }
  }

  #mustShow(): Pointed {
    if (!this.#shown) throw new NotNow(t("No session is shown here. Start one with “ACP: Start Session…”."));
    return this.#shown;
  }

  /** *Export as SVG*: all lanes, over all the time. */
  async #export(): Promise<void> {
    const { connection, session } = this.#mustShow();
    const { teller, masker } = this.#parts;
    const label = labelOf(connection, session);
    const uri = await askWhereToSave(`${fileStem(label)}-timeline.svg`, { SVG: ["svg"] });
    if (!uri) return;
    const data = new TimelineData();
    data.take(new TimelineModel(connection, session.id).snapshot());
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(masker.text(timelineSvg(data, systemTimer.now()))));
    const open = { label: t("Open"), run: () => vscode.commands.executeCommand("vscode.open", uri) };
    teller.say(t("The timeline of “{0}” is exported.", label), open);
  }
}

/** The editor tabs *Timeline*: one for each root that was opened in one. */
export class TimelineEditors {
  readonly #editors = new Set<TimelineEditor>();
  readonly #extensionUri: vscode.Uri;

  constructor(extensionUri: vscode.Uri) {
    this.#extensionUri = extensionUri;
  }

  /** Shows a root over time, with the focus on the lane of this session; the tab that it has already comes to the front. */
  open(parts: Parts, root: Pointed, laneId: string): void {
    const known = [...this.#editors].find(({ shownKey }) => shownKey === root.key);
    known?.panel.reveal();
    const editor =
      known ??
      this.#adopt(vscode.window.createWebviewPanel(viewIds.timelineEditor, t("Timeline"), vscode.ViewColumn.Active), root.key, parts);
    editor.port.do({ do: "showLane", laneId });
  }

  /** Goes on with a tab of an earlier life of the window. */
  restore(parts: Parts, panel: vscode.WebviewPanel, state: unknown): void {
    const { rootId } = parseTimelineSaved(state);
    this.#adopt(panel, rootId === null ? undefined : parts.memory.tabKeys[rootId], parts);
    if (vscode.workspace.isTrusted) parts.remembered.begin();
  }

  dispose(): void {
    for (const editor of this.#editors) editor.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, key: string | undefined, parts: Parts): TimelineEditor {
    const editor = new TimelineEditor(panel, key, parts, this.#extensionUri);
    this.#editors.add(editor);
    panel.onDidDispose(() => {
      this.#editors.delete(editor);
      editor.dispose();
    });
    return editor;
  }
}
