import { t } from "../base/words.ts";
import type { SessionModel } from "../session/model.ts";
import type { Row } from "../session/rows.ts";
import type { Session } from "../session/session.ts";
import { labelOf } from "../views/labels.ts";
import { stateWords } from "../views/stateWords.ts";
import { replayConnection } from "./replayConnection.ts";

function counts(rows: Iterable<Row>): string {
  const byKind = new Map<string, number>();
  for (const row of rows) byKind.set(row.kind, (byKind.get(row.kind) ?? 0) + 1);
  return [...byKind].map(([kind, count]) => `${count} ${kind}`).join(", ");
}

function* lines(model: SessionModel, session: Session, indent: string): Iterable<string> {
  const label = labelOf(replayConnection(model), session);
  const head = [label, session.role, stateWords(session, replayConnection(model)).words].filter(
    (part) => part !== undefined && part !== "",
  );
  yield `${indent}${head.join(" · ")}`;
  yield `${indent}  ${t("rows")}: ${counts(session.rows.values()) || t("none")}`;
  for (const id of session.children) {
    const child = model.get(id);
    if (child) yield* lines(model, child, `${indent}  `);
  }
}

/** An indented tree of the sessions with their states and row counts, for reading. */
export function outline(model: SessionModel): string {
  const head = [model.agent.title ?? model.agent.name ?? t("unknown agent"), model.agent.version ?? ""].join(" ").trim();
  const all = [head, ...model.roots.flatMap((root) => [...lines(model, root, "")])];
  for (const request of model.openRequests) all.push(`${t("waits for an answer")}: ${request.title} (${request.wireSessionId})`);
  for (const diagnostic of model.diagnostics) all.push(`${diagnostic.level}: ${diagnostic.message}`);
  return all.join("\n");
}
