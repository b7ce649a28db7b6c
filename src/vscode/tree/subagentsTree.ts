import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { Emitter, type Event } from "../../base/emitter.ts";
import { messageOf, wordsWithDetail } from "../../base/personError.ts";
import { plainLabel } from "../../base/plainText.ts";
import type { Timer } from "../../base/timer.ts";
import { t } from "../../base/words.ts";
import { type Emptiness, emptinessOf } from "../../views/emptiness.ts";
import type { TreeFilter } from "../../views/tree/treeFilter.ts";
import type { TreeRow } from "../../views/tree/treeRow.ts";
import type { SubagentTree } from "../../views/tree/treeView.ts";
import { type SelectableTree, WantedRow } from "../../views/tree/wantedRow.ts";
import { type FailedStart, failureKey, type RunningAgents } from "../agents/runningAgents.ts";
import type { Connections } from "../connections.ts";
import type { Log } from "../log.ts";
import { commandId, setContext, viewIds } from "../names.ts";
import type { Progress } from "../progress.ts";
import type { RememberedRoot, RememberedRoots } from "../sessions/rememberedRoots.ts";
import type { Settings } from "../settings.ts";
import type { WorkspaceMemory } from "../workspaceMemory.ts";
import { tooltipMarkdown } from "./treeTooltip.ts";

/** The filter's answers in the order in which they are offered. */
export const filters: readonly TreeFilter[] = ["all", "running", "waiting", "failed", "cancelled", "finished"];

/** What the tree is made from. */
export interface SubagentsTreeOptions {
  readonly connections: Connections;
  readonly memory: WorkspaceMemory;
  readonly remembered: RememberedRoots;
  readonly agents: RunningAgents;
  readonly settings: Settings;
  readonly progress: Progress;
  readonly log: Log;
  readonly timer: Timer;
}

/** The native tree *Subagents*: the rows of the view model, and one row for each root or agent that is not there. */
export class SubagentsTree implements vscode.TreeDataProvider<string>, Disposable {
  readonly #options: SubagentsTreeOptions;
  readonly #lifetime = new DisposableStore();
  /** The sessions as rows; there is none before there is a connection. */
  #model: SubagentTree | undefined;
  #filter: TreeFilter;
  readonly #view: vscode.TreeView<string>;
  readonly #onDidSelect = this.#lifetime.add(new Emitter<string>());
  readonly #onDidChangeEmptiness = this.#lifetime.add(new Emitter<Emptiness>());
  readonly #onDidChangeTreeData = this.#lifetime.add(new vscode.EventEmitter<string | undefined>());
  #expanded: { readonly [key: string]: boolean };
  /** The keys of rows that have children, or had. */
  readonly #parents = new Set<string>();
  /** What shall be selected as soon as it is there and in sight; kept after until it is. */
  readonly #wanted: WantedRow;

  #emptiness: Emptiness = "none";

  /** Why there is nothing to see has changed. */
  readonly onDidChangeEmptiness: Event<Emptiness> = this.#onDidChangeEmptiness.event;
  /** Another row is selected. */
  readonly onDidSelect: Event<string> = this.#onDidSelect.event;
  readonly onDidChangeTreeData = this.#onDidChangeTreeData.event;

