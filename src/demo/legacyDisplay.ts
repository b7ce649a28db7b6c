import type { Outgoing } from "./display.ts";
import { FurtherDisplay, planText } from "./furtherDisplay.ts";
import type { SpawnSessionStart, WorkEvent } from "./spawnEvents.ts";
import { updateOf } from "./workUpdates.ts";

/** A line of the root says that a child starts; what it does is text of the root, and nothing tells its end. */
export class LegacyDisplay extends FurtherDisplay {
  requestSession(): string {
    return this.root;
  }

  currentState(): readonly Outgoing[] {
    return [];
  }

  protected override started(start: SpawnSessionStart): readonly Outgoing[] {
    const icon = start.spawnMechanism === "sync" ? "🚀" : "⚡";
    return [this.#line(`spawn:${start.childSessionId}`, `${icon} **\`${start.sourceName}\`** ${start.description}`)];
  }

  protected override worked(start: SpawnSessionStart, event: WorkEvent): readonly Outgoing[] {
    switch (event.type) {
      case "textStreamed":
      case "thoughtStreamed":
        return [{ sessionId: this.root, update: updateOf(event) }];
      case "toolCallStarted":
        return [this.#line(event.toolCallId, `\`${start.sourceName}\` ${event.title}`)];
      case "planReported":
        return [this.#line(`plan:${start.childSessionId}`, `\n${planText(event)}\n`)];
      default:
        return this.endOfAskedCall(event);
    }
  }

  protected override ended(): readonly Outgoing[] {
    return [];
  }

  #line(messageId: string, text: string): Outgoing {
    return { sessionId: this.root, update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text }, messageId } };
  }
}
