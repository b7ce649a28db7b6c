import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { Session } from "../../session/session.ts";
import { formatDuration } from "../../shared/formats.ts";
import { markIcon } from "../../shared/markIcon.ts";
import type { LiveConnection } from "../hub.ts";
import { type Labels, roleOf } from "../labels.ts";
import { reconnectWords } from "../reconnectWords.ts";
import { timeAgo } from "../sessionChoices.ts";
import { answerWords, spanOf, stateWords } from "../stateWords.ts";
import { canStop, ownFolder, parentOf, requestCounts } from "../transcript/sessionView.ts";
import { settingFacts } from "../transcript/settingViews.ts";
import { usageFacts } from "../usageWords.ts";

/** What the row of a tree node says. All strings went through `plainLabel`. */
export interface TreeRow {
  readonly key: string;
  readonly kind: "session" | "more" | "notice";
  readonly label: string;
  readonly description: string;
  /** Codicon id, `~spin` included; empty = none. */
  readonly icon: string;
  /** Theme colour id. */
  readonly color?: string;
  readonly hasChildren: boolean;
  /**
   * Words for menus: of a session `session`, `root`, `child` or `detached`, and where they apply `hasParent`, `hasFolder` (its own), `canPrompt`,
   * `canCancelTurn` (a root's turn), `canStop` (a child), `hasPrompt`, `hasAnswer`, `canRestart`, `canDisconnect`,
   * `canReopen`, `canFork`, `canRename`, `canClose`, `canArchive`, `canDelete` (a root, where its agent offers it),
   * `canForget` (a closed root), `replay`, `stored` (from our own history); else `more` or `notice`.
   */
  readonly contextValue: string;
  /** What a screen reader says for the row. */
  readonly accessibleText: string;
  /** What a click on a notice or "more" row does. */
  readonly action?: "showMore" | "restartAgent" | "reconnectNow" | "signIn" | "showLog";
}

/** A tooltip as data: a heading, named values, and the prompt's first lines. Plain text, never Markdown. */
export interface TreeTooltip {
  readonly title: string;
  readonly lines: readonly { readonly name: string; readonly value: string }[];
  /** At most five lines; empty when no prompt is known. */
  readonly prompt: string;
}

/** Characters of a tree row's label. */
const labelLength = 120;

function contextWords(connection: LiveConnection, session: Session): string {
  const { isReplay, model } = connection;
  const isRoot = session.standing === "root";
  const isLive = !isReplay && !model.isConnectionLost;
  const isStoppable = canStop(connection, session);
  const words: readonly (readonly [string, boolean])[] = [
    ["session", true],
    [session.standing, true],
    ["hasParent", session.parentId !== null],
    ["hasFolder", ownFolder(session, model) !== undefined],
    ["canPrompt", isRoot && isLive && !session.isClosed],
    ["canCancelTurn", isRoot && isStoppable],
    ["canStop", !isRoot && isStoppable],
    ["hasPrompt", session.turns.length > 0 || session.runs.some((run) => run.prompt !== undefined)],
    ["hasAnswer", session.turns.some(({ endedAt }) => endedAt !== undefined) || session.runs.some((run) => answerWords(run) !== undefined)],
    ["canRestart", isRoot && !isReplay && model.isConnectionLost],
    ["canDisconnect", isRoot && isLive],
    ["replay", isReplay && connection.storedBecause === undefined],
    ["stored", isReplay && connection.storedBecause !== undefined],
    ...offered(connection, session, isRoot && isLive && !session.isRestoring),
  ];
  return words.flatMap(([word, applies]) => (applies ? [word] : [])).join(" ");
}

/** What can be done with a root as a whole; `isAble`: its agent can be asked now. */
function offered({ offers }: LiveConnection, { isClosed }: Session, isAble: boolean): readonly (readonly [string, boolean])[] {
  if (!offers || !isAble) return [];
  return [
    ["canReopen", isClosed && (offers.load || offers.resume)],
    ["canFork", offers.fork],
    ["canRename", offers.title],
    ["canClose", offers.close && !isClosed],
    ["canArchive", offers.archive],
    ["canDelete", offers.delete],
    ["canForget", isClosed],
  ];
}

/** The row of a session. */
export function sessionRow(connection: LiveConnection, labels: Labels, session: Session, key: string, hasChildren: boolean): TreeRow {
  const state = stateWords(session, connection);
  const label = plainLabel(labels.of(session), labelLength);
  const words = plainLabel(state.words);
  const role = plainLabel(roleOf(session) ?? "");
  return {
    key,
    kind: "session",
    label,
    description: words,
    ...markIcon(state.mark, state.isDim),
    hasChildren,
    contextValue: contextWords(connection, session),
    accessibleText: [label, role, words].filter((part) => part !== "").join(", "),
  };
}