  constructor(options: SubagentsTreeOptions) {
    this.#options = options;
    const { memory, remembered, agents, progress, settings } = options;
    this.#filter = filters.find((known) => known === memory.filter) ?? "all";
    this.#expanded = memory.expanded;
    this.#view = this.#lifetime.add(vscode.window.createTreeView(viewIds.subagents, { treeDataProvider: this, showCollapseAll: true }));
    this.#wanted = this.#lifetime.add(new WantedRow(this.#selectable(), options.timer));
    this.#wanted.want(memory.selected);
    this.#listenToView();
    this.#lifetime.add(remembered.onDidChange(() => this.#changed(undefined)));
    this.#lifetime.add(agents.onDidChangeFailures(() => this.#changed(undefined)));
    this.#lifetime.add(
      settings.onDidChange(() => {
        this.#describe();
        this.#changed(undefined);
      }),
    );
    this.#lifetime.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#describe()));
    this.#lifetime.add(progress.onDidChange((text) => this.#say(text)));
    this.#describe();
  }

  /** True while the view is in sight. */
  get isVisible(): boolean {
    return this.#view.visible;
  }

  readonly onDidChangeVisibility = (listener: () => void): Disposable => this.#view.onDidChangeVisibility(listener);

  /** The selected row. */
  get selectedKey(): string | undefined {
    return this.#view.selection[0];
  }

  /** Why there is nothing to see. */
  get emptiness(): Emptiness {
    return this.#emptiness;
  }

  get filter(): TreeFilter {
    return this.#filter;
  }

  /** Shows the rows of a model from now on. */
  show(model: SubagentTree): void {
    this.#model = this.#lifetime.add(model);
    model.setFilter(this.#filter);
    this.#lifetime.add(model.onDidChange((key) => this.#changed(key)));
  }

  setFilter(filter: TreeFilter): void {
    this.#options.memory.setFilter(filter);
    this.#filter = filter;
    this.#model?.setFilter(filter);
    this.#changed(undefined);
  }

  /** Shows more children of the node under which this `more` row stands. */
  showMore(key: string): void {
    this.#model?.showMore(key);
  }

  /** The session that a row belongs to: its own, or the one that it stands under. */
  sessionOf(key: string): string | undefined {
    return this.#model?.sessionOf(key);
  }

  /** Selects the row of a session without taking the focus; later, when the view is out of sight. */
  select(key: string): void {
    this.#wanted.want(key);
    this.#wanted.look();
  }

  setBadge(count: number): void {
    const tooltip = count === 1 ? t("1 request waits for you") : t("{0} requests wait for you", count);
    this.#view.badge = count === 0 ? undefined : { value: count, tooltip };
  }

  getChildren(key?: string): string[] {
    if (key !== undefined) return [...(this.#model?.children(key) ?? [])];
    const { remembered, agents } = this.#options;
    const failures = agents.failures.map(({ definition }) => failureKey(definition.id));
    const roots = [...(this.#model?.children() ?? []), ...remembered.roots.map((root) => root.key)];
    return [...remembered.order.sorted(roots, (root) => root), ...failures];
  }

  getParent(key: string): string | undefined {
    return this.#model?.parent(key);
  }

  getTreeItem(key: string): vscode.TreeItem {
    const row = this.#model?.row(key);
    if (row) return this.#rowItem(row);
    const root = this.#options.remembered.get(key);
    if (root) return rememberedItem(root);
    const failure = this.#options.agents.failures.find(({ definition }) => failureKey(definition.id) === key);
    return failure ? failureItem(failure) : goneItem(key);
  }

  resolveTreeItem(item: vscode.TreeItem, key: string): vscode.TreeItem {
    const tooltip = this.#model?.tooltip(key);
    if (tooltip) item.tooltip = tooltipMarkdown(tooltip);
    return item;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #rowItem(row: TreeRow): vscode.TreeItem {
    const item = new vscode.TreeItem(row.label, this.#stateOf(row));
    item.id = this.#idOf(row);
    item.description = row.description;
    item.contextValue = row.contextValue;
    item.accessibilityInformation = { label: row.accessibleText };
    if (row.icon) item.iconPath = new vscode.ThemeIcon(row.icon, row.color ? new vscode.ThemeColor(row.color) : undefined);
    item.command = rowCommand(row);
    // Asked for by `resolveTreeItem` when the pointer rests on the row.
    item.tooltip = row.kind === "session" ? undefined : "";
    return item;
  }

  /**
   * VS Code asks only once whether a row is open: a leaf that gets children would stay closed. So such a row gets another
   * id with its first child, and is selected again if it was.
   */
  #idOf(row: TreeRow): string {
    if (!row.hasChildren) return row.key;
    if (!this.#parents.has(row.key)) {
      this.#parents.add(row.key);
      if (this.selectedKey === row.key) this.#wanted.want(row.key);
    }
    return `${row.key}/`;
  }

  #stateOf(row: TreeRow): vscode.TreeItemCollapsibleState {
    if (!row.hasChildren) return vscode.TreeItemCollapsibleState.None;
    return this.#expanded[row.key] === false ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.Expanded;
  }

  #listenToView(): void {
    const { memory } = this.#options;
    const setExpanded = (key: string, isOpen: boolean) => {
      const { [key]: _before, ...others } = this.#expanded;
      // Open is the default, so only closed rows are worth remembering.
      this.#expanded = isOpen ? others : { ...others, [key]: false };
      memory.setExpanded(this.#expanded);
    };
    this.#lifetime.add(this.#view.onDidExpandElement(({ element }) => setExpanded(element, true)));
    this.#lifetime.add(this.#view.onDidCollapseElement(({ element }) => setExpanded(element, false)));
    this.#lifetime.add(
      this.#view.onDidChangeSelection(({ selection: [key] }) => {
        if (key === undefined) return;
        this.#wanted.selected(key, memory.selected);
        // A row that is drawn under another id is selected again without the person.
        if (key !== memory.selected) this.#onDidSelect.fire(key);
        memory.setSelected(key);
      }),
    );
    this.#lifetime.add(this.#view.onDidChangeVisibility(() => this.#wanted.look()));
  }

  #changed(key: string | undefined): void {
    this.#onDidChangeTreeData.fire(key);
    if (key === undefined) this.#describe();
    this.#wanted.look();
  }

  #selectable(): SelectableTree {
    return {
      // `reveal` would bring the view to the front.
      canSelect: (key) => this.#view.visible && this.#model?.makeVisible(key) === true,
      isSelected: (key) => this.selectedKey === key,
      select: async (key) => {
        try {
          await this.#view.reveal(key, { select: true, focus: false, expand: false });
        } catch (error) {
          // The row was there a moment ago, and VS Code may be about to fetch it anew.
          this.#options.log.debug(`The row ${key} was not selected: ${messageOf(error)}`);
        }
      },
    };
  }

  #describe(): void {
    const { connections, settings, remembered, agents } = this.#options;
    const filter = this.#filter;
    this.#view.description = filter === "all" ? "" : filterLabel(filter);
    setContext("isFiltered", filter !== "all");
    const hasRow =
      remembered.roots.length > 0 || agents.failures.length > 0 || connections.connections.some(({ model }) => model.roots.length > 0);
    const hasOwnAgent = settings.workingAgents.length > 0;
    setContext("hasAgent", hasOwnAgent);
    const hasAgent = hasOwnAgent || connections.connections.length > 0;
    this.#emptiness = emptinessOf({ isTrusted: vscode.workspace.isTrusted, hasAgent, hasRow, isOpening: remembered.isOpening });
    setContext("empty", this.#model?.isAllFiltered ? "filtered" : this.#emptiness);
    this.#onDidChangeEmptiness.fire(this.#emptiness);
  }

  #say(text: string): void {
    this.#view.message = text === "" ? undefined : plainLabel(text);
  }
}

