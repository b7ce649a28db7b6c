import * as vscode from "vscode";
import { isCancel } from "../../base/cancel.ts";
import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { messageOf } from "../../base/personError.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import { type KeptSession, SessionCatalogue } from "../../views/sessionCatalogue.ts";
import { type SessionChoice, sessionChoiceLines } from "../../views/sessionChoices.ts";
import type { AgentConnection } from "../connections.ts";
import type { Log } from "../log.ts";

interface Item extends vscode.QuickPickItem {
  readonly choice?: SessionChoice;
}

/** What is known of a session of the list, and can be done with it beside opening it: that resolves with false when it was not done. */
export interface ListActs {
  /** True for a session that another window has open. */
  isElsewhere(sessionId: SessionId): Promise<boolean>;
  delete(session: KeptSession): Promise<boolean>;
  archive(session: KeptSession, isArchived: boolean): Promise<boolean>;
}

const deleteButton = (): vscode.QuickInputButton => ({ iconPath: new vscode.ThemeIcon("trash"), tooltip: t("Delete Session") });
const archiveButton = (): vscode.QuickInputButton => ({ iconPath: new vscode.ThemeIcon("archive"), tooltip: t("Archive Session") });
const unarchiveButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("inbox"),
  tooltip: t("Take Session out of the Archive"),
});

