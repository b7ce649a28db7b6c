import type { AuthMethod } from "@agentclientprotocol/sdk/unstable";
import { type AgentApp, type AgentContext, agent, RequestError } from "../acp/sdk.ts";
import { messageOf } from "../base/personError.ts";
import { isObject, type JsonObject } from "../session/content.ts";
import type { Clock } from "./clock.ts";
import { DemoSession } from "./demoSession.ts";
import type { DisplayName, Outgoing } from "./display.ts";
import { givenInWords } from "./given.ts";
import { KeptSessions } from "./keptSessions.ts";
import { DemoProviders } from "./providers.ts";
import type { RecordFolder, SessionRecord } from "./record.ts";
import { scenarios } from "./scenarios/scenarios.ts";
import type { ClientAnswer } from "./script.ts";
import type { DemoSettings } from "./settings.ts";
import type { DemoSignIn } from "./signIn.ts";

/** What the agent is built from. */
export interface DemoAgentOptions {
  readonly display: DisplayName;
  readonly clock: Clock;
  readonly folder: RecordFolder;
  readonly signIn: DemoSignIn;
  /** It offers neither load nor resume. */
  readonly isForgetful?: boolean;
  /** The variables that it was started with. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** Says something to whoever reads the agent's log. */
  readonly warn: (message: string) => void;
}

/** What a client says of a session that it makes ready for work. */
interface Setup {
  readonly mcpServers?: readonly JsonObject[];
  readonly additionalDirectories?: string[];
}

/** What an answer tells of mode and options. */
type Offered = Partial<DemoSettings["offered"]>;

const version = "1.0.0";
/** Script ms until a change of a setting is answered. */
const settingMs = 500;
/** Nothing takes a change back. */
const never = new AbortController().signal;

/** The agent side of one connection: sessions, their children, and who may do what to them. */
export class DemoAgent {
  readonly #options: DemoAgentOptions;
  readonly #sessions = new Map<string, DemoSession>();
  /** Child session id → the root that it belongs to. */
  readonly #roots = new Map<string, string>();
  readonly #kept: KeptSessions;
  #client: AgentContext | undefined;
  #takesSubagents = false;
  /** Options are told only to a client that takes all kinds of them. */
  #takesOptions = false;
  readonly #providers = new DemoProviders();

