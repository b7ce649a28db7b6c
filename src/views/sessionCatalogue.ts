import type { SessionId } from "../session/ids.ts";

/** One session that an agent keeps, as its listing tells of it. */
export interface KeptSession {
  readonly sessionId: SessionId;
  readonly cwd?: string;
  readonly title?: string;
  /** ISO 8601, as sent. */
  readonly updatedAt?: string;
  readonly archived?: boolean;
  readonly additionalDirectories?: readonly string[];
}

/** A page of a listing; `nextCursor` is there when there are more. */
export interface KeptPage {
  readonly sessions: readonly KeptSession[];
  readonly nextCursor?: string;
}

/** Asks for one page: of a folder, or of all folders when `cwd` is left out. */
export type FetchPage = (query: { readonly cwd?: string; readonly cursor?: string }, signal: AbortSignal) => Promise<KeptPage>;

/** The sessions of one folder. `folder` is undefined for those of all folders that are not asked for by themselves. */
export interface KeptGroup {
  readonly folder: string | undefined;
  readonly sessions: readonly KeptSession[];
  /** There may be more; false as long as nobody asked. */
  readonly hasMore: boolean;
  /** True once a page was asked for. */
  readonly isBegun: boolean;
}

interface Listing {
  readonly folder: string | undefined;
  cursor: string | undefined;
  isBegun: boolean;
}

/** An agent that sends page after page with nothing new in it is asked for so many at a time. */
const emptyPages = 20;

/**
 * The sessions that an agent keeps, page by page as they are wanted, by folder. Each is there once, under the folder that
 * it works in, whatever listing it came with: some agents do not heed the folder that is asked for.
 */
export class SessionCatalogue {
  readonly #fetch: FetchPage;
  readonly #listings: readonly Listing[];
  readonly #sessions = new Map<SessionId, KeptSession>();

  /** `folders` are full paths, in the order in which they are shown. */
  constructor(folders: readonly string[], fetch: FetchPage) {
    this.#fetch = fetch;
    this.#listings = [...folders, undefined].map((folder) => ({ folder, cursor: undefined, isBegun: false }));
  }

  /** A group for each folder, and at last one for all others. Newest first within a group, as far as the agent tells when. */
  get groups(): readonly KeptGroup[] {
    const folders = this.#listings.map(({ folder }) => folder);
    const folderOf = ({ cwd }: KeptSession) => folders.find((folder) => folder !== undefined && cwd !== undefined && isSame(folder, cwd));
    return this.#listings.map(({ folder, cursor, isBegun }) => ({
      folder,
      sessions: [...this.#sessions.values()].filter((session) => folderOf(session) === folder).sort(newestFirst),
      hasMore: cursor !== undefined,
      isBegun,
    }));
  }

  /** Asks for the next page of a folder's sessions (undefined: of all folders), until something new is among them or all are there. */
  async more(folder: string | undefined, signal: AbortSignal): Promise<void> {
    const listing = this.#listings.find((each) => each.folder === folder);
    if (!listing || (listing.isBegun && listing.cursor === undefined)) return;
    for (let page = 0; page < emptyPages; page++) {
      const before = this.#sessions.size;
      const { sessions, nextCursor } = await this.#fetch({ cwd: folder, cursor: listing.cursor }, signal);
      signal.throwIfAborted();
      // A cursor that leads to itself leads nowhere.
      const next = nextCursor === listing.cursor ? undefined : nextCursor;
      Object.assign(listing, { isBegun: true, cursor: next });
      for (const session of sessions) this.#add(session, folder);
      if (next === undefined || this.#sessions.size > before) return;
    }
  }

  /** Takes one out that is there no more, or is to be shown no more. */
  remove(sessionId: SessionId): void {
    this.#sessions.delete(sessionId);
  }

  /** An agent that leaves the folder out means the one that it was asked for. */
  #add(session: KeptSession, folder: string | undefined): void {
    this.#sessions.set(session.sessionId, { ...session, cwd: session.cwd ?? folder });
  }
}

/** Paths are compared as they are but for a slash at their end. */
function isSame(a: string, b: string): boolean {
  return a.replace(/[\\/]+$/, "") === b.replace(/[\\/]+$/, "");
}

/** What has no readable time goes last, in the agent's own order. */
function newestFirst(a: KeptSession, b: KeptSession): number {
  const [timeA, timeB] = [a, b].map(({ updatedAt }) => (updatedAt === undefined ? Number.NaN : Date.parse(updatedAt)));
  if (timeA === undefined || timeB === undefined) return 0;
  if (Number.isNaN(timeA) || Number.isNaN(timeB)) return Number(Number.isNaN(timeA)) - Number(Number.isNaN(timeB));
  return timeB - timeA;
}