/** A filter's answer in words. */
export function filterLabel(filter: TreeFilter): string {
  switch (filter) {
    case "all":
      return t("all");
    case "running":
      return t("running");
    case "waiting":
      return t("waiting for you");
    case "failed":
      return t("failed");
    case "cancelled":
      return t("cancelled");
    case "finished":
      return t("finished");
  }
}

function rowCommand(row: TreeRow): vscode.Command | undefined {
  const run = (name: string, title: string) => ({ command: commandId(name), title, arguments: [row.key] });
  if (row.kind === "session") return run("revealSubagent", t("Reveal in Transcript"));
  switch (row.action) {
    case "showMore":
      return run("showMoreSubagents", row.label);
    case "restartAgent":
      return run("restartAgent", t("Restart Agent"));
    case "reconnectNow":
      return run("reconnectNow", t("Reconnect Now"));
    case "signIn":
      return run("signIn", t("Sign In…"));
    case "showLog":
      return run("showLog", t("Show Log"));
    case undefined:
      return undefined;
  }
}

function rememberedItem(root: RememberedRoot): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLabel(root.label), vscode.TreeItemCollapsibleState.None);
  item.id = root.key;
  item.contextValue = "remembered";
  if (root.isBusy) {
    item.description = t("loading");
    item.iconPath = new vscode.ThemeIcon("loading~spin");
  } else {
    item.description = root.problem === undefined ? t("not open yet") : t("not opened again: {0}", plainLabel(root.problem));
    item.iconPath = new vscode.ThemeIcon("debug-disconnect", new vscode.ThemeColor("disabledForeground"));
    item.command = { command: commandId("reopenSession"), title: t("Open Again"), arguments: [root.key] };
  }
  item.tooltip = plainLabel(root.problem ?? root.label, 1000);
  return item;
}

function failureItem({ definition, error }: FailedStart): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLabel(definition.label), vscode.TreeItemCollapsibleState.None);
  item.id = failureKey(definition.id);
  item.contextValue = "failure";
  item.description = plainLabel(withoutName(messageOf(error), definition.label));
  item.iconPath = new vscode.ThemeIcon("error", new vscode.ThemeColor("charts.red"));
  item.tooltip = plainLabel(wordsWithDetail(error), 2000);
  item.command = { command: commandId("startSession"), title: t("Try Again"), arguments: [definition.id] };
  return item;
}

/** A sentence for a row that says the agent's name already. */
function withoutName(sentence: string, name: string): string {
  return sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
}

/** A row that went while VS Code still had it. */
function goneItem(key: string): vscode.TreeItem {
  const item = new vscode.TreeItem("", vscode.TreeItemCollapsibleState.None);
  item.id = key;
  return item;
}
