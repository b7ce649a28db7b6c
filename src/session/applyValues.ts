import { assertNever } from "../base/assertNever.ts";
import type { Draft } from "./draft.ts";
import { type ConfigOption, patched, type SessionEvent } from "./events.ts";
import type { SessionRecord } from "./sessionRecord.ts";
import { optionKey } from "./settings.ts";

/** The events that only change a value of a session. */
export type ValueEventType =
  | "sessionInfoReported"
  | "configReported"
  | "modeReported"
  | "modesReported"
  | "commandsReported"
  | "usageReported";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** What only changes a value of a session. */
export function applyValue(draft: Draft, event: Of<ValueEventType>): void {
  const session = draft.ensure(event.sessionId);
  draft.touch(session);
  switch (event.type) {
    case "sessionInfoReported":
      session.ownTitle = patched(session.ownTitle, event.title);
      session.updatedAt = patched(session.updatedAt, event.updatedAt);
      return;
    case "configReported":
      setConfig(session, event.options);
      return;
    case "modeReported":
      session.modeId = event.modeId;
      return;
    case "modesReported":
      session.modes = event.modes;
      session.modeId = event.modeId ?? session.modeId;
      return;
    case "commandsReported":
      session.commands = event.commands;
      return;
    case "usageReported":
      session.usage = { used: event.used ?? session.usage?.used, size: event.size ?? session.usage?.size };
      session.cost = patched(session.cost, event.cost);
      return;
    default:
      assertNever(event);
  }
}

function setConfig(session: SessionRecord, options: readonly ConfigOption[]): void {
  session.config = options;
  // An agent may have another option of that category beside it: who provides the model (cline).
  const model = options.find(({ id }) => id === "model") ?? options.find(({ category }) => category === "model");
  if (model?.value !== undefined) session.model = model.choices.find((choice) => choice.value === model.value)?.name ?? model.value;
}

/** We asked for a change: until it is answered the value that is wanted stands beside the one that holds. */
export function applySettingSent(draft: Draft, { sessionId, key, value }: Of<"settingSent">): void {
  const session = draft.sessions.get(sessionId);
  if (!session || session.standing === "child") return;
  session.pendingSettings = [...session.pendingSettings, { key, value }];
  session.refusedSetting = undefined;
  draft.touch(session);
}

/** What was granted holds from now on; what was refused leaves the value as the agent reported it last. */
export function applySettingAnswered(draft: Draft, { sessionId, key, value, error }: Of<"settingAnswered">): void {
  const session = draft.sessions.get(sessionId);
  if (!session || session.standing === "child") return;
  draft.touch(session);
  const at = session.pendingSettings.findIndex((change) => change.key === key && change.value === value);
  session.pendingSettings = session.pendingSettings.filter((_, index) => index !== at);
  if (error !== undefined) session.refusedSetting = { key, value, error };
  else if (key === "mode") session.modeId = value;
  else
    setConfig(
      session,
      session.config.map((option) => (optionKey(option.id) === key ? { ...option, value } : option)),
    );
}
