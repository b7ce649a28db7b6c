import { PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { JsonObject } from "../../session/content.ts";
import type { SessionId } from "../../session/ids.ts";
import type { AgentHost } from "../process/launch.ts";
import { type AgentOffers, readNewSession, readSessionList, readStatus, readTitle, type SessionPage } from "./agentAnswers.ts";

/** What goes with a request about a session. */
export interface CallOptions {
  /** Full paths beside `cwd`; sent only where the agent offers `sessionCapabilities.additionalDirectories`. */
  readonly additionalDirectories?: readonly string[];
  /** Aborting sends `$/cancel_request` and rejects at once with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Which sessions are listed (schema `ListSessionsRequest`). */
export interface ListQuery {
  /** Those of this folder only. */
  readonly cwd?: string;
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
  /** Sent only where the agent offers `sessionCapabilities.archive`; left out = those that are not archived. */
  readonly archived?: "include" | "only";
}

type Request = (method: string, params: JsonObject, signal?: AbortSignal) => Promise<unknown>;

/** What the calls need of their connection. */
export interface SessionCallsOptions {
  /** What the person calls the agent. */
  readonly label: string;
  readonly request: Request;
  /** Throws a PersonError when the method must not be called on this session; `request` asks the same. */
  readonly checkCall: (method: string, sessionId: SessionId) => void;
  /** What the agent offers now. */
  readonly offers: () => AgentOffers;
  readonly mcpServers?: AgentHost["mcpServers"];
}

/**
 * The requests that begin, bring back, end and name sessions. What an agent does not offer is not asked for: the call
 * rejects with a PersonError that says so.
 */
export class SessionCalls {
  readonly #label: string;
  readonly #request: Request;
  readonly #checkCall: SessionCallsOptions["checkCall"];
  readonly #offers: () => AgentOffers;
  readonly #mcpServers: AgentHost["mcpServers"];

  constructor({ label, request, checkCall, offers, mcpServers }: SessionCallsOptions) {
    this.#label = label;
    this.#request = request;
    this.#checkCall = checkCall;
    this.#offers = offers;
    this.#mcpServers = mcpServers;
  }

  /** Opens a session in `cwd` and returns its id, which the log has named by then. */
  async open(cwd: string, options: CallOptions = {}): Promise<SessionId> {
    return this.#idOf(await this.#request("session/new", await this.#setup(cwd, options), options.signal));
  }

  async load(sessionId: SessionId, cwd: string, options: CallOptions = {}): Promise<void> {
    this.#mustOffer("load", t("to load a session"));
    await this.#request("session/load", await this.#setupOf("session/load", sessionId, cwd, options), options.signal);
  }

  async resume(sessionId: SessionId, cwd: string, options: CallOptions = {}): Promise<void> {
    this.#mustOffer("resume", t("to resume a session"));
    await this.#request("session/resume", await this.#setupOf("session/resume", sessionId, cwd, options), options.signal);
  }

  /** Returns the id of the new session. */
  async fork(sessionId: SessionId, cwd: string, options: CallOptions = {}): Promise<SessionId> {
    this.#mustOffer("fork", t("to fork a session"));
    return this.#idOf(await this.#request("session/fork", await this.#setupOf("session/fork", sessionId, cwd, options), options.signal));
  }

  async close(sessionId: SessionId, signal?: AbortSignal): Promise<void> {
    this.#mustOffer("close", t("to close a session"));
    await this.#request("session/close", { sessionId }, signal);
  }

  async delete(sessionId: SessionId, signal?: AbortSignal): Promise<void> {
    this.#mustOffer("delete", t("to delete a session"));
    await this.#request("session/delete", { sessionId }, signal);
  }

  /** Names a session; resolves with the title as the agent keeps it (schema `SetSessionTitleResponse`). */
  async setTitle(sessionId: SessionId, title: string, signal?: AbortSignal): Promise<string> {
    this.#mustOffer("title", t("to rename a session"));
    return readTitle(await this.#request("session/set_title", { sessionId, title }, signal)) ?? title;
  }

  /** Archiving ends what the session does, as closing does (schema `ArchiveSessionRequest`). */
  async setArchived(sessionId: SessionId, isArchived: boolean, signal?: AbortSignal): Promise<void> {
    this.#mustOffer("archive", t("to archive a session"));
    await this.#request(isArchived ? "session/archive" : "session/unarchive", { sessionId }, signal);
  }

  /** True when the agent has the session in memory, for whatever client; every word but `open` means that it has not. */
  async isInMemory(sessionId: SessionId, signal?: AbortSignal): Promise<boolean> {
    this.#mustOffer("status", t("to tell how a session stands"));
    return readStatus(await this.#request("session/status", { sessionId }, signal)) === "open";
  }

  /** One page of the sessions that the agent keeps. */
  async list({ cwd, cursor, archived }: ListQuery = {}, signal?: AbortSignal): Promise<SessionPage> {
    this.#mustOffer("list", t("to list its sessions"));
    const query = { cwd, cursor, archived: this.#offers().archive ? archived : undefined };
    return readSessionList(await this.#request("session/list", defined(query), signal));
  }

  /** The same for a session that there is. Whether the call is allowed comes first: the person may be asked about servers. */
  async #setupOf(method: string, sessionId: SessionId, cwd: string, options: CallOptions): Promise<JsonObject> {
    this.#checkCall(method, sessionId);
    return { sessionId, ...(await this.#setup(cwd, options)) };
  }

  /** What every request says that makes a session ready for work. */
  async #setup(cwd: string, { additionalDirectories = [], signal }: CallOptions): Promise<JsonObject> {
    const offers = this.#offers();
    const others = offers.additionalDirectories && additionalDirectories.length > 0 ? additionalDirectories : undefined;
    const mcpServers = (await this.#mcpServers?.({ label: this.#label, cwd, offers })) ?? [];
    signal?.throwIfAborted();
    return defined({ cwd, additionalDirectories: others, mcpServers });
  }

  #idOf(answer: unknown): SessionId {
    const sessionId = readNewSession(answer);
    if (sessionId === undefined)
      throw new PersonError(t("{0} opened a session without an id, which cannot be used. Restart the agent, or update it.", this.#label));
    return sessionId;
  }

  #mustOffer(offer: keyof AgentOffers, what: string): void {
    if (!this.#offers()[offer]) throw new PersonError(t("{0} does not offer {1}.", this.#label, what));
  }
}

/** Without the fields that have no value, so that the logged frame is what is written. */
function defined(params: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}
