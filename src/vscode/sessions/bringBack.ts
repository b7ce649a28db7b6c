import type { Agent } from "../../acp/agent.ts";
import { t } from "../../base/words.ts";
import { toSessionId } from "../../session/ids.ts";
import { NotNow } from "../notNow.ts";

/** An earlier session, as much as is needed to have it back. */
export interface EarlierSession {
  readonly sessionId: string;
  readonly cwd: string;
  /** Full paths of the folders beside `cwd`. */
  readonly additionalDirectories?: readonly string[];
  /** What it was called. */
  readonly title?: string;
}

/** The agent offers no way to open earlier sessions. */
export class CannotReopen extends NotNow {
  constructor(agentLabel: string) {
    super(t("{0} cannot open earlier sessions. Start a new one.", agentLabel));
  }
}

/**
 * Has an agent open an earlier session again, under its own id: by loading it with its history where the agent offers
 * that, else by going on without. What we kept of it ourselves is drawn first (`AgentSessions.reopen`). Rejects with
 * `CannotReopen` when the agent can do neither.
 */
export async function bringBack(agent: Agent, earlier: EarlierSession, signal: AbortSignal): Promise<void> {
  const { load, resume } = agent.offers;
  if (!load && !resume) throw new CannotReopen(agent.launch.label);
  const { sessionId, cwd, ...options } = earlier;
  await agent.sessions.reopen(toSessionId(sessionId), cwd, { ...options, signal });
}
