// The programming interface of the extension ACP Subagents, for other extensions. Copy this file into yours.
//
//   const api = await vscode.extensions.getExtension<AcpSubagentsApi>("acp-subagents.acp-subagents")?.activate();
//   const { text } = await api.sendPrompt("Which files does the store touch?");
import type { Event } from "vscode";

/** What `activate()` resolves with. New members may come under the same `version`; an incompatible change raises it. */
export interface AcpSubagentsApi {
  readonly version: 1;

  /**
   * Sends a prompt and resolves when its turn has ended; while another turn runs there, it waits for its own. Without
   * `sessionId` a new session is begun, with `agent` or with the agent that *New Session* would take; the agent is
   * started when it does not run. Rejects with an `Error` whose message is a sentence for the person: the workspace is not
   * trusted, there is no such agent or session, the agent ended, the person withdrew the prompt. Requests of the agent,
   * for permission say, go to the person, never to the caller.
   */
  sendPrompt(text: string, options?: PromptOptions): Promise<PromptResult>;

  /** The sessions that are open in this window now, as plain data that does not change afterwards. */
  getSessions(): readonly SessionData[];

  /** Something of the sessions may be different: ask `getSessions()`. Fires five times a second at most. */
  readonly onDidChangeSessions: Event<void>;
}

export interface PromptOptions {
  /** The agent's name, as the settings and the tree show it. */
  readonly agent?: string;
  /** The `id` of a session of `getSessions()` that is no subagent. Then `agent` is of no matter. */
  readonly sessionId?: string;
}

export interface PromptResult {
  /** Why the turn ended, in the protocol's words (`end_turn`, `cancelled`, `refusal`, `max_tokens` …); undefined when the agent did not say. */
  readonly stopReason: string | undefined;
  /**
   * What the agent of the session itself said at the end of the turn: its messages behind its last tool call or subagent.
   * Never the words of a subagent. Empty when it said nothing.
   */
  readonly text: string;
  /** The session, for a next prompt. */
  readonly sessionId: string;
}

/** One session, or one subagent of it. */
export interface SessionData {
  /** To be passed on as it is; it holds while the window lives. */
  readonly id: string;
  /** The agent's name. */
  readonly agent: string;
  /** What its row in the tree is called. The text may be an agent's own. */
  readonly title: string;
  /** Its state as the tree says it, in the language of the editor. */
  readonly state: string;
  readonly isWorking: boolean;
  /** How many requests of this session, and of those below it, wait for the person. */
  readonly waitingRequests: number;
  /** Its subagents, in the order in which they were announced. */
  readonly children: readonly SessionData[];
}
