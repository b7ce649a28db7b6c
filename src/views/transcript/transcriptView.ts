import { t } from "../../base/words.ts";
import type { Change, Delta } from "../../session/changes.ts";
import { type SessionId, toRowId } from "../../session/ids.ts";
import type { Row } from "../../session/rows.ts";
import type { Session } from "../../session/session.ts";
import type { RequestView } from "../../shared/requestView.ts";
import type { CardView } from "../../shared/sessionView.ts";
import type { FoldDefault, PatchOp, RowWindow, TranscriptState } from "../../shared/transcriptState.ts";
import { TouchedFiles } from "../files/touchedFiles.ts";
import { Finding } from "../find/finding.ts";
import type { LiveConnection } from "../hub.ts";
import { Labels } from "../labels.ts";
import { sameFields } from "../sameFields.ts";
import { isSettled } from "../stateWords.ts";
import { composerView } from "./composerView.ts";
import { Headers } from "./headers.ts";
import type { RowContext } from "./rowView.ts";
import { RowWindowDraft } from "./rowWindow.ts";
import { cardView, ownFolder, parentOf, siblingsView } from "./sessionView.ts";
import { ShownTerminals } from "./shownTerminals.ts";

/** Settings that every transcript follows. */
export interface TranscriptOptions {
  readonly foldDefault: FoldDefault;
  /** Enter sends and Shift+Enter breaks the line; false swaps them. */
  readonly enterSends: boolean;
}

/** The parts of a state that are small and sent whole. */
type Surroundings = Pick<TranscriptState, "requests" | "composer" | "busyText" | "breadcrumb" | "siblings" | "foldDefault">;

/** A surface that shows no session. */
export function emptyTranscript(
  emptyText: string,
  busyText: string,
  foldDefault: FoldDefault,
  requests: readonly RequestView[],
): TranscriptState {
  return {
    sessionId: null,
    emptyText,
    busyText,
    sessions: {},
    cards: {},
    windows: {},
    terminals: {},
    requests,
    composer: null,
    foldDefault,
    breadcrumb: [],
    siblings: null,
  };
}

const goneText = (): string => t("This session is no longer there. Choose another in the tree.");

/**
 * What one surface shows of one session, as a snapshot and as patches to it. A closed card and a folded tool call cost
 * their header only: none of their rows or text is in either. Taking note of a delta costs the same however long the
 * transcripts are.
 */
export class TranscriptView {
  readonly connection: LiveConnection;
  readonly sessionId: SessionId;
  /** What the reader searches for. */
  readonly finding: Finding;
  readonly #labels: Labels;
  readonly #headers: Headers;
  readonly #terminals: ShownTerminals;
  readonly #files: TouchedFiles;
  /** Where each session works, and below which other. */
  readonly #places = new Map<SessionId, Pick<Session, "cwd" | "parentId">>();
  /** Cards the reader has open; those under a closed one are not shown. */
  readonly #open = new Set<string>();
  readonly #openTools = new Set<string>();
  readonly #windows = new Map<SessionId, RowWindowDraft>();
  readonly #cards = new Map<SessionId, CardView>();
  readonly #markedCards = new Set<SessionId>();
  #gone: SessionId[] = [];
  #options: TranscriptOptions;
  #requests: readonly RequestView[] = [];
  #busyText = "";
  #isMarked = true;
  /** The session was there when the surface was told last. */
  #isThere = true;
  #sent: Surroundings;

