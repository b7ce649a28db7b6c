import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import type { SessionMessageRow, SubagentRow } from "../../session/rows.ts";
import type { Run, Session } from "../../session/session.ts";
import { placeName } from "../../shared/formats.ts";
import type { ToolView } from "../../shared/rowView.ts";
import type { LiveConnection } from "../hub.ts";
import { Labels, roleOf } from "../labels.ts";
import { answerWords, isStandIn, stateWords } from "../stateWords.ts";
import { runReceived } from "../transcript/sessionView.ts";
import type { ExportOptions } from "./exportOptions.ts";

/** What every form of an export says of sessions, whatever it is written in. All of it is as it was told: not masked, not marked up. */
export class ExportScope {
  readonly connection: LiveConnection;
  readonly options: ExportOptions;
  readonly #labels: Labels;

  constructor(connection: LiveConnection, options: ExportOptions) {
    this.connection = connection;
    this.options = options;
    this.#labels = new Labels(connection);
  }

  /** What a session is called. */
  labelOf(session: Session): string {
    return this.#labels.of(session);
  }

  /** What the session with this id is called; one that is not there by its id. */
  nameOf(id: SessionId | undefined): string {
    const session = id === undefined ? undefined : this.connection.model.get(id);
    return session ? this.#labels.of(session) : (id ?? t("unknown"));
  }

  /** A session's state in glyph and words, with its role before and its model behind. */
  stateOf(session: Session, hasRole = true) {
    const { mark, words } = stateWords(session, this.connection);
    const parts = [hasRole ? roleOf(session) : undefined, words, session.model].filter((part) => part !== undefined && part !== "");
    return { mark, words: parts.join(" · ") };
  }

  /** Who wrote to whom. */
  messageHead({ sender, recipient }: SessionMessageRow): string {
    return t("Message from {0} to {1}", this.nameOf(sender), this.nameOf(recipient));
  }

  /**
   * What stands, seen from its parent, in the place of what a child got or gave back, whose words stand with the child where that is
   * written: which run it was; empty of the first, whose card stands here. Undefined of other messages.
   */
  toldByCard(row: SessionMessageRow): string | undefined {
    const { sender, recipient, sessionId, isLaunch, text } = row;
    if (!this.options.hasSubagents) return undefined;
    const other = sender === sessionId ? recipient : sender;
    const child = other === undefined ? undefined : this.connection.model.get(other);
    if (child?.parentId !== sessionId) return undefined;
    const at = isLaunch ? 0 : child.runs.findIndex((run) => [run.prompt, run.answer, run.received].includes(text));
    if (at < 0) return undefined;
    return at === 0 ? "" : `${this.messageHead(row)} · ${t("Run {0}", at + 1)}`;
  }
}

/** True when the call that launched a child failed. */
export function isLaunchFailed({ toolCall }: SubagentRow): boolean {
  return toolCall?.status === "failed" && !toolCall.isCancelled;
}

/** What the parent got of a run, where that stands for nothing else. */
export function receivedOf(run: Run): string | undefined {
  return isStandIn(run) ? undefined : runReceived(run);
}

/** The answer of a run that has ended, where no row holds it: without words of the child's own it is what the parent got. */
export function answerOf(run: Run): string | undefined {
  if (run.endedAt === undefined || run.answerRowId !== undefined) return undefined;
  return answerWords(run);
}

/** Where a call was, with the lines, as `name` calls each file; not what its title says already. */
export function placesBeside(title: string, locations: ToolView["locations"], name: (path: string) => string): readonly string[] {
  return locations.map(({ path, ...lines }) => placeName(name(path), lines)).filter((place) => !title.includes(place));
}
