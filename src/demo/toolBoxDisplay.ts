import type { JsonObject } from "../session/content.ts";
import type { ChildStanding, Outgoing } from "./display.ts";
import { FurtherDisplay, planText, statusOf, textItem } from "./furtherDisplay.ts";
import type { SpawnSessionStart, StreamComplete, WorkEvent } from "./spawnEvents.ts";

/** What one child's call holds so far. */
interface Box {
  content: readonly JsonObject[];
  /** The message whose text is the last of the content, still growing. */
  growing: { readonly messageId: string; readonly text: string } | undefined;
}

/** One call of the parent for each child, to whose content everything is appended that the child does. */
export class ToolBoxDisplay extends FurtherDisplay {
  readonly #boxes = new Map<string, Box>();

  /** Clients that know nothing of this form know the root alone. */
  requestSession(): string {
    return this.root;
  }

  currentState({ start, isRunning, end }: ChildStanding): readonly Outgoing[] {
    if (end) return [];
    return [isRunning ? this.#announced(start) : this.#updated(start, { status: "failed" })];
  }

  protected override started(start: SpawnSessionStart): readonly Outgoing[] {
    this.#boxes.set(start.childSessionId, { content: [], growing: undefined });
    return [this.#announced(start)];
  }

  protected override worked(start: SpawnSessionStart, event: WorkEvent): readonly Outgoing[] {
    const asked = this.endOfAskedCall(event);
    const box = this.#boxes.get(start.childSessionId);
    if (!box) return asked;
    switch (event.type) {
      case "textStreamed":
      case "thoughtStreamed":
        grow(box, event.messageId, event.text);
        return [this.#updated(start, { content: box.content })];
      case "toolCallStarted":
        return [this.#appended(start, box, [textItem(event.title), ...(event.content ?? [])])];
      case "toolCallEnded": {
        const failure = event.status === "failed" ? [textItem("failed")] : [];
        const items = [...(event.content ?? []), ...failure];
        return items.length === 0 ? asked : [...asked, this.#appended(start, box, items)];
      }
      case "planReported":
        return [this.#appended(start, box, [textItem(planText(event))])];
      case "stateReported":
        return event.state === "running" ? [this.#updated(start, { status: "in_progress" })] : [];
      default:
        return asked;
    }
  }

  protected override ended(start: SpawnSessionStart, end: StreamComplete): readonly Outgoing[] {
    const box = this.#boxes.get(start.childSessionId);
    // A child that ended well has said its result itself.
    const content = [...(box?.content ?? []), ...(end.outcome === "success" ? [] : [textItem(end.result)])];
    return [this.#updated(start, { status: statusOf(end), content, rawOutput: end.result })];
  }

  #announced(start: SpawnSessionStart): Outgoing {
    const update = {
      sessionUpdate: "tool_call",
      toolCallId: callIdOf(start),
      title: `Spawned: ${start.sourceName}`,
      kind: "other",
      status: "in_progress",
      _meta: {
        type: "spawn_start",
        child_session_id: start.childSessionId,
        spawn_mechanism: start.spawnMechanism,
        depth: start.depth,
      },
    };
    return { sessionId: start.parentSessionId, update };
  }

  #appended(start: SpawnSessionStart, box: Box, items: readonly JsonObject[]): Outgoing {
    box.content = [...box.content, ...items];
    box.growing = undefined;
    return this.#updated(start, { content: box.content });
  }

  /** The content of an update replaces what the call had, so it is always sent whole. */
  #updated(start: SpawnSessionStart, fields: JsonObject): Outgoing {
    return { sessionId: start.parentSessionId, update: { sessionUpdate: "tool_call_update", toolCallId: callIdOf(start), ...fields } };
  }
}

function grow(box: Box, messageId: string, piece: string): void {
  const isSame = box.growing?.messageId === messageId;
  const text = isSame ? `${box.growing?.text}${piece}` : piece;
  box.content = [...(isSame ? box.content.slice(0, -1) : box.content), textItem(text)];
  box.growing = { messageId, text };
}

function callIdOf(start: SpawnSessionStart): string {
  return `spawn:${start.childSessionId}`;
}
