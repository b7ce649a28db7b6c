import type * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter, type Event } from "../../base/emitter.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import { rootOf } from "../../session/session.ts";
import type { WebviewAction } from "../../shared/protocol.ts";
import { type Emptiness, emptyTabText, emptyTranscriptText } from "../../views/emptiness.ts";
import { type HubChange, sessionKey } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import { Throttle } from "../../views/throttle.ts";
import type { HostAction } from "../../views/transcript/port.ts";
import { resolveKey } from "../connections.ts";
import { run, viewIds } from "../names.ts";
import type { Progress } from "../progress.ts";
import { TranscriptEditors } from "./transcriptEditors.ts";
import { TranscriptViewProvider } from "./transcriptViewProvider.ts";
import type { SurfaceOptions, WebviewSurface } from "./webviewSurface.ts";

/** A reader's wish, and the surface that it came from. */
export interface SurfaceAct {
  readonly surface: WebviewSurface;
  readonly action: HostAction;
}

/** Makes the surface of a page. */
export type OpenSurface = (webview: vscode.Webview) => WebviewSurface;

/** All transcripts: the view in the side bar and the tabs. */
export class Surfaces implements Disposable {
  readonly #options: SurfaceOptions;
  readonly #progress: Progress;
  readonly #lifetime = new DisposableStore();
  readonly #onDidAct = this.#lifetime.add(new Emitter<SurfaceAct>());
  readonly #onDidShow = this.#lifetime.add(new Emitter<WebviewSurface>());
  readonly #onDidOpen = this.#lifetime.add(new Emitter<void>());
  readonly #onDidChangeView = this.#lifetime.add(new Emitter<void>());
  readonly #requests: Throttle;
  readonly editors: TranscriptEditors;
  readonly #provider: TranscriptViewProvider;
  /** The surface in the side bar, while there is a page. */
  #view: WebviewSurface | undefined;
  /** What the view shows, kept while there is none. */
  #viewKey: string | undefined;
  #emptiness: Emptiness = "noSession";
  /** What the view says in place of a session, when that is something of its own. */
  #sentence: string | undefined;
  #pending: WebviewAction[] = [];

  /** A transcript shows another session, or the label of the one it shows may have changed. */
  readonly onDidShow: Event<WebviewSurface> = this.#onDidShow.event;
  readonly onDidAct: Event<SurfaceAct> = this.#onDidAct.event;
  /** A transcript came into sight. */
  readonly onDidOpen: Event<void> = this.#onDidOpen.event;
  /** The view shows another session, or its label may have changed. */
  readonly onDidChangeView: Event<void> = this.#onDidChangeView.event;

