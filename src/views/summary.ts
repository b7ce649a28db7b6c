import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { Session } from "../session/session.ts";
import type { RequestView } from "../shared/requestView.ts";
import type { StateMark } from "../shared/sessionView.ts";
import { waitingCount } from "./attention.ts";
import type { Hub, LiveConnection } from "./hub.ts";
import { Labels, labelOf, roleOf } from "./labels.ts";
import { reconnectWords } from "./reconnectWords.ts";
import { stateGroup, stateWords } from "./stateWords.ts";
import { subagentsBelow } from "./tree/treeOrder.ts";
import { costWords } from "./usageWords.ts";

/** What the status bar item says; the icon is the surface's. Text and tooltip went through `plainLabel`. */
export interface StatusBar {
  readonly text: string;
  readonly tooltip: string;
  readonly isWaiting: boolean;
}

function runningCount(connection: LiveConnection): number {
  let count = 0;
  for (const session of connection.model.sessions) {
    if (session.standing === "child" && stateGroup(session, connection) === "running") count++;
  }
  return count;
}

const runningWords = (count: number): string => (count === 1 ? t("1 subagent running") : t("{0} subagents running", count));
const waitingWords = (count: number): string => (count === 1 ? t("1 request waits for you") : t("{0} requests wait for you", count));

/**
 * The status bar item: the agent in use, or how many there are when it tells of another's; running children, waiting requests.
 * Undefined without a connection.
 */
export function statusBar(hub: Hub, current?: LiveConnection): StatusBar | undefined {
  const lost = hub.connections.find(({ model }) => model.isConnectionLost && model.reconnectPlan.type !== "none");
  const live = hub.connections.filter((connection) => !connection.isReplay && (!connection.model.isConnectionLost || connection === lost));
  if (!current && live.length === 0) return undefined;
  const isTold = (each: LiveConnection) => each === lost || runningCount(each) > 0 || each.model.openRequests.length > 0;
  const isAboutOthers = live.some((each) => each !== current && isTold(each));
  const named = current && !isAboutOthers ? current : live.length === 1 ? live[0] : undefined;
  const name = named ? plainLabel(named.agentLabel, 40) : t("{0} agents", live.length);
  const running = live.reduce((sum, connection) => sum + runningCount(connection), 0);
  const waiting = waitingCount(hub);
  const next = lost && reconnectWords(lost.model.reconnectPlan);
  const parts = [
    name,
    ...(next === undefined ? [] : [next]),
    ...(running > 0 ? [t("{0} running", running)] : []),
    ...(waiting > 0 ? [t("{0} waiting", waiting)] : []),
  ];
  const whatIsLost = lost && next !== undefined ? [t("{0}: disconnected, {1}", plainLabel(lost.agentLabel, 40), next)] : [];
  const tooltip = [name, ...whatIsLost, runningWords(running), waitingWords(waiting)].join("\n");
  return { text: parts.join(" · "), tooltip, isWaiting: waiting > 0 };
}

/** A session's own cost, where any of its tree told one: side by side, never added (faults of peers, S48). */
function costPart(session: Session, isTold: boolean): string {
  return isTold ? t("cost: {0}", plainLabel(costWords(session)) || t("not reported")) : "";
}

function summaryLine(connection: LiveConnection, labels: Labels, session: Session, depth: number, isCostTold: boolean): string {
  const parts = [
    plainLabel(labels.of(session)),
    plainLabel(roleOf(session) ?? ""),
    plainLabel(stateWords(session, connection).words),
    depth > 1 ? t("level {0}", depth) : "",
    costPart(session, isCostTold),
  ];
  return `${"  ".repeat(Math.max(0, depth - 1))}${parts.filter((part) => part !== "").join(", ")}`;
}

/** The states in the order in which a summary counts them: first what somebody may have to do something about. */
const countedMarks: readonly StateMark[] = [
  "running",
  "stalled",
  "stopping",
  "waiting",
  "failed",
  "finished",
  "finishedWithError",
  "warning",
  "cancelled",
  "idle",
  "unknown",
  "notReported",
  "disconnected",
  "detached",
];

