import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter, type Event } from "../../base/emitter.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { labelOf } from "../../views/labels.ts";
import { viewIds } from "../names.ts";
import type { WorkspaceMemory } from "../workspaceMemory.ts";
import type { OpenSurface } from "./surfaces.ts";
import type { WebviewSurface } from "./webviewSurface.ts";

interface Editor {
  readonly panel: vscode.WebviewPanel;
  readonly surface: WebviewSurface;
}

/** The editor tabs *Transcript*: one for each session or child that was opened in one, restored after a reload. */
export class TranscriptEditors implements vscode.WebviewPanelSerializer, Disposable {
  readonly #lifetime = new DisposableStore();
  readonly #editors = new Set<Editor>();
  readonly #load: () => Promise<OpenSurface>;
  readonly #memory: WorkspaceMemory;
  readonly #extensionUri: vscode.Uri;
  readonly #onDidActivate = this.#lifetime.add(new Emitter<WebviewSurface>());
  readonly #onDidOpen = this.#lifetime.add(new Emitter<WebviewSurface>());

  readonly onDidOpen: Event<WebviewSurface> = this.#onDidOpen.event;
  /** A tab came to the front of the editors. */
  readonly onDidActivate: Event<WebviewSurface> = this.#onDidActivate.event;

  /** `load` brings what makes the surface of a page. */
  constructor(load: () => Promise<OpenSurface>, memory: WorkspaceMemory, extensionUri: vscode.Uri) {
    this.#load = load;
    this.#memory = memory;
    this.#extensionUri = extensionUri;
    this.#lifetime.add(vscode.window.registerWebviewPanelSerializer(viewIds.transcriptEditor, this));
  }

  get surfaces(): readonly WebviewSurface[] {
    return [...this.#editors].map(({ surface }) => surface);
  }

  /** The surface of the tab that is in front and has the focus. */
  get active(): WebviewSurface | undefined {
    return [...this.#editors].find(({ panel }) => panel.active)?.surface;
  }

  /** True when one of the visible tabs shows a session for which `isIt` holds. */
  someVisible(isIt: (key: string) => boolean): boolean {
    return [...this.#editors].some(({ panel, surface }) => panel.visible && surface.shown !== undefined && isIt(surface.shown.key));
  }

  /** Shows a session in its own tab; the one that it has already comes to the front. */
  async open(key: string): Promise<void> {
    const openSurface = await this.#load();
    // From here on nothing waits: whoever asks a second time finds the tab.
    const editor = [...this.#editors].find(({ surface }) => surface.shown?.key === key);
    if (editor) editor.panel.reveal();
    else
      this.#adopt(vscode.window.createWebviewPanel(viewIds.transcriptEditor, t("Transcript"), vscode.ViewColumn.Active), openSurface, key);
  }

  /** Shows another session in the tab of this surface; a tab that shows it already comes to the front instead. False when it is no tab. */
  move(surface: WebviewSurface, key: string): boolean {
    if (![...this.#editors].some((editor) => editor.surface === surface)) return false;
    const other = [...this.#editors].find((editor) => editor.surface.shown?.key === key);
    if (other) other.panel.reveal();
    else surface.show(key);
    return true;
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    let isClosed = false;
    panel.onDidDispose(() => (isClosed = true));
    const openSurface = await this.#load();
    const { parseSavedState } = await import("../../shared/savedState.ts");
    const { sessionId } = parseSavedState(state);
    if (!isClosed) this.#adopt(panel, openSurface, sessionId === null ? undefined : this.#memory.tabKeys[sessionId]);
  }

  dispose(): void {
    this.#lifetime.dispose();
    for (const { surface } of this.#editors) surface.dispose();
  }

  #adopt(panel: vscode.WebviewPanel, openSurface: OpenSurface, key: string | undefined): void {
    const surface = openSurface(panel.webview);
    const editor: Editor = { panel, surface };
    this.#editors.add(editor);
    const icon = (theme: string) => vscode.Uri.joinPath(this.#extensionUri, "media", `transcript-${theme}.svg`);
    panel.iconPath = { light: icon("light"), dark: icon("dark") };
    surface.onDidChangeShown(() => this.#update(editor));
    let wasActive = panel.active;
    panel.onDidChangeViewState(() => {
      surface.setVisible(panel.visible);
      if (panel.active && !wasActive) this.#onDidActivate.fire(surface);
      wasActive = panel.active;
    });
    panel.onDidDispose(() => {
      this.#editors.delete(editor);
      surface.dispose();
    });
    surface.show(key);
    surface.setVisible(panel.visible);
    this.#onDidOpen.fire(surface);
  }

  #update({ panel, surface }: Editor): void {
    const { shown } = surface;
    if (!shown) return;
    // Only this says after a reload which connection a tab belonged to: the page itself knows session ids only.
    this.#memory.rememberTab(shown.session.id, shown.key);
    const title = plainLabel(labelOf(shown.connection, shown.session), 40);
    if (panel.title !== title) panel.title = title;
  }
}