/** The quick pick of the sessions that an agent keeps. Pages are asked for as they are wanted; Escape takes a request back. */
export class SessionPick implements Disposable {
  readonly #connection: AgentConnection;
  readonly #folders: readonly string[];
  readonly #acts: ListActs;
  readonly #log: Log;
  readonly #lifetime = new DisposableStore();
  readonly #pick: vscode.QuickPick<Item>;
  readonly #gone = new AbortController();
  readonly #inMemory = new Map<SessionId, boolean>();
  readonly #elsewhere = new Set<SessionId>();
  readonly #archiveToggle: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("archive"),
    tooltip: t("Show Archived Sessions Too"),
  };
  #catalogue: SessionCatalogue;
  #isArchiveShown = false;
  #isAsking = false;

  /** `folders` are those of the workspace, full paths. */
  constructor(connection: AgentConnection, folders: readonly string[], acts: ListActs, log: Log) {
    this.#connection = connection;
    this.#folders = folders;
    this.#acts = acts;
    this.#log = log;
    this.#catalogue = this.#newCatalogue();
    this.#pick = vscode.window.createQuickPick<Item>();
    this.#lifetime.add(this.#pick);
    this.#pick.title = t("Sessions of {0}", plainLabel(connection.agentLabel));
    this.#pick.matchOnDescription = true;
    this.#pick.matchOnDetail = true;
    // A question about one of its sessions must not close the list.
    this.#pick.ignoreFocusOut = true;
    if (connection.agent.offers.archive) this.#pick.buttons = [this.#archiveToggle];
  }

  /** Resolves with the chosen session; undefined when the person chose none. Rejects when the first page could not be had. */
  choose(): Promise<KeptSession | undefined> {
    return new Promise((resolve, reject) => {
      const pick = this.#pick;
      const end = (chosen: KeptSession | undefined) => {
        resolve(chosen);
        this.dispose();
      };
      const fail = (error: unknown) => {
        // What is under way when the list is closed fails for that reason alone.
        if (!this.#gone.signal.aborted) reject(error);
        this.dispose();
      };
      const act = (work: () => Promise<void>) => void this.#whileBusy(work).catch(fail);
      this.#lifetime.add(
        pick.onDidAccept(() => {
          const choice = pick.selectedItems[0]?.choice;
          if (choice?.type === "session") end(choice.session);
          else if (choice?.type === "more") act(() => this.#catalogue.more(choice.folder, this.#gone.signal));
        }),
      );
      this.#lifetime.add(pick.onDidHide(() => end(undefined)));
      this.#lifetime.add(pick.onDidTriggerButton(() => act(() => this.#toggleArchive())));
      this.#lifetime.add(pick.onDidTriggerItemButton(({ item, button }) => act(() => this.#actOn(item, button))));
      this.#lifetime.add(pick.onDidChangeActive(([item]) => void this.#askStatus(item)));
      pick.show();
      act(() => this.#firstPages());
    });
  }

  dispose(): void {
    this.#gone.abort(new DOMException(t("Cancelled."), "AbortError"));
    this.#lifetime.dispose();
  }

  #newCatalogue(): SessionCatalogue {
    const { agent } = this.#connection;
    return new SessionCatalogue(this.#folders, (query, signal) =>
      agent.sessions.list({ ...query, archived: this.#isArchiveShown ? "include" : undefined }, signal),
    );
  }

  async #firstPages(): Promise<void> {
    await Promise.all(this.#folders.map((folder) => this.#catalogue.more(folder, this.#gone.signal)));
    // Where nothing was found the others are wanted at once.
    if (this.#catalogue.groups.every(({ sessions }) => sessions.length === 0)) await this.#catalogue.more(undefined, this.#gone.signal);
  }

  async #toggleArchive(): Promise<void> {
    this.#isArchiveShown = !this.#isArchiveShown;
    this.#catalogue = this.#newCatalogue();
    await this.#firstPages();
  }

  async #actOn({ choice }: Item, { tooltip }: vscode.QuickInputButton): Promise<void> {
    if (choice?.type !== "session") return;
    const { session } = choice;
    const isDeletion = tooltip === deleteButton().tooltip;
    const isDone = isDeletion ? await this.#acts.delete(session) : await this.#acts.archive(session, !session.archived);
    if (!isDone) return;
    if (isDeletion || !this.#isArchiveShown) this.#catalogue.remove(session.sessionId);
    else await this.#refreshed();
  }

  async #refreshed(): Promise<void> {
    this.#catalogue = this.#newCatalogue();
    await this.#firstPages();
  }

  async #whileBusy(work: () => Promise<void>): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#pick.busy = true;
    this.#pick.placeholder = t("Asking {0} for its sessions…", plainLabel(this.#connection.agentLabel));
    try {
      await work();
      await this.#lookElsewhere();
    } finally {
      this.#isAsking = false;
      if (!this.#gone.signal.aborted) this.#draw();
    }
  }

  async #lookElsewhere(): Promise<void> {
    const ids = this.#catalogue.groups.flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId));
    const found = await Promise.all(ids.map((id) => this.#acts.isElsewhere(id)));
    this.#elsewhere.clear();
    for (const [index, id] of ids.entries()) if (found[index]) this.#elsewhere.add(id);
  }

  #draw(): void {
    const pick = this.#pick;
    const { model } = this.#connection;
    const choices = sessionChoiceLines(this.#catalogue.groups, {
      now: Date.now(),
      isOpen: (id) => model.get(id)?.isClosed === false,
      isElsewhere: (id) => this.#elsewhere.has(id),
      isInMemory: (id) => this.#inMemory.get(id) === true,
    });
    pick.busy = false;
    const hasSession = choices.some(({ type }) => type === "session");
    pick.placeholder = hasSession
      ? t("Which session shall be opened?")
      : t("{0} keeps no session. Start a new one.", plainLabel(this.#connection.agentLabel));
    const [active] = pick.activeItems;
    const at = active === undefined ? -1 : pick.items.indexOf(active);
    pick.keepScrollPosition = true;
    pick.items = choices.map((choice) => this.#item(choice));
    // The person goes on where they were; after *more* that is the first of the new ones.
    const goOn = active?.choice?.type === "session" ? pick.items.find(({ choice }) => isSame(choice, active.choice)) : pick.items[at];
    if (goOn) pick.activeItems = [goOn];
  }

  #item(choice: SessionChoice): Item {
    const { label } = choice;
    if (choice.type === "folder") return { label, kind: vscode.QuickPickItemKind.Separator };
    if (choice.type === "more") return { label, choice, alwaysShow: true, iconPath: new vscode.ThemeIcon("ellipsis") };
    const { offers } = this.#connection.agent;
    const { archived } = choice.session;
    const buttons = [
      ...(offers.archive ? [archived ? unarchiveButton() : archiveButton()] : []),
      ...(offers.delete ? [deleteButton()] : []),
    ];
    return { label, description: choice.description, detail: choice.detail, choice, buttons };
  }

  /** Where the agent tells, the session that the person looks at says whether it is held open, perhaps by another window. */
  async #askStatus(item: Item | undefined): Promise<void> {
    const { agent } = this.#connection;
    const choice = item?.choice;
    if (!agent.offers.status || choice?.type !== "session" || this.#inMemory.has(choice.session.sessionId)) return;
    this.#inMemory.set(choice.session.sessionId, false);
    try {
      const isHeld = await agent.sessions.isInMemory(choice.session.sessionId, this.#gone.signal);
      this.#inMemory.set(choice.session.sessionId, isHeld);
      if (isHeld && !this.#gone.signal.aborted && !this.#isAsking) this.#draw();
    } catch (error) {
      // The list is as good without; the words are in the log.
      if (!isCancel(error)) this.#log.warn(`The status of a session is not known: ${messageOf(error)}`);
    }
  }
}

function isSame(choice: SessionChoice | undefined, other: SessionChoice | undefined): boolean {
  return choice?.type === "session" && other?.type === "session" && choice.session.sessionId === other.session.sessionId;
}
