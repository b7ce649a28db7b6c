import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { SessionId } from "../session/ids.ts";
import type { KeptGroup, KeptSession } from "./sessionCatalogue.ts";

/** One line of the list of sessions that an agent keeps. All words went through `plainLabel`. */
export type SessionChoice =
  | { readonly type: "folder"; readonly label: string }
  | {
      readonly type: "session";
      readonly label: string;
      readonly description: string;
      readonly detail: string;
      readonly session: KeptSession;
    }
  /** Asks for the next page of a group. */
  | { readonly type: "more"; readonly label: string; readonly folder: string | undefined };

/** What is known of the sessions beside their listing. */
export interface ChoiceFacts {
  /** Epoch ms. */
  readonly now: number;
  /** True for a session that is open in this window. */
  readonly isOpen: (sessionId: SessionId) => boolean;
  /** True for a session that another window has open. */
  readonly isElsewhere: (sessionId: SessionId) => boolean;
  /** True for a session of which the agent said that it has it in memory. */
  readonly isInMemory: (sessionId: SessionId) => boolean;
}

/** The lines for these groups, in their order. Folders are named as soon as there is more than one group with something in it. */
export function sessionChoiceLines(groups: readonly KeptGroup[], facts: ChoiceFacts): readonly SessionChoice[] {
  const filled = groups.filter(({ sessions, hasMore }) => sessions.length > 0 || hasMore);
  const isNamed = filled.length > 1 || filled.some(({ folder }) => folder === undefined);
  return groups.flatMap((group): readonly SessionChoice[] => {
    const isOthers = group.folder === undefined;
    const head: readonly SessionChoice[] = isNamed && filled.includes(group) ? [{ type: "folder", label: folderLabel(group.folder) }] : [];
    const lines = group.sessions.map((session) => sessionLine(session, isOthers, facts));
    return [...head, ...lines, ...moreLine(group)];
  });
}

function moreLine({ folder, hasMore, isBegun }: KeptGroup): readonly SessionChoice[] {
  if (hasMore) return [{ type: "more", label: t("Show more…"), folder }];
  return folder === undefined && !isBegun ? [{ type: "more", label: t("Show sessions of other folders…"), folder }] : [];
}

function sessionLine(session: KeptSession, isFolderTold: boolean, facts: ChoiceFacts): SessionChoice {
  const { sessionId, title, updatedAt, archived, cwd, additionalDirectories = [] } = session;
  const words = [updatedAt === undefined ? "" : timeAgo(updatedAt, facts.now), openWords(sessionId, facts), archived ? t("archived") : ""];
  const folders = [isFolderTold ? cwd : undefined, ...additionalDirectories].filter((folder) => folder !== undefined);
  return {
    type: "session",
    label: plainLabel(title?.trim() ? title : sessionId),
    description: plainLabel(words.filter((word) => word !== "").join(" · ")),
    detail: plainLabel(folders.join(" · ")),
    session,
  };
}

function openWords(sessionId: SessionId, { isOpen, isElsewhere, isInMemory }: ChoiceFacts): string {
  if (isOpen(sessionId)) return t("open here");
  if (isElsewhere(sessionId)) return t("open in another window");
  return isInMemory(sessionId) ? t("held open by the agent") : "";
}

function folderLabel(folder: string | undefined): string {
  if (folder === undefined) return t("Other folders");
  return plainLabel(folder.split(/[\\/]/).findLast((part) => part !== "") ?? folder);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["week", 7 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago a time was, in words: “3 hours ago”, “yesterday”. `iso` as the agent sent it, and returned so when it is no time. */
export function timeAgo(iso: string, now: number): string {
  const time = Date.parse(iso);
  if (Number.isNaN(time)) return iso;
  const seconds = Math.round((time - now) / 1000);
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  if (!unit) return t("just now");
  const [name, length] = unit;
  // A translation of this one word names its own language (BCP 47), so that times and sentences never differ.
  return new Intl.RelativeTimeFormat(t("en"), { numeric: "auto" }).format(Math.trunc(seconds / length), name);
}
