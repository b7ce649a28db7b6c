import { RequestError } from "../acp/sdk.ts";
import type { ListRequest, RecordFolder, SessionSummary } from "./record.ts";

/** What the sessions that are kept need of those that are open. */
export interface KeptSessionsOptions {
  readonly folder: RecordFolder;
  readonly isOpen: (sessionId: string) => boolean;
  /** Ends what a session does, when it is open. */
  readonly letGo: (sessionId: string) => Promise<void>;
  /** Throws for a child, to which a client may do nothing of this. */
  readonly refuseChild: (sessionId: string) => void;
}

/** Answers what a client asks about sessions whether they are open or not. */
export class KeptSessions {
  readonly #options: KeptSessionsOptions;

  constructor(options: KeptSessionsOptions) {
    this.#options = options;
  }

  list({ cwd, cursor, archived }: { readonly [Key in keyof ListRequest]: string | null | undefined }): {
    sessions: SessionSummary[];
    nextCursor?: string;
  } {
    const query = { cwd: cwd ?? undefined, cursor: cursor ?? undefined, archived: archived ?? undefined };
    const { sessions, nextCursor } = this.#options.folder.list(query);
    return { sessions: [...sessions], nextCursor };
  }

  async delete(sessionId: string): Promise<Record<string, never>> {
    this.mustKnow(sessionId);
    await this.#options.letGo(sessionId);
    this.#options.folder.delete(sessionId);
    return {};
  }

  /** The title is kept without the spaces around it. */
  setTitle(sessionId: string, wanted: string): { title: string } {
    this.mustKnow(sessionId);
    const title = wanted.trim();
    if (title === "") throw RequestError.invalidParams(undefined, "A title must have a letter in it");
    this.#options.folder.note(sessionId, { title });
    return { title };
  }

  async archive(sessionId: string, isArchived: boolean): Promise<Record<string, never>> {
    this.mustKnow(sessionId);
    if (isArchived) await this.#options.letGo(sessionId);
    this.#options.folder.note(sessionId, { isArchived });
    return {};
  }

  status(sessionId: string): { status: "open" | "saved" } {
    this.mustKnow(sessionId);
    return { status: this.#options.isOpen(sessionId) ? "open" : "saved" };
  }

  /** Throws unless there is a session of this id, open or not, and it is no child. */
  mustKnow(sessionId: string): void {
    this.#options.refuseChild(sessionId);
    if (!this.#options.folder.has(sessionId)) throw RequestError.sessionNotFound(sessionId);
  }
}
