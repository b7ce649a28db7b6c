import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../base/disposables.ts";
import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import { connectionOf, type Hub } from "../views/hub.ts";
import { statusBar } from "../views/summary.ts";
import { commandId } from "./names.ts";

/** The status bar item: the agent, who works for it, and what waits. A click offers all sessions. */
export class StatusBar implements Disposable {
  readonly #lifetime = new DisposableStore();
  readonly #item: vscode.StatusBarItem;
  readonly #hub: Hub;

  constructor(hub: Hub) {
    this.#hub = hub;
    this.#item = this.#lifetime.add(vscode.window.createStatusBarItem("acpSubagents", vscode.StatusBarAlignment.Right, 100));
    this.#item.name = t("ACP Subagents");
    this.#item.command = commandId("revealSubagent");
  }

  /** Draws it anew. `shownKey`: the session that the view shows; its agent is the one that is named. */
  update(shownKey: string | undefined): void {
    const current = shownKey === undefined ? undefined : connectionOf(this.#hub, shownKey.slice(0, shownKey.indexOf("/")));
    const view = statusBar(this.#hub, current?.isReplay ? undefined : current);
    if (!view) {
      this.#item.hide();
      return;
    }
    this.#item.text = `${view.isWaiting ? "$(bell-dot)" : "$(type-hierarchy-sub)"} ${plainLabel(view.text)}`;
    this.#item.tooltip = plainLabel(view.tooltip, 1000);
    this.#item.backgroundColor = view.isWaiting ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.#item.show();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