function countWords(mark: StateMark, count: number): string {
  switch (mark) {
    case "running":
      return t("{0} running", count);
    case "stalled":
      return t("{0} stalled", count);
    case "stopping":
      return t("{0} stopping", count);
    case "waiting":
      return t("{0} waiting for you", count);
    case "failed":
      return t("{0} failed", count);
    case "finished":
      return t("{0} finished", count);
    case "finishedWithError":
      return t("{0} completed with an error", count);
    case "warning":
      return t("{0} ended early", count);
    case "cancelled":
      return t("{0} cancelled", count);
    case "idle":
      return t("{0} idle", count);
    case "unknown":
      return t("{0} with unknown activity", count);
    case "notReported":
      return t("{0} not reported", count);
    case "disconnected":
      return t("{0} disconnected", count);
    case "detached":
      return t("{0} not announced", count);
  }
}

/** "Summarise Subagents": a session and everything below it as text for a screen reader, one line each. */
export function summariseSubagents(connection: LiveConnection, root: Session): string {
  const { model } = connection;
  const labels = new Labels(connection);
  const below = [...subagentsBelow(root.id, model)];
  const marks = below.map((session) => stateWords(session, connection).mark);
  const totals = [
    below.length === 1 ? t("1 subagent") : t("{0} subagents", below.length),
    ...countedMarks.flatMap((mark) => {
      const count = marks.filter((each) => each === mark).length;
      return count > 0 ? [countWords(mark, count)] : [];
    }),
  ];
  const isCostTold = [root, ...below].some((session) => session.cost !== undefined);
  const cost = costPart(root, isCostTold);
  const head = `${plainLabel(labels.of(root))}: ${plainLabel(stateWords(root, connection).words)}. ${totals.join(", ")}.${cost && ` ${cost}`}`;
  const lines = below.map((session) => summaryLine(connection, labels, session, session.depth - root.depth, isCostTold));
  return [head, ...lines].join("\n");
}

/** The sentence of a notification about a request: who asks, in which session, for what. */
export function requestNotice(request: RequestView): string {
  const who = plainLabel(request.who, 60);
  const root = request.path[0];
  // What is exactly asked for, where that is one line.
  const isShort = request.detail !== "" && !request.detail.includes("\n");
  const title = plainLabel(isShort ? t("{0}: {1}", request.title, request.detail) : request.title, 160);
  if (root === undefined) return t("“{0}” waits for you: {1}", who, title);
  return t("“{0}” in “{1}” waits for you: {2}", who, plainLabel(root, 60), title);
}

/** The sentence of a notification about a session whose work came to an end. */
export function endNotice(connection: LiveConnection, session: Session): string {
  const { model } = connection;
  const who = plainLabel(labelOf(connection, session), 60);
  const words = plainLabel(stateWords(session, connection).words, 160);
  if (session.parentId === null) return t("“{0}”: {1}", who, words);
  let root = session;
  for (let up = model.get(session.parentId); up; up = up.parentId === null ? undefined : model.get(up.parentId)) root = up;
  return t("“{0}” in “{1}”: {2}", who, plainLabel(labelOf(connection, root), 60), words);
}

/** What is stopped or cancelled with everything else. */
export interface StopCounts {
  /** Roots at work. */
  readonly sessions: number;
  /** Subagents at work. */
  readonly children: number;
  /** Requests that wait for the person. */
  readonly requests: number;
}

/** Says before it is done what a stop reaches, in one sentence for each kind; what there is none of is left out. */
export function stopWords({ sessions, children, requests }: StopCounts): string {
  return [
    ...(sessions > 0 ? [sessions === 1 ? t("One session will be stopped.") : t("{0} sessions will be stopped.", sessions)] : []),
    ...(children > 0 ? [children === 1 ? t("One subagent will be stopped.") : t("{0} subagents will be stopped.", children)] : []),
    ...(requests > 0
      ? [
          requests === 1
            ? t("One request that waits for you will be cancelled.")
            : t("{0} requests that wait for you will be cancelled.", requests),
        ]
      : []),
  ].join(" ");
}