  constructor(options: DemoAgentOptions) {
    this.#options = options;
    this.#kept = new KeptSessions({
      folder: options.folder,
      isOpen: (sessionId) => this.#sessions.has(sessionId),
      letGo: (sessionId) => this.#letGo(sessionId),
      refuseChild: (sessionId) => this.#refuseChild(sessionId),
    });
  }

  /** The agent as an app of the SDK, to be connected once. */
  app(): AgentApp {
    return agent({ name: "acp-subagents-demo" })
      .onConnect((connection) => {
        this.#client = connection.client;
      })
      .onRequest("initialize", ({ params }) => {
        this.#takesSubagents = isObject(params.clientCapabilities?.subagents);
        this.#takesOptions = isObject(params.clientCapabilities?.session?.configOptions?.boolean);
        return initializeResponse(this.#options, params.clientCapabilities?.auth?.terminal === true);
      })
      .onRequest("authenticate", ({ params }) => this.#authenticate(params.methodId))
      .onRequest("logout", () => this.#signOut())
      .onRequest("auth/status", () => this.#options.signIn.status)
      .onRequest("session/new", ({ params }) => this.#new(params.cwd, params))
      .onRequest("session/prompt", ({ params }) => this.#prompt(params.sessionId, params.prompt))
      .onRequest("session/load", ({ params }) => this.#restore(params.sessionId, "load", params))
      .onRequest("session/resume", ({ params }) => this.#restore(params.sessionId, "resume", params))
      .onRequest("session/fork", ({ params }) => this.#fork(params.sessionId, params))
      .onRequest("session/list", ({ params }) => this.#kept.list(params))
      .onRequest("session/close", ({ params }) => this.#close(params.sessionId))
      .onRequest("session/delete", ({ params }) => this.#kept.delete(params.sessionId))
      .onRequest("session/set_title", ({ params }) => this.#kept.setTitle(params.sessionId, params.title))
      .onRequest("session/archive", ({ params }) => this.#kept.archive(params.sessionId, true))
      .onRequest("session/unarchive", ({ params }) => this.#kept.archive(params.sessionId, false))
      .onRequest("session/status", ({ params }) => this.#kept.status(params.sessionId))
      .onRequest("session/set_mode", ({ params }) => this.#setMode(params.sessionId, params.modeId))
      .onRequest("session/set_config_option", ({ params }) => this.#setOption(params.sessionId, params.configId, params.value))
      .onRequest("providers/list", () => this.#providers.list())
      .onRequest("providers/set", ({ params }) => this.#providers.set(params.providerId, params.apiType, params.baseUrl))
      .onRequest("providers/disable", ({ params }) => this.#providers.disable(params.providerId))
      .onNotification("session/cancel", ({ params }) => this.#cancel(params.sessionId))
      .onRequest("*", ({ method, params }) => {
        if (isObject(params) && typeof params.sessionId === "string") this.#refuseChild(params.sessionId);
        throw RequestError.methodNotFound(method);
      });
  }

  /** The terminal is the client's to open (schema `AuthMethodTerminal`). */
  #authenticate(methodId: string): Record<string, never> {
    if (methodId !== "demo-here") throw RequestError.invalidParams(undefined, `No method “${methodId}”`);
    this.#options.signIn.signIn();
    return {};
  }

  #signOut(): Record<string, never> {
    this.#options.signIn.signOut();
    return {};
  }

  #mustBeSignedIn(): void {
    if (this.#options.signIn.isMissing) throw RequestError.authRequired();
  }

  #new(cwd: string, setup: Setup): { sessionId: string } & Offered {
    this.#mustBeSignedIn();
    const session = this.#open(this.#options.folder.create(cwd), setup);
    afterAnswer(() => this.#tellCommands(session));
    return { sessionId: session.sessionId, ...this.#offered(session) };
  }

  async #prompt(sessionId: string, prompt: readonly JsonObject[]): Promise<{ stopReason: "end_turn" | "cancelled" }> {
    this.#mustBeSignedIn();
    const session = this.#session(sessionId);
    if (session.isTurnOpen) throw RequestError.invalidRequest(undefined, "The session has an open turn");
    return { stopReason: await session.prompt(prompt) };
  }

  /** A load tells the history before its answer, a resume does not; how things stand now comes after the answer. */
  async #restore(sessionId: string, how: "load" | "resume", setup: Setup): Promise<Offered> {
    this.#mustBeSignedIn();
    this.#refuseChild(sessionId);
    const session = this.#sessions.get(sessionId) ?? this.#reopen(sessionId, setup);
    if (how === "load") await session.replay();
    afterAnswer(async () => {
      await session.tellStandings(how === "load" ? "all" : "running");
      await this.#tellTitle(session.sessionId);
      await this.#tellCommands(session);
    });
    return this.#offered(session);
  }

  #offered({ settings }: DemoSession): Offered {
    return this.#takesOptions ? settings.offered : {};
  }

  /** A moment passes before a change is granted or refused, so that one can see it wait. */
  async #setMode(sessionId: string, modeId: string): Promise<Record<string, never>> {
    const { settings } = this.#session(sessionId);
    await this.#options.clock.wait(settingMs, never);
    settings.setMode(modeId);
    return {};
  }

  async #setOption(sessionId: string, configId: string, value: unknown): Promise<Pick<DemoSettings, "configOptions">> {
    const { settings } = this.#session(sessionId);
    await this.#options.clock.wait(settingMs, never);
    settings.set(configId, value);
    return { configOptions: settings.configOptions };
  }

  async #close(sessionId: string): Promise<Record<string, never>> {
    this.#session(sessionId);
    await this.#letGo(sessionId);
    return {};
  }

  async #letGo(sessionId: string): Promise<void> {
    await this.#sessions.get(sessionId)?.close();
    this.#sessions.delete(sessionId);
    for (const [child, root] of this.#roots) if (root === sessionId) this.#roots.delete(child);
  }

  #fork(sessionId: string, setup: Setup & { readonly cwd: string }): { sessionId: string } & Offered {
    this.#kept.mustKnow(sessionId);
    const record = this.#options.folder.fork(sessionId, setup.cwd);
    if (!record) throw RequestError.sessionNotFound(sessionId);
    const session = this.#open(record, setup);
    afterAnswer(async () => {
      await this.#tellTitle(session.sessionId);
      await this.#tellCommands(session);
    });
    return { sessionId: session.sessionId, ...this.#offered(session) };
  }

  /** The only thing that a client may do to a child; of a session that is not open it means nothing. */
  async #cancel(sessionId: string): Promise<void> {
    await this.#sessions.get(this.#roots.get(sessionId) ?? sessionId)?.cancel(sessionId);
  }

  #session(sessionId: string): DemoSession {
    this.#refuseChild(sessionId);
    const session = this.#sessions.get(sessionId);
    if (!session) throw RequestError.sessionNotFound(sessionId);
    return session;
  }

  #refuseChild(sessionId: string): void {
    if (this.#roots.has(sessionId))
      throw RequestError.invalidRequest(undefined, "Subagent sessions do not permit client-initiated mutations");
  }

  #reopen(sessionId: string, setup: Setup): DemoSession {
    const record = this.#options.folder.open(sessionId);
    if (!record) throw RequestError.sessionNotFound(sessionId);
    return this.#open(record, setup);
  }

  #open(record: SessionRecord, { mcpServers = [], additionalDirectories = [] }: Setup): DemoSession {
    const rootSessionId = record.created.sessionId;
    const session = new DemoSession({
      ...this.#options,
      record,
      given: givenInWords(mcpServers, this.#options.environment),
      takesSubagents: this.#takesSubagents,
      send: (outgoing) => this.#send(outgoing),
      request: (method, params, signal) => this.#request(method, params, signal),
      notify: (method, params) => this.#notify(method, params),
      onChild: (childSessionId) => this.#roots.set(childSessionId, rootSessionId),
      isTaken: (childSessionId) => this.#roots.has(childSessionId),
    });
    this.#sessions.set(rootSessionId, session);
    if (additionalDirectories.length > 0) this.#options.folder.note(rootSessionId, { additionalDirectories });
    return session;
  }

  /** The title that comes of the first prompt is part of the history. */
  async #tellTitle(sessionId: string): Promise<void> {
    const title = this.#options.folder.givenTitle(sessionId);
    if (title !== undefined) await this.#send({ sessionId, update: { sessionUpdate: "session_info_update", title } });
  }

  async #tellCommands(session: DemoSession): Promise<void> {
    const availableCommands = scenarios.map(({ name, description, hint }) => ({ name, description, ...(hint && { input: { hint } }) }));
    await this.#send({ sessionId: session.sessionId, update: { sessionUpdate: "available_commands_update", availableCommands } });
  }

  /** Once the connection is gone nobody can be told any more. */
  async #send(outgoing: Outgoing): Promise<void> {
    const method: string = "session/update";
    try {
      await this.#client?.notify(method, outgoing);
    } catch (error) {
      this.#options.warn(`An update of ${outgoing.sessionId} was not sent: ${messageOf(error)}`);
    }
  }

  /** A client that cannot answer is one that did not allow anything. */
  async #request(method: string, params: JsonObject, signal: AbortSignal): Promise<ClientAnswer> {
    try {
      const response: unknown = await this.#client?.request(method, params, { cancellationSignal: signal });
      return { result: isObject(response) ? response : {} };
    } catch (error) {
      if (!signal.aborted && !(error instanceof RequestError)) this.#options.warn(`${method} was not answered: ${messageOf(error)}`);
      return { error: messageOf(error) };
    }
  }

  async #notify(method: string, params: JsonObject): Promise<void> {
    try {
      await this.#client?.notify(method, params);
    } catch (error) {
      this.#options.warn(`${method} was not sent: ${messageOf(error)}`);
    }
  }
}

function initializeResponse({ signIn, isForgetful = false }: DemoAgentOptions, hasTerminal: boolean) {
  return {
    protocolVersion: 1,
    agentInfo: { name: "acp-subagents-demo", title: "Demo Agent", version },
    agentCapabilities: {
      loadSession: !isForgetful,
      promptCapabilities: { image: true, embeddedContext: true },
      mcpCapabilities: { http: true },
      sessionCapabilities: {
        list: {},
        ...(!isForgetful && { resume: {} }),
        close: {},
        fork: {},
        delete: {},
        title: {},
        archive: {},
        status: {},
        additionalDirectories: {},
      },
      auth: signIn.capabilities,
      providers: {},
    },
    authMethods: signIn.methods(hasTerminal) as AuthMethod[],
  };
}

/** Runs once the answer of the request at hand is on its way: the SDK queues it before the event loop turns. */
function afterAnswer(tell: () => Promise<void>): void {
  setImmediate(() => void tell());
}
