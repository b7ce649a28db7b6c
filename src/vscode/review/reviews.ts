import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Baselines } from "../../views/files/baselines.ts";
import type { FilePlace } from "../../views/files/changedFiles.ts";
import type { FileContent, FileReader } from "../../views/files/fileContent.ts";
import type { Hub } from "../../views/hub.ts";
import type { WorkspaceMemory } from "../workspaceMemory.ts";
import type { ReviewDisk } from "./reviewDisk.ts";
import type { ReviewEditors } from "./reviewEditors.ts";

/** The texts of a review that are in no file: what stood there before. */
export const reviewScheme = "acp-subagents-review";

/** Reviews of what agents changed. What stands in the files is kept from the beginning; the rest is loaded with the first review. */
export class Reviews implements Disposable, FileReader, vscode.TextDocumentContentProvider {
  readonly #lifetime = new DisposableStore();
  readonly #hub: Hub;
  readonly #memory: WorkspaceMemory;
  readonly baselines: Baselines;
  #disk: Promise<ReviewDisk> | undefined;
  #editors: Promise<ReviewEditors> | undefined;

  constructor(hub: Hub, memory: WorkspaceMemory) {
    this.#hub = hub;
    this.#memory = memory;
    this.baselines = this.#lifetime.add(new Baselines(hub, this));
    this.#lifetime.add(vscode.workspace.registerTextDocumentContentProvider(reviewScheme, this));
  }

  async read(place: FilePlace): Promise<FileContent> {
    return (await this.disk()).read(place);
  }

  disk(): Promise<ReviewDisk> {
    const load = async () => new (await import("./reviewDisk.ts")).ReviewDisk();
    this.#disk ??= load();
    return this.#disk;
  }

  editors(): Promise<ReviewEditors> {
    const load = async () => {
      const { ReviewEditors } = await import("./reviewEditors.ts");
      return this.#lifetime.add(new ReviewEditors(this, this.#hub, this.#memory));
    };
    this.#editors ??= load();
    return this.#editors;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return (await this.editors()).textOf(uri);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
