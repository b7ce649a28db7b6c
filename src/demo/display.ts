import type { JsonObject } from "../session/content.ts";
import { PlainDisplay } from "./plainDisplay.ts";
import type { DemoEvent, RootEvent, SpawnSessionStart, StreamComplete, SubAgentEvent } from "./spawnEvents.ts";
import { StandardDisplay } from "./standardDisplay.ts";

/** The params of one `session/update` notification. */
export interface Outgoing {
  readonly sessionId: string;
  readonly update: JsonObject;
}

/**
 * How children look on the wire: each event of a session becomes the notifications that tell it. One display serves
 * one root session and sees the events that the tracker accepted, in order.
 */
export interface Display {
  rootEvent(event: RootEvent): readonly Outgoing[];
  spawnSessionStart(event: SpawnSessionStart): readonly Outgoing[];
  subAgentEvent(event: SubAgentEvent): readonly Outgoing[];
  streamComplete(event: StreamComplete): readonly Outgoing[];
  /** The session id that a permission request of `sessionId` is sent with. */
  requestSession(sessionId: string): string;
  /** Tells how a child stands once a load or resume has been answered. */
  currentState(child: ChildStanding): readonly Outgoing[];
}

/** How a child stands at one moment. */
export interface ChildStanding {
  readonly start: SpawnSessionStart;
  readonly isRunning: boolean;
  /** How its latest work ended; undefined also when the process that ran it died. */
  readonly end: StreamComplete | undefined;
}

/** What a display is made for. */
export interface DisplayOptions {
  readonly rootSessionId: string;
  /** Told again for a load: what was possible and running then is not told as possible and running now. */
  readonly isReplay: boolean;
}

/** The forms that `--display` knows. A further form is one class and one line here. */
export const displays = {
  standard: (options: DisplayOptions): Display => new StandardDisplay(options),
} as const;

/** A value of `--display`. */
export type DisplayName = keyof typeof displays;

/** The display for a client; one that does not take sub-agent sessions gets children as plain tool calls. */
export function createDisplay(name: DisplayName, takesSubagents: boolean, options: DisplayOptions): Display {
  return takesSubagents ? displays[name](options) : new PlainDisplay(options.rootSessionId);
}

/** The notifications for one event of any kind. */
export function show(display: Display, event: DemoEvent): readonly Outgoing[] {
  switch (event.type) {
    case "RootEvent":
      return display.rootEvent(event);
    case "SpawnSessionStart":
      return display.spawnSessionStart(event);
    case "SubAgentEvent":
      return display.subAgentEvent(event);
    case "StreamComplete":
      return display.streamComplete(event);
  }
}
