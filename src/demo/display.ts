import { t } from "../base/words.ts";
import type { JsonObject } from "../session/content.ts";
import { DraftDisplay } from "./draftDisplay.ts";
import { InlineDisplay } from "./inlineDisplay.ts";
import { LegacyDisplay } from "./legacyDisplay.ts";
import { PlainDisplay } from "./plainDisplay.ts";
import type { DemoEvent, RootEvent, SpawnSessionStart, StreamComplete, SubAgentEvent } from "./spawnEvents.ts";
import { StandardDisplay } from "./standardDisplay.ts";
import { ToolBoxDisplay } from "./toolBoxDisplay.ts";
import { ZedDisplay } from "./zedDisplay.ts";

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

/** One form of showing children. */
interface DisplayForm {
  create(options: DisplayOptions): Display;
  /** Only for a client that takes subagent sessions. */
  readonly isNegotiated?: boolean;
  /** A cancel of the root's turn ends its background children too. */
  readonly cancelsAll?: boolean;
  /** Said once when the agent starts. */
  warning?(): string;
}

/** The forms that `--display` knows. A further form is one class and one line here. */
export const displays = {
  standard: { create: (options) => new StandardDisplay(options), isNegotiated: true },
  draft: { create: (options) => new DraftDisplay(options), isNegotiated: true, cancelsAll: true },
  zed: { create: (options) => new ZedDisplay(options), cancelsAll: true, warning: zedWarning },
  tool_box: { create: (options) => new ToolBoxDisplay(options), cancelsAll: true },
  inline: { create: (options) => new InlineDisplay(options), cancelsAll: true },
  legacy: { create: (options) => new LegacyDisplay(options), cancelsAll: true },
} satisfies Readonly<Record<string, DisplayForm>>;

/** A value of `--display`. */
export type DisplayName = keyof typeof displays;

/** What is to be known of a form by its name. */
export function displayForm(name: DisplayName): DisplayForm {
  return displays[name];
}

/** The display for a client; one that does not take the subagent sessions of a form gets children as plain tool calls. */
export function createDisplay(name: DisplayName, takesSubagents: boolean, options: DisplayOptions): Display {
  const form = displayForm(name);
  return form.isNegotiated && !takesSubagents ? new PlainDisplay(options.rootSessionId) : form.create(options);
}

function zedWarning(): string {
  return t("--display zed shows subagents the way Zed does, which no standard describes: other clients may not see their work.");
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
