import { t } from "../base/words.ts";
import type { SessionModel } from "../session/model.ts";
import type { Row } from "../session/rows.ts";
import type { Session } from "../session/session.ts";
import type { LiveConnection } from "../views/hub.ts";
import { Labels } from "../views/labels.ts";
import { stateWords } from "../views/stateWords.ts";
import { subagentsBelow } from "../views/tree/treeOrder.ts";
import { replayConnection } from "./replayConnection.ts";

function counts(rows: Iterable<Row>): string {
  const byKind = new Map<string, number>();
  for (const row of rows) byKind.set(row.kind, (byKind.get(row.kind) ?? 0) + 1);
  return [...byKind].map(([kind, count]) => `${count} ${kind}`).join(", ");
}

function lines(connection: LiveConnection, labels: Labels, session: Session): readonly string[] {
  const indent = "  ".repeat(session.depth);
  const head = [labels.of(session), session.role, stateWords(session, connection).words].filter(
    (part) => part !== undefined && part !== "",
  );
  return [`${indent}${head.join(" · ")}`, `${indent}  ${t("rows")}: ${counts(session.rows.values()) || t("none")}`];
}

/** An indented tree of the sessions with their states and row counts, for reading. */
export function outline(model: SessionModel): string {
  const head = [model.agent.title ?? model.agent.name ?? t("unknown agent"), model.agent.version ?? ""].join(" ").trim();
  const connection = replayConnection(model);
  const labels = new Labels(connection);
  const sessions = model.roots.flatMap((root) => [root, ...subagentsBelow(root.id, model)]);
  const all = [head, ...sessions.flatMap((session) => lines(connection, labels, session))];
  for (const request of model.openRequests) all.push(`${t("waits for an answer")}: ${request.title} (${request.wireSessionId})`);
  for (const diagnostic of model.diagnostics) all.push(`${diagnostic.level}: ${diagnostic.message}`);
  return all.join("\n");
}
