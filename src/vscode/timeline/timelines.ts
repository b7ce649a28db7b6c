import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { viewIds } from "../names.ts";
import type { Parts } from "../parts.ts";
import type { Pointed } from "../pointed.ts";
import type { TimelineEditors } from "./timelineEditors.ts";

/** The timelines of the window. Their code is loaded with the first of them. */
export class Timelines implements Disposable {
  readonly #lifetime = new DisposableStore();
  readonly #extensionUri: vscode.Uri;
  #editors: Promise<TimelineEditors> | undefined;

  constructor(extensionUri: vscode.Uri) {
    this.#extensionUri = extensionUri;
  }

  /** Takes over the tabs of an earlier life of the window. */
  restoreWith(parts: Parts): void {
    const deserializeWebviewPanel = async (panel: vscode.WebviewPanel, state: unknown) => (await this.#load()).restore(parts, panel, state);
    this.#lifetime.add(vscode.window.registerWebviewPanelSerializer(viewIds.timelineEditor, { deserializeWebviewPanel }));
  }

  /** Shows a root over time, with the focus on the lane of this session. */
  async open(parts: Parts, root: Pointed, laneId: string): Promise<void> {
    (await this.#load()).open(parts, root, laneId);
  }

  dispose(): void {
    this.#lifetime.dispose();
    void this.#editors?.then((editors) => editors.dispose());
  }

  #load(): Promise<TimelineEditors> {
    const load = async () => new (await import("./timelineEditors.ts")).TimelineEditors(this.#extensionUri);
    this.#editors ??= load();
    return this.#editors;
  }
}