  constructor(connection: LiveConnection, sessionId: SessionId, options: TranscriptOptions) {
    this.connection = connection;
    this.sessionId = sessionId;
    this.#options = options;
    this.#labels = new Labels(connection);
    this.#headers = new Headers(connection, this.#labels, sessionId);
    this.#terminals = new ShownTerminals(connection);
    this.finding = new Finding(connection, this.#labels, sessionId);
    this.#files = new TouchedFiles(connection.model);
    for (const { id, cwd, parentId } of connection.model.sessions) this.#places.set(id, { cwd, parentId });
    this.#sent = this.#surroundings();
  }

  /** Takes note of what changed in the connection's model. */
  apply(change: Change): void {
    for (const id of this.#labels.apply(change)) {
      this.#headers.mark(id);
      this.#isMarked = true;
      // Its siblings' cards may name it.
      for (const shown of this.#windows.keys()) this.#markedCards.add(shown);
    }
    for (const delta of change) {
      this.#headers.apply(delta);
      this.#applyToFiles(delta);
      this.#applyDelta(delta);
    }
    this.finding.apply(change);
  }

  /** A card names its folder, its files, and the siblings that touched them too: it follows what is told of others. */
  #applyToFiles(delta: Delta): void {
    const toucher = this.#files.apply(delta);
    const parent = toucher && parentOf(toucher, this.connection.model);
    for (const sibling of parent?.children ?? []) if (this.#windows.has(sibling)) this.#markedCards.add(sibling);
    // A root tells of all that its last turn touched, wherever below it.
    if (toucher) this.#markedCards.add(this.sessionId);
    if (delta.type === "sessionRemoved") this.#places.delete(delta.sessionId);
    if (delta.type !== "sessionAdded" && delta.type !== "sessionChanged") return;
    const { id, cwd, parentId } = delta.session;
    const known = this.#places.get(id);
    if (known?.cwd === cwd && known?.parentId === parentId) return;
    this.#places.set(id, { cwd, parentId });
    if (delta.type === "sessionAdded") return;
    // Paths of it and of everything below it may mean other files now.
    this.#files.reset();
    for (const shown of this.#windows.keys()) this.#markedCards.add(shown);
  }

  #applyDelta(delta: Delta): void {
    // A row can belong to a run of its session: what a card says of its runs may be different after any of them.
    if ("session" in delta && delta.type !== "terminalChanged") this.#markedCards.add(delta.session.id);
    switch (delta.type) {
      case "rowAdded":
        this.#windows.get(delta.session.id)?.rowAdded(delta.row, delta.index);
        return;
      case "rowReplaced":
        this.#windows.get(delta.session.id)?.rowReplaced(delta.row);
        return;
      case "textAppended":
        this.#windows.get(delta.session.id)?.textAppended(delta.row, delta.added);
        return;
      case "rowRemoved":
        this.#windows.get(delta.session.id)?.rowRemoved(delta.rowId, delta.index);
        return;
      case "rowsCleared":
        this.#windows.get(delta.session.id)?.rowsCleared();
        return;
      case "sessionRemoved":
        this.#closeWindow(delta.sessionId);
        if (delta.sessionId === this.sessionId) this.#isMarked = true;
        return;
      case "sessionAdded":
      case "sessionChanged":
        // A child's own tab tells its place among the children of its parent.
        if (delta.session.id === this.sessionId || delta.session.children.includes(this.sessionId)) this.#isMarked = true;
        return;
      case "agentChanged":
        this.#isMarked = true;
        return;
      default:
    }
  }

  /** Everything, as of now; forgets what was collected for a patch. */
  snapshot(): TranscriptState {
    this.#sent = this.#surroundings();
    this.#isMarked = false;
    const { busyText, foldDefault, requests } = this.#sent;
    this.#isThere = this.connection.model.get(this.sessionId) !== undefined;
    if (!this.#isThere) return emptyTranscript(goneText(), busyText, foldDefault, requests);
    this.#syncWindows();
    this.#gone = [];
    this.#markedCards.clear();
    this.#cards.clear();
    const windows: RowWindow[] = [];
    const cards: CardView[] = [];
    for (const [id, draft] of this.#windows) {
      const session = this.connection.model.get(id);
      if (!session) continue;
      windows.push(draft.snapshot(session, this.#context(session)));
      cards.push(this.#card(session));
    }
    return {
      sessionId: this.sessionId,
      emptyText: "",
      sessions: Object.fromEntries(this.#headers.snapshot().map((header) => [header.id, header])),
      cards: Object.fromEntries(cards.map((card) => [card.sessionId, card])),
      windows: Object.fromEntries(windows.map((window) => [window.sessionId, window])),
      terminals: this.#terminals.snapshot(this.#unfoldedRows()),
      find: this.finding.snapshot(),
      ...this.#sent,
    };
  }

  /** What became different since the last snapshot or call, merged; empty = nothing. */
  takeOps(): PatchOp[] {
    const isThere = this.connection.model.get(this.sessionId) !== undefined;
    const isNews = isThere !== this.#isThere;
    this.#isThere = isThere;
    if (!isThere) return isNews ? this.#leave() : this.#surroundingOps();
    this.#syncWindows();
    const ops: PatchOp[] = isNews ? [{ op: "subject", sessionId: this.sessionId, emptyText: "" }] : [];
    // What went away with the session is told again whole.
    if (isNews) for (const session of this.#headers.snapshot()) ops.push({ op: "session", session });
    else ops.push(...this.#headers.takeOps());
    for (const sessionId of this.#gone) {
      if (this.#windows.has(sessionId)) continue;
      ops.push({ op: "windowGone", sessionId }, { op: "cardGone", sessionId });
    }
    this.#gone = [];
    for (const [id, draft] of this.#windows) {
      const session = this.connection.model.get(id);
      if (!session) continue;
      if (this.#markedCards.has(id) || !this.#cards.has(id)) this.#pushCard(session, ops);
      ops.push(...draft.takeOps(session, this.#context(session)));
    }
    this.#markedCards.clear();
    ops.push(...this.#terminals.takeOps(this.#unfoldedRows()));
    ops.push(...this.finding.takeOps(), ...this.#surroundingOps());
    return ops;
  }

  /** The session is gone: so is all that was drawn of it. */
  #leave(): PatchOp[] {
    this.suspend();
    this.#gone = [];
    this.#cards.clear();
    this.#sent = { ...this.#sent, composer: null, breadcrumb: [], siblings: null };
    return [{ op: "subject", sessionId: null, emptyText: goneText() }, ...this.#surroundingOps()];
  }

  #surroundingOps(): PatchOp[] {
    const ops: PatchOp[] = [];
    if (this.#isMarked) this.#pushSurroundings(ops);
    return ops;
  }

  /** The reader opened or closed a card; a session that is not there yet opens when it comes. */
  setOpen(sessionId: string, isOpen: boolean): void {
    if (isOpen) this.#open.add(sessionId);
    else this.#open.delete(sessionId);
  }

  setToolOpen(sessionId: string, rowId: string, isOpen: boolean): void {
    if (isOpen) this.#openTools.add(rowId);
    else this.#openTools.delete(rowId);
    const session = this.connection.model.get(sessionId as SessionId);
    const row = session?.rows.get(rowId as never);
    if (session && row) this.#windows.get(session.id)?.rowReplaced(row);
  }

  /** The window of this session shall begin at row `from` at the latest. */
  extendWindow(sessionId: string, from: number): void {
    this.#windows.get(sessionId as SessionId)?.extend(from);
  }

  /** The window of this session need not begin before row `from`. */
  shortenWindow(sessionId: string, from: number): void {
    this.#windows.get(sessionId as SessionId)?.shorten(from);
  }

  /** The webview begins anew with these cards open: only the newest rows, no unfolded tool call. */
  startOver(open: Iterable<string>): void {
    this.#open.clear();
    for (const id of open) this.#open.add(id);
    this.#openTools.clear();
    this.suspend();
  }

  /** Nobody looks: no rows are followed until the next snapshot, which starts again with the newest. */
  suspend(): void {
    this.finding.stop();
    this.#windows.clear();
    this.#terminals.forget();
  }

  setRequests(requests: readonly RequestView[]): void {
    this.#requests = requests;
    this.#isMarked = true;
  }

  setBusy(text: string): void {
    this.#busyText = text;
    this.#isMarked = true;
  }

  setOptions(options: TranscriptOptions): void {
    this.#options = options;
    this.#isMarked = true;
  }

  /** The queue or the sign-in of the connection changed. */
  refreshComposer(): void {
    this.#isMarked = true;
  }

  /** Opens and closes windows so that there is one for the shown session and for each card that can be seen. */
  #syncWindows(): void {
    for (const id of this.#windows.keys()) if (!this.#isShown(id)) this.#closeWindow(id);
    for (const id of [this.sessionId, ...this.#open]) {
      const session = this.connection.model.get(id as SessionId);
      if (session && !this.#windows.has(session.id) && this.#isShown(session.id))
        this.#windows.set(session.id, new RowWindowDraft(session));
    }
  }

  /** The rows of the tool calls that the reader unfolded, as far as they are shown. */
  *#unfoldedRows(): Iterable<Row> {
    for (const rowId of this.#openTools) {
      for (const id of this.#windows.keys()) {
        const row = this.connection.model.get(id)?.rows.get(toRowId(rowId));
        if (row) yield row;
      }
    }
  }

  #isShown(id: SessionId): boolean {
    if (!this.#headers.has(id)) return false;
    for (let at = this.connection.model.get(id); at && at.id !== this.sessionId; at = parentOf(at, this.connection.model)) {
      if (!this.#open.has(at.id)) return false;
    }
    return true;
  }

  #closeWindow(id: SessionId): void {
    this.#cards.delete(id);
    if (this.#windows.delete(id)) this.#gone.push(id);
  }

  #context(session: Session): RowContext {
    return {
      startedAtEpoch: this.connection.startedAtEpoch,
      isOver: isSettled(session, this.connection),
      isToolOpen: (rowId) => this.#openTools.has(rowId),
    };
  }

  #card(session: Session): CardView {
    const { model } = this.connection;
    const turn = session.turns.length;
    const isTurnToReview = (turn > 0 && !session.isTurnOpen && this.#files.touchedBelow(session, turn)) || undefined;
    const files = session.standing === "root" ? [] : this.#files.of(session, (sibling) => this.#labels.of(sibling));
    const card = cardView(session, { files, isTurnToReview }, ownFolder(session, model));
    this.#cards.set(session.id, card);
    return card;
  }

  #pushCard(session: Session, ops: PatchOp[]): void {
    const before = this.#cards.get(session.id);
    const card = this.#card(session);
    if (!before || !sameFields(before, card)) ops.push({ op: "card", card });
  }

  #surroundings(): Surroundings {
    const session = this.connection.model.get(this.sessionId);
    return {
      requests: this.#requests,
      composer: session ? composerView(this.connection, session, this.#options.enterSends) : null,
      busyText: this.#busyText,
      breadcrumb: session ? this.#breadcrumb(session) : [],
      siblings: session ? siblingsView(session, this.connection.model, this.#labels) : null,
      foldDefault: this.#options.foldDefault,
    };
  }

  #breadcrumb(session: Session): TranscriptState["breadcrumb"] {
    if (session.parentId === null) return [];
    const path: { readonly id: string; readonly label: string }[] = [];
    for (let at: Session | undefined = session; at; at = parentOf(at, this.connection.model)) {
      path.unshift({ id: at.id, label: this.#labels.of(at) });
    }
    return path;
  }

  #pushSurroundings(ops: PatchOp[]): void {
    const before = this.#sent;
    const now = this.#surroundings();
    this.#sent = now;
    this.#isMarked = false;
    if (!sameFields(before.requests, now.requests)) ops.push({ op: "requests", requests: now.requests });
    if (!sameFields(before.composer, now.composer)) ops.push({ op: "composer", composer: now.composer });
    if (before.busyText !== now.busyText) ops.push({ op: "busy", text: now.busyText });
    const isSamePlace = sameFields(before.breadcrumb, now.breadcrumb) && sameFields(before.siblings, now.siblings);
    if (!isSamePlace) ops.push({ op: "breadcrumb", breadcrumb: now.breadcrumb, siblings: now.siblings });
    if (before.foldDefault !== now.foldDefault) ops.push({ op: "foldDefault", foldDefault: now.foldDefault });
  }
}
