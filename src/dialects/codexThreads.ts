import { isObject, type JsonObject } from "../session/content.ts";
import type { WorkState } from "../session/workState.ts";
import { at, type Call } from "./calls.ts";
import { text } from "./fields.ts";
import { type FlatRow, firstLine, type Launch, type LaunchEnd, plainEnd } from "./flatRow.ts";

/** Codex without child sessions (F4): threads are named in the raw input of its collaboration tools. */
export const codex: FlatRow = {
  dialect: "launch",
  // To a client of the earlier draft the launches are shown, and their children often not (2.6.0).
  namesSessions: true,
  namedLater: "inOrder",
  launch(call) {
    const { input } = call;
    if (text(input, "senderThreadId") === undefined || !Array.isArray(input.receiverThreadIds)) return codexThread(call);
    const prompt = text(input, "prompt");
    if (prompt === undefined || !(call.title === "spawnAgent" || call.name === "spawnAgent")) return undefined;
    const [thread] = input.receiverThreadIds;
    return {
      title: firstLine(prompt),
      prompt,
      model: text(input, "model") || undefined,
      key: typeof thread === "string" ? thread : undefined,
      isBackground: true,
    };
  },
  end: (call, update) => (call.status === "failed" ? plainEnd(call, update) : { isLaunched: true }),
  wakes(call) {
    const [key] = codexThreads(call);
    return isMessage(call.title) && key !== undefined ? { key, prompt: text(call.input, "prompt") } : undefined;
  },
};

const isMessage = (title: string): boolean => title === "sendInput" || title === "followupTask";

/** What a collaboration call gives its threads to do; undefined of one that does not write to them. */
export function codexMessage({ title, input }: Pick<Call, "title" | "input">): string | undefined {
  return isMessage(title) ? text(input, "prompt") : undefined;
}

/** The threads that a collaboration call names. */
export function codexThreads({ input }: Pick<Call, "input">): readonly string[] {
  if (text(input, "senderThreadId") === undefined || !Array.isArray(input.receiverThreadIds)) return [];
  return input.receiverThreadIds.filter((thread) => typeof thread === "string");
}

function codexThread(call: Call): Launch | undefined {
  const thread = text(call.input, "agentThreadId");
  if (thread === undefined || call.input.activityKind !== "started") return undefined;
  const path = text(call.input, "agentPath");
  return { title: path?.split("/").pop(), key: thread, isBackground: true };
}

/** Codex tells how its threads fare in the raw input of its other collaboration calls: by thread, a state and its last words. */
export function codexThreadStates(call: Call): readonly { readonly key: string; readonly end: LaunchEnd }[] {
  // A `wait` for a child that failed is itself failed.
  if (!call.isEnded) return [];
  const { input } = call;
  const thread = text(input, "agentThreadId");
  if (thread !== undefined && input.activityKind === "completed")
    return [{ key: thread, end: { state: { state: "idle", stopReason: "end_turn" } } }];
  return Object.entries(at(input, "agentsStates")).flatMap(([key, value]) => {
    const state = isObject(value) ? codexState(value) : undefined;
    return state ? [{ key, end: state }] : [];
  });
}

/** How a child was at rest when a collaboration call was made, and with which answer; undefined when it was not. */
export function codexRest(input: JsonObject, childId: string): { readonly state: WorkState; readonly answer?: string } | undefined {
  const [, value] = Object.entries(at(input, "agentsStates")).find(([thread]) => childId.endsWith(`:${thread}`)) ?? [];
  const { state, received } = (isObject(value) && codexState(value)) || {};
  return state && { state, answer: state.error ? undefined : received };
}

function codexState(value: JsonObject): LaunchEnd | undefined {
  const words = text(value, "message");
  if (value.status === "completed") return { state: { state: "idle", stopReason: "end_turn" }, received: words };
  if (value.status === "errored")
    return { state: { state: "idle", stopReason: "error", error: { message: words ?? "" } }, received: words };
  if (value.status === "interrupted" || value.status === "shutdown")
    return { state: { state: "idle", stopReason: "cancelled" }, received: words };
  return undefined;
}
