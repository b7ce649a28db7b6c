import type { SessionId } from "../../session/ids.ts";
import type { SessionModel } from "../../session/model.ts";
import { type HitPlace, type OrderedHits, orderHits, type UnitHits } from "./hitOrder.ts";

/** What a search knows of one session. */
export interface Searched {
  /** Rows from here on were not looked at. */
  next: number;
  /** By units: row ids, and words of runs that no row holds (`FindView`). */
  readonly hits: Map<string, UnitHits>;
  /** Units that have to be looked at again. */
  readonly stale: Set<string>;
  /** What of its header filters look at, as it was when it was searched. */
  header: string;
}

/** What a search found below one session, counted. */
export class FindBook {
  readonly #model: SessionModel;
  readonly #top: SessionId;
  readonly #sessions = new Map<SessionId, Searched>();
  #rowCount = 0;
  #total = 0;

  constructor(model: SessionModel, top: SessionId) {
    this.#model = model;
    this.#top = top;
  }

  /** Units with hits. */
  get rowCount(): number {
    return this.#rowCount;
  }

  /** All hits. */
  get total(): number {
    return this.#total;
  }

  get(id: SessionId): Searched | undefined {
    return this.#sessions.get(id);
  }

  has(id: SessionId): boolean {
    return this.#sessions.has(id);
  }

  add(id: SessionId, searched: Searched): void {
    this.#sessions.set(id, searched);
  }

  /** Forgets a session and everything below it, as it stands now; returns their ids. */
  drop(id: SessionId): readonly SessionId[] {
    if (!this.#sessions.has(id)) return [];
    const below = this.#idsByParent();
    const gone = [id];
    for (const at of gone) {
      const searched = this.#sessions.get(at);
      if (!searched) continue;
      for (const unit of [...searched.hits.keys()]) this.put(searched, unit, undefined);
      this.#sessions.delete(at);
      for (const child of below.get(at) ?? []) gone.push(child);
    }
    return gone;
  }

  /** How often it was found in one unit; undefined or none takes the unit out. */
  put(searched: Searched, unit: string, found: UnitHits | undefined): void {
    const before = searched.hits.get(unit);
    const now = found && found.head + found.body > 0 ? found : undefined;
    this.#total += (now ? now.head + now.body : 0) - (before ? before.head + before.body : 0);
    this.#rowCount += (now ? 1 : 0) - (before ? 1 : 0);
    if (now) searched.hits.set(unit, now);
    else searched.hits.delete(unit);
  }

  /** Hits in each session and everything below it, where there are any; the session at the top is left out. */
  counts(): { readonly [sessionId: string]: number } {
    const counts: { [sessionId: string]: number } = {};
    for (const [id, { hits }] of this.#sessions) {
      if (hits.size === 0) continue;
      let count = 0;
      for (const { head, body } of hits.values()) count += head + body;
      for (const at of this.#lineOf(id)) if (at !== this.#top) counts[at] = (counts[at] ?? 0) + count;
    }
    return counts;
  }

  /** The units with hits as a reader meets them, and among them `place`, where the reader is. */
  order(place: HitPlace | undefined): readonly OrderedHits[] {
    const weights = new Map<SessionId, number>();
    const weigh = (id: SessionId) => {
      for (const at of this.#lineOf(id)) weights.set(at, (weights.get(at) ?? 0) + 1);
    };
    for (const [id, { hits }] of this.#sessions) if (hits.size > 0) weigh(id);
    if (place) weigh(place.sessionId);
    const source = {
      session: (id: SessionId) => this.#model.get(id),
      hits: (id: SessionId) => this.#sessions.get(id)?.hits ?? new Map<string, UnitHits>(),
      weight: (id: SessionId) => weights.get(id) ?? 0,
    };
    return orderHits(source, this.#top, place);
  }

  /** A session and those above it, the nearest first. */
  *#lineOf(id: SessionId): Iterable<SessionId> {
    for (let at = this.#model.get(id); at; at = at.parentId === null ? undefined : this.#model.get(at.parentId)) yield at.id;
  }

  /** What is looked through, by what stands above it now. */
  #idsByParent(): ReadonlyMap<SessionId, readonly SessionId[]> {
    const ids = new Map<SessionId, SessionId[]>();
    for (const id of this.#sessions.keys()) {
      const parentId = this.#model.get(id)?.parentId;
      if (parentId == null) continue;
      const siblings = ids.get(parentId);
      if (siblings) siblings.push(id);
      else ids.set(parentId, [id]);
    }
    return ids;
  }
}
