import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { viewIds } from "../names.ts";
import type { OpenSurface } from "./surfaces.ts";
import type { WebviewSurface } from "./webviewSurface.ts";

/** The view *Transcript* in the side bar. Its page comes and goes with the view; what it shows is kept by `surfaces`. */
export class TranscriptViewProvider implements vscode.WebviewViewProvider, Disposable {
  readonly #lifetime = new DisposableStore();
  readonly #load: () => Promise<OpenSurface>;
  readonly #didResolve: (surface: WebviewSurface | undefined) => void;
  #view: vscode.WebviewView | undefined;

  /** `load` brings what makes the surface of a page; `didResolve` is told of that, and of its end. */
  constructor(load: () => Promise<OpenSurface>, didResolve: (surface: WebviewSurface | undefined) => void) {
    this.#load = load;
    this.#didResolve = didResolve;
    this.#lifetime.add(vscode.window.registerWebviewViewProvider(viewIds.transcript, this));
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  /** Brings the view into sight without the focus; false when it was never opened. */
  show(): boolean {
    this.#view?.show(true);
    return this.#view !== undefined;
  }

  /** Dim words behind the view's title. */
  setDescription(text: string): void {
    if (this.#view) this.#view.description = text;
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    this.#view = view;
    const lifetime = new DisposableStore();
    lifetime.add(
      view.onDidDispose(() => {
        lifetime.dispose();
        if (this.#view !== view) return;
        this.#view = undefined;
        this.#didResolve(undefined);
      }),
    );
    const openSurface = await this.#load();
    // It may have gone meanwhile.
    if (this.#view !== view) return;
    const surface = lifetime.add(openSurface(view.webview));
    surface.setVisible(view.visible);
    lifetime.add(view.onDidChangeVisibility(() => surface.setVisible(view.visible)));
    this.#didResolve(surface);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
