import { Emitter, type Event } from "../src/base/emitter.ts";
import type { Timer } from "../src/base/timer.ts";
import { t } from "../src/base/words.ts";
import type { WebviewAction } from "../src/shared/protocol.ts";
import { own } from "../src/shared/records.ts";
import type { RequestView } from "../src/shared/requestView.ts";
import type { SessionView } from "../src/shared/sessionView.ts";
import { Announcer } from "./announcer.ts";
import { OpenCards } from "./cards/openCards.ts";
import { Clock } from "./clock.ts";
import { Finder } from "./find/finder.ts";
import { markWords } from "./find/marks.ts";
import { Folds } from "./folds.ts";
import type { Host } from "./host.ts";
import { FormDrafts } from "./requests/formDrafts.ts";
import { OpenRows } from "./rows/openRows.ts";
import type { ScrollKeeper } from "./scroll/scrollKeeper.ts";
import { ScrollPlaces } from "./scroll/scrollPlaces.ts";
import { type Frame, TranscriptStore } from "./store.ts";

/** One transcript on the screen: the host's state, and what belongs to the reader. Every element is given this. */
export class Surface {
  readonly host: Host;
  readonly timer: Timer;
  readonly store: TranscriptStore;
  readonly folds: Folds;
  readonly openCards: OpenCards;
  readonly openRows: OpenRows;
  readonly places: ScrollPlaces;
  readonly forms: FormDrafts;
  readonly clock = new Clock();
  readonly announcer: Announcer;
  readonly finder: Finder;
  /** The keeper of each scroll container, by its element. */
  readonly keepers = new WeakMap<Element, ScrollKeeper>();
  readonly #onFrame: (run: () => void) => void;
  readonly #changes = new Emitter<void>();
  readonly #actions = new Emitter<WebviewAction>();
  #sessions: { readonly [id: string]: SessionView } = {};
  #requests: readonly RequestView[] = [];
  /** The card that the reader opened and whose rows are not here yet. */
  #arriving: string | undefined;
  /** Rises with each snapshot: what was asked of the host before it has to be asked again. */
  epoch = 0;

  /** Fires when anything changed that an element may draw. */
  readonly onDidChange: Event<void> = this.#changes.event;
  /** Fires with what a palette command wants of the reader's side, after the frame it came with is drawn. */
  readonly onDidAct: Event<WebviewAction> = this.#actions.event;

  constructor(host: Host, timer: Timer, onFrame: (run: () => void) => void) {
    this.host = host;
    this.#onFrame = onFrame;
    this.timer = timer;
    this.folds = new Folds(host);
    this.openCards = new OpenCards(host, onFrame);
    this.openRows = new OpenRows(host);
    this.places = new ScrollPlaces(host, timer);
    this.forms = new FormDrafts(host);
    this.announcer = new Announcer(timer);
    this.finder = new Finder(this);
    const openCards = () => this.folds.chosenOpen();
    this.store = new TranscriptStore({ post: (message) => host.post(message), openCards, timer, onFrame });
    this.store.onDidChange((frame) => this.#draw(frame));
  }

  /** Something of the reader's side, that elements draw, is different. */
  redraw(): void {
    this.#changes.fire();
  }

  /** The reader opens or closes cards by a command. */
  fold(sessionIds: readonly string[], isOpen: boolean): void {
    const others = sessionIds.filter((id) => this.folds.isOpen(id) !== isOpen);
    if (others.length === 0) return;
    this.folds.set(others, isOpen);
    for (const id of others) this.openCards.choose(id, isOpen);
    this.#changes.fire();
  }

  /** The reader opens or closes a card at its header: the header stays in place, and what opens comes into view. */
  foldAt(card: Element, sessionId: string, isOpen: boolean): void {
    this.#arriving = isOpen ? sessionId : undefined;
    this.adjust(
      card,
      () => this.fold([sessionId], isOpen),
      () => {
        if (isOpen) this.bring(card, "nearest");
      },
    );
  }

  /** An open card has its rows: the one that the reader opened last comes into view with them. */
  didArrive(sessionId: string, body: Element): void {
    if (this.#arriving !== sessionId) return;
    this.#arriving = undefined;
    this.#onFrame(() => this.bring(body.closest("acp-card") ?? body, "nearest"));
  }

  /** The reader unfolds or folds a row. */
  openRow(row: Element, rowKey: string, isOpen: boolean): void {
    this.adjust(row, () => {
      this.openRows.set(rowKey, isOpen);
      this.#changes.fire();
    });
  }

  /** The innermost scroll container around an element, and those around that. */
  keepersOf(element: Element): readonly ScrollKeeper[] {
    const scroller = element.closest(".scroller");
    if (!scroller) return [];
    const keeper = this.keepers.get(scroller);
    const outer = scroller.parentElement ? this.keepersOf(scroller.parentElement) : [];
    return keeper ? [keeper, ...outer] : outer;
  }

  /** Does what the reader asked for at `element` and leaves what is in view where it is; `then` runs when it is drawn. */
  adjust(element: Element, change: () => void, then?: () => void): void {
    const keepers = this.keepersOf(element);
    for (const keeper of keepers) keeper.hold();
    change();
    this.#onFrame(() => {
      for (const keeper of keepers) keeper.release();
      then?.();
    });
  }

