import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import type { Parts } from "../parts.ts";

/** Has the roots of an earlier life of the window opened again when a view of ours is seen for the first time, in a trusted workspace. */
export function bringBackOnSight({ remembered, surfaces, tree }: Parts): Disposable {
  const lifetime = new DisposableStore();
  const begin = () => {
    if (vscode.workspace.isTrusted) remembered.begin();
  };
  lifetime.add(surfaces.onDidOpen(begin));
  lifetime.add(tree.onDidChangeVisibility(begin));
  lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(begin));
  if (tree.isVisible) begin();
  return lifetime;
}
