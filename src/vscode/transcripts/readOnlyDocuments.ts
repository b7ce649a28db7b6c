import * as vscode from "vscode";
import type { Disposable } from "../../base/disposables.ts";

const scheme = "acp-subagents";
/** Texts kept for their tabs; older ones are gone, as is a tab that nobody keeps. */
const maxKept = 50;

/** Texts of ours in ordinary editor tabs: to be read, searched and copied, with nothing to save. */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  /** Opens a tab called `name`, whose ending says what kind of text it is. */
  async show(name: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(this.#keep(name, text)), { preview: true });
  }

  /** Opens the editor's view of changes between two texts of a file called `name`. */
  async showChange(name: string, before: string, after: string, title: string): Promise<void> {
    await vscode.commands.executeCommand("vscode.diff", this.#keep(name, before), this.#keep(name, after), title, { preview: true });
  }

  #keep(name: string, text: string): vscode.Uri {
    // The query keeps two texts of the same name apart; the path is what the tab shows.
    const uri = vscode.Uri.from({ scheme, path: `/${name.replaceAll("/", "-")}`, query: String(++this.#count) });
    this.#texts.set(uri.toString(), text);
    const oldest = this.#texts.keys().next().value;
    if (this.#texts.size > maxKept && oldest !== undefined) this.#texts.delete(oldest);
    return uri;
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
