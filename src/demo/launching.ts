import type { JsonObject } from "../session/content.ts";
import type { LaunchSpec } from "./script.ts";
import type { SpawnSessionStart, WorkEvent } from "./spawnEvents.ts";

/** Where a child is started. */
export interface LaunchPlace {
  readonly childSessionId: string;
  readonly parentSessionId: string;
  readonly toolCallId: string;
  readonly depth: number;
  readonly maxDepth: number;
}

/** The start event of a launch. */
export function startEvent(spec: LaunchSpec, place: LaunchPlace): SpawnSessionStart {
  return {
    type: "SpawnSessionStart",
    childSessionId: place.childSessionId,
    parentSessionId: place.parentSessionId,
    toolCallId: place.toolCallId,
    spawnMechanism: spec.mechanism ?? "sync",
    sourceName: spec.role,
    sourceType: spec.sourceType ?? "agent",
    depth: place.depth,
    description: spec.title,
    metadata: metadataOf(spec, place),
  };
}

/** A background start carries its prompt cut short, the id under which its task runs, and how deep children may nest. */
function metadataOf(spec: LaunchSpec, place: LaunchPlace): JsonObject {
  if (spec.mechanism !== "async_worker") return { prompt: spec.prompt };
  const prompt = spec.prompt.length > 200 ? `${spec.prompt.slice(0, 200)}…` : spec.prompt;
  return { prompt, taskId: place.toolCallId, depthLimit: place.maxDepth };
}

/** The tool call of the parent that stands for a launch, where it is shown. */
export function launchingCall(toolCallId: string, spec: LaunchSpec): WorkEvent {
  const rawInput = { description: spec.title, prompt: spec.prompt, subagent_type: spec.role };
  const content = [{ type: "content", content: { type: "text", text: spec.prompt } }];
  const call = { name: "Agent", title: spec.title, kind: "think", status: "pending", rawInput, content } as const;
  return { type: "toolCallStarted", toolCallId, ...call, isLaunch: true };
}

/** A message as the one who gets it tells it. */
export function received(messageId: string, senderSessionId: string, text: string): WorkEvent {
  return { type: "messageReceived", messageId, senderSessionId, text };
}