  /** Brings an element into view, as little as needed or in the middle, in all containers around it. */
  bring(element: Element, block: "nearest" | "center"): void {
    element.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
    for (const keeper of this.keepersOf(element)) keeper.adopt();
  }

  /** The reader opens or closes every card there is. */
  foldAll(isOpen: boolean): void {
    const { sessions, sessionId } = this.store.state;
    this.fold(
      Object.keys(sessions).filter((id) => id !== sessionId),
      isOpen,
    );
  }

  /** The reader sent a prompt: what comes now is what the reader wants to see. */
  didSend(): void {
    const scroller = document.querySelector("acp-feed > .scroller");
    if (scroller) this.keepers.get(scroller)?.jumpToEnd();
  }

  /** Has something done on the reader's side. */
  act(action: WebviewAction): void {
    this.#actions.fire(action);
  }

  #draw(frame: Frame): void {
    const { state } = this.store;
    const isNew = frame.folds !== undefined;
    if (frame.folds) {
      this.epoch++;
      const rootId = state.breadcrumb[0]?.id ?? state.sessionId;
      if (rootId !== null) this.folds.startFrom(rootId, frame.folds);
      this.openCards.startFrom(state);
      // A surface that is empty for now opens the same session again when it is restored.
      if (state.sessionId !== null && state.sessionId !== this.host.saved.sessionId) this.host.save({ sessionId: state.sessionId });
    }
    this.folds.followDefault(state);
    if (this.store.phase === "live") this.forms.keep(state.requests.map(({ key }) => key));
    this.#changes.fire();
    this.#announce(isNew);
    for (const action of frame.actions) queueMicrotask(() => this.act(action));
  }

  #announce(isNew: boolean): void {
    const { sessions, requests } = this.store.state;
    const [before, known] = [this.#sessions, new Set(this.#requests.map((request) => request.key))];
    this.#sessions = sessions;
    this.#requests = requests;
    for (const request of requests) if (!known.has(request.key)) this.announcer.tellRequest(request.key, requestSentence(request));
    if (isNew || before === sessions) return;
    for (const session of Object.values(sessions)) {
      const earlier = own(before, session.id);
      // Its request is told with everything that is needed to answer it.
      if (session.mark === "waiting") continue;
      if (earlier && earlier.mark !== session.mark) this.announcer.tellState(session.id, stateSentence(session));
    }
  }
}

function stateSentence(session: SessionView): string {
  return t("{0}: {1}", session.label, session.isWorking ? markWords(session.mark) : session.words);
}

/** Everything that is needed to decide: who asks, for what exactly. */
export function requestSentence(request: RequestView): string {
  const who = [...request.path, request.who].join(", ");
  return request.detail === ""
    ? t("{0} waits for you: {1}", who, request.title)
    : t("{0} waits for you: {1}: {2}", who, request.title, request.detail);
}
