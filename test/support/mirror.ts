// A second, naive reader of a store's changes: it believes only what the deltas tell and then compares with the store.
import type { Change, Delta } from "../../src/session/changes.ts";
import type { RequestId, RowId, SessionId } from "../../src/session/ids.ts";
import type { SessionModel } from "../../src/session/model.ts";
import type { Row } from "../../src/session/rows.ts";
import type { Session } from "../../src/session/session.ts";

/** Every field of a session whose change has to be told by `sessionChanged`; rows have deltas of their own. */
const toldFields = {
  id: true,
  parentId: true,
  standing: true,
  depth: true,
  order: true,
  dialect: true,
  title: true,
  description: true,
  role: true,
  ownTitle: true,
  ordinal: true,
  state: true,
  lastKnownState: true,
  canCancel: true,
  cwd: true,
  additionalDirectories: true,
  model: true,
  modeId: true,
  modes: true,
  config: true,
  commands: true,
  usage: true,
  cost: true,
  tokens: true,
  children: true,
  runs: true,
  rows: false,
  terminals: false,
  toolRows: false,
  launchToolCallId: true,
  cardRowId: true,
  currentStep: true,
  toolCallCount: true,
  openRequestCount: true,
  isTurnOpen: true,
  turns: true,
  waits: true,
  lastTurn: true,
  silentFor: true,
  isStopping: true,
  isRestoring: true,
  isHistory: true,
  isClosed: true,
  isLetGo: true,
  takenOverBy: true,
  updatedAt: true,
  forkOf: true,
  pendingSettings: true,
  refusedSetting: true,
} satisfies Record<keyof Session, boolean>;

/** What a view could know of a run; the store's own book-keeping in it is left out. */
const runFields = [
  "startedAt",
  "endedAt",
  "prompt",
  "answer",
  "received",
  "state",
  "firstRowId",
  "answerRowId",
  "promptRowId",
  "isUntimed",
] as const;

function factsOf(session: Session): string {
  const facts: { [key: string]: unknown } = {};
  for (const [field, isTold] of Object.entries(toldFields)) if (isTold) facts[field] = session[field as keyof Session];
  facts.runs = session.runs.map((run) => Object.fromEntries(runFields.map((field) => [field, run[field]])));
  return JSON.stringify(facts);
}

export class Mirror {
  readonly #rows = new Map<SessionId, Row[]>();
  readonly #facts = new Map<SessionId, string>();
  readonly #requests = new Set<RequestId>();
  readonly #wrong: string[] = [];

  /** Takes in a change and says where the mirror and the store differ now, one sentence each. */
  follow(change: Change, store: SessionModel): readonly string[] {
    this.#wrong.length = 0;
    for (const delta of change) this.#take(delta);
    this.#compare(store);
    return this.#wrong;
  }

  #take(delta: Delta): void {
    switch (delta.type) {
      case "sessionAdded":
        if (this.#rows.has(delta.session.id)) this.#wrong.push(`${delta.session.id} was added twice`);
        this.#rows.set(delta.session.id, []);
        this.#facts.set(delta.session.id, factsOf(delta.session));
        return;
      case "sessionChanged":
        this.#facts.set(delta.session.id, factsOf(delta.session));
        return;
      case "sessionRemoved":
        this.#rows.delete(delta.sessionId);
        this.#facts.delete(delta.sessionId);
        return;
      case "requestOpened":
        if (this.#requests.has(delta.request.id)) this.#wrong.push(`the request ${delta.request.id} was opened while it is open`);
        this.#requests.add(delta.request.id);
        return;
      case "requestChanged":
        if (!this.#requests.has(delta.request.id)) this.#wrong.push(`the request ${delta.request.id} changed and is not open`);
        return;
      case "requestSettled":
        if (!this.#requests.delete(delta.requestId)) this.#wrong.push(`the request ${delta.requestId} was settled and is not open`);
        return;
      case "agentChanged":
      case "diagnosticAdded":
      case "terminalChanged":
        return;
      default:
        this.#takeRows(delta);
    }
  }

  #takeRows(delta: Extract<Delta, { type: "rowAdded" | "rowReplaced" | "textAppended" | "rowRemoved" | "rowsCleared" }>): void {
    const rows = this.#rows.get(delta.session.id) ?? [];
    switch (delta.type) {
      case "rowAdded":
        rows.splice(delta.index, 0, structuredClone(delta.row));
        return;
      case "rowReplaced":
        this.#replace(rows, delta.row.id, () => structuredClone(delta.row));
        return;
      case "textAppended":
        this.#replace(rows, delta.row.id, (row) =>
          "text" in row ? { ...row, text: row.text + delta.added, changedAt: delta.row.changedAt } : row,
        );
        return;
      case "rowRemoved":
        if (rows[delta.index]?.id !== delta.rowId) this.#wrong.push(`the row ${delta.rowId} is not at ${delta.index}`);
        rows.splice(delta.index, 1);
        return;
      case "rowsCleared":
        rows.length = 0;
        return;
    }
  }

  #replace(rows: Row[], id: RowId, change: (row: Row) => Row): void {
    const at = rows.findIndex((row) => row.id === id);
    const row = rows[at];
    if (row) rows[at] = change(row);
    else this.#wrong.push(`the row ${id} was changed and is not there`);
  }

  #compare(store: SessionModel): void {
    const differ = (what: string, told: string | undefined, held: string) => {
      if (told !== held) this.#wrong.push(`${what}: told ${told}, held ${held}`);
    };
    const list = (items: Iterable<unknown>) => JSON.stringify([...items]);
    differ("sessions", list([...this.#rows.keys()].sort()), list(Array.from(store.sessions, ({ id }) => id).sort()));
    differ("open requests", list(this.#requests), list(store.openRequests.map(({ id }) => id)));
    for (const session of store.sessions) {
      differ(`rows of ${session.id}`, list(this.#rows.get(session.id) ?? []), list(session.rows.values()));
      differ(`facts of ${session.id}`, this.#facts.get(session.id), factsOf(session));
    }
  }
}