/** The row that shows more of a long list; `told` says in a few words why it is not there at once. */
export function moreRow(key: string, count: number, told: string): TreeRow {
  const label = count === 1 ? t("show 1 more") : t("show {0} more", count);
  return {
    key,
    kind: "more",
    label,
    description: told,
    icon: "ellipsis",
    hasChildren: false,
    contextValue: "more",
    accessibleText: label,
    action: "showMore",
  };
}

/** A sentence under a session, dim, with what a click on it does. */
export interface Notice {
  readonly text: string;
  readonly action?: TreeRow["action"];
}

/** What a root has to say beside its children: disconnected, signed out, or that there is nothing below it. */
export function noticeOf(connection: LiveConnection, root: Session): Notice | undefined {
  const { model } = connection;
  if (root.standing !== "root") return undefined;
  if (model.isConnectionLost) {
    if (connection.isReplay) return { text: t("The recorded connection ended here") };
    const plan = model.reconnectPlan;
    if (plan.type === "refused") return { text: t("Disconnected: {0}", plainLabel(plan.because, 240)), action: "reconnectNow" };
    const reason = plainLabel(model.connectionLostReason ?? "", 120);
    const lost = reason ? t("Disconnected: {0}", reason) : t("Disconnected");
    const next = reconnectWords(plan);
    return next === undefined ? { text: lost, action: "restartAgent" } : { text: t("{0} · {1}", next, lost), action: "reconnectNow" };
  }
  if (connection.model.needsSignIn) return { text: t("Sign in to go on"), action: "signIn" };
  if (root.children.length > 0 || root.isTurnOpen || root.lastTurn === undefined) return undefined;
  for (const session of model.sessions) if (session.standing === "child") return { text: t("No subagents in this session") };
  return { text: t("This agent has not reported subagents so far"), action: "showLog" };
}

/** The row of a sentence under a session. `key` is the row's own. */
export function noticeRow(key: string, notice: Notice): TreeRow {
  const text = plainLabel(notice.text);
  return {
    key,
    kind: "notice",
    label: "",
    description: text,
    icon: "info",
    color: "disabledForeground",
    hasChildren: false,
    contextValue: "notice",
    accessibleText: text,
    action: notice.action,
  };
}

function elapsedOf(connection: LiveConnection, session: Session, now: number): string {
  const span = spanOf(session);
  if (!span) return "";
  if (span.endedAt !== undefined) return formatDuration(span.endedAt - span.startedAt);
  const { mark } = stateWords(session, connection);
  return mark === "running" || mark === "stalled" || mark === "waiting"
    ? formatDuration(now - connection.startedAtEpoch - span.startedAt)
    : "";
}

function firstLines(text: string, count: number): string {
  return text
    .trim()
    .slice(0, 4000)
    .split("\n")
    .slice(0, count)
    .map((line) => plainLabel(line, 160))
    .join("\n");
}

/** The tooltip of a session. Usage and cost are as this session reported them, never summed. `now` in epoch ms. */
export function sessionTooltip(connection: LiveConnection, labels: Labels, session: Session, now: number): TreeTooltip {
  const parent = parentOf(session, connection.model);
  const waiting = requestCounts(connection).get(session.id) ?? 0;
  const values: readonly (readonly [string, string])[] = [
    [t("State"), stateWords(session, connection).words],
    [t("Role"), roleOf(session) ?? ""],
    [t("Agent"), session.standing === "root" ? connection.agentLabel : ""],
    ...settingFacts(session).map(({ name, value }) => [name, value] as const),
    [t("Folder"), session.cwd === undefined || session.cwd === parent?.cwd ? "" : session.cwd],
    [t("Further folders"), (session.additionalDirectories ?? []).join(" · ")],
    [t("Elapsed"), elapsedOf(connection, session, now)],
    [t("Level"), session.depth > 1 ? String(session.depth) : ""],
    [t("Tool calls"), session.toolCallCount > 0 ? String(session.toolCallCount) : ""],
    [t("Requests waiting"), waiting > 0 ? String(waiting) : ""],
    ...usageFacts(session).map(({ name, value }) => [name, value] as const),
    [t("Dialect"), session.standing === "child" ? session.dialect : ""],
    [t("Last activity"), session.updatedAt === undefined ? "" : timeAgo(session.updatedAt, now)],
    [t("Session id"), session.id],
  ];
  const prompt = session.runs.findLast((run) => run.prompt !== undefined)?.prompt ?? "";
  return {
    title: plainLabel(labels.of(session), labelLength),
    lines: values.flatMap(([name, value]) => (value === "" ? [] : [{ name, value: plainLabel(value) }])),
    prompt: firstLines(prompt, 5),
  };
}
