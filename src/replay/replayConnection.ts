import type { SessionModel } from "../session/model.ts";
import type { LiveConnection } from "../views/hub.ts";

/** Recorded traffic as the surfaces see a connection: nothing can be sent, and times count from the recording's own zero. */
export function replayConnection(model: SessionModel, key = "replay", startedAtEpoch = 0): LiveConnection {
  return {
    key,
    agentLabel: model.agent.title ?? model.agent.name ?? key,
    model,
    startedAtEpoch,
    isReplay: true,
    queued: () => [],
  };
}