  constructor(options: SurfaceOptions, progress: Progress) {
    this.#options = options;
    this.#progress = progress;
    this.#viewKey = options.memory.shownKey;
    this.editors = this.#lifetime.add(new TranscriptEditors(() => this.#load("panel"), options.memory, options.extensionUri));
    this.#provider = this.#lifetime.add(
      new TranscriptViewProvider(
        () => this.#load("view"),
        (surface) => this.#viewResolved(surface),
      ),
    );
    this.#requests = this.#lifetime.add(new Throttle(options.timer, 50, () => this.#tellRequests()));
    this.#lifetime.add(options.connections.onDidChange((change) => this.#hubChanged(change)));
    this.#lifetime.add(progress.onDidChange((text) => this.#tellBusy(text)));
    this.#lifetime.add(this.editors.onDidOpen(() => this.#onDidOpen.fire()));
  }

  /** The surface that palette commands act on: the tab with the focus, else the view. */
  get current(): WebviewSurface | undefined {
    return this.editors.active ?? this.#view;
  }

  /** The key of the session that the view shows or will show. */
  get viewKey(): string | undefined {
    return this.#view?.shown?.key ?? this.#viewKey;
  }

  /** True when the transcript of this root is in sight, in the view or in a tab. */
  isInSight(rootKey: string): boolean {
    if (this.#provider.isVisible && this.#view?.shown?.key === rootKey) return true;
    return this.editors.someVisible((key) => this.#rootKey(key) === rootKey);
  }

  /** Has the view say a sentence in place of a session. */
  showSentence(sentence: string): void {
    this.#say(sentence);
    this.#setViewKey(undefined);
  }

  /** Why the view and tabs may have nothing to show. */
  setEmptiness(emptiness: Emptiness): void {
    this.#emptiness = emptiness;
    this.#say(this.#sentence);
    for (const surface of this.editors.surfaces) surface.setEmptyText(this.#tabText);
  }

  /** Shows a root in the view and brings that into sight; the focus stays where it is unless `isFocused`. */
  async showInView(key: string, isFocused: boolean): Promise<void> {
    this.#say(undefined);
    this.#setViewKey(key);
    if (isFocused || !this.#provider.show()) await run(`${viewIds.transcript}.focus`);
  }

  /** Has the view's page do something; kept until there is one. */
  doInView(action: WebviewAction): void {
    if (this.#view) this.#view.do(action);
    else this.#pending.push(action);
  }

  /** Brings up the composer of a root: in the tab with the focus that shows it, else in the view. */
  async focusComposer(key: string): Promise<void> {
    const { active } = this.editors;
    if (active?.shown?.key === key) return active.do({ do: "focusComposer" });
    await this.showInView(key, true);
    this.doInView({ do: "focusComposer" });
  }

  /** Puts a text that was not sent back into the composer of the transcript that shows this session; false when none does. */
  giveBack(key: string, text: string): boolean {
    const surface = this.#all.find(({ shown }) => shown?.key === key);
    surface?.do({ do: "focusComposer", text });
    return surface !== undefined;
  }

  dispose(): void {
    this.#view?.dispose();
    this.#lifetime.dispose();
  }

  get #all(): readonly WebviewSurface[] {
    return [...(this.#view ? [this.#view] : []), ...this.editors.surfaces];
  }

  /** What a page shows is loaded with the first page. */
  async #load(kind: "view" | "panel"): Promise<OpenSurface> {
    const { WebviewSurface } = await import("./webviewSurface.ts");
    return (webview) => {
      return this.#adopt(new WebviewSurface(webview, kind, kind === "view" ? this.#emptyText : this.#tabText, this.#options));
    };
  }

  #adopt(surface: WebviewSurface): WebviewSurface {
    surface.setBusy(this.#progress.text);
    surface.onDidAct((action) => this.#onDidAct.fire({ surface, action }));
    surface.onDidChangeShown(() => {
      this.#requests.ask("");
      this.#onDidShow.fire(surface);
    });
    return surface;
  }

  #viewResolved(surface: WebviewSurface | undefined): void {
    this.#view = surface;
    if (!surface) return;
    surface.onDidChangeShown(() => this.#describeView());
    surface.show(this.#viewKey);
    for (const action of this.#pending.splice(0)) surface.do(action);
    this.#onDidOpen.fire();
  }

  #say(sentence: string | undefined): void {
    this.#sentence = sentence;
    this.#view?.setEmptyText(this.#emptyText);
  }

  get #emptyText(): string {
    return this.#sentence ?? emptyTranscriptText(this.#emptiness);
  }

  get #tabText(): string {
    return emptyTabText(this.#emptiness, t("This transcript is not open any more."));
  }

  #setViewKey(key: string | undefined): void {
    this.#viewKey = key;
    this.#options.memory.setShownKey(key);
    this.#view?.show(key);
  }

  #describeView(): void {
    const shown = this.#view?.shown;
    this.#provider.setDescription(shown ? plainLabel(labelOf(shown.connection, shown.session), 60) : "");
    this.#onDidChangeView.fire();
  }

  #hubChanged(change: HubChange): void {
    if (change.type === "modelChanged" && !change.change.some(({ type }) => touchesRequests.has(type))) return;
    this.#requests.ask("");
  }

  #tellBusy(text: string): void {
    for (const surface of this.#all) surface.setBusy(text);
  }

  #tellRequests(): void {
    for (const surface of this.#all) surface.refreshRequests();
  }

  #rootKey(key: string): string | undefined {
    const found = resolveKey(this.#options.connections, key);
    return found && sessionKey(found.connection.key, rootOf(found.session, (id) => found.connection.model.get(id)).id);
  }
}

/** After these the requests, or the labels in them, may read differently. */
const touchesRequests: ReadonlySet<string> = new Set([
  "requestOpened",
  "requestChanged",
  "requestSettled",
  "sessionAdded",
  "sessionRemoved",
  "rowsCleared",
]);
