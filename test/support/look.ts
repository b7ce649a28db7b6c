// Short views of what a recording or a story made.
import assert from "node:assert/strict";
import { callOf, isEndStatus } from "../../src/session/rows.ts";
import type { Session } from "../../src/session/session.ts";
import type { SessionStore } from "../../src/session/store.ts";
import { sessionLines } from "../unit/replay/modelText.ts";

/** The session at this place in the order of first sight. */
export function nth(store: SessionStore, index: number): Session {
  return [...store.sessions][index] ?? assert.fail(`no session ${index}`);
}

/** The rows of a session as text, sessions called S0, S1 … in the order of first sight. */
export function rows(store: SessionStore, index: number): string {
  const ids = Array.from(store.sessions, ({ id }) => String(id));
  const nameOf = (id: string | undefined) => (id === undefined ? "?" : `S${ids.indexOf(id)}`);
  return [...sessionLines(nth(store, index), nameOf)].filter((line) => line.startsWith("  |")).join("\n");
}

/** A state as `idle/end_turn live`. */
export function state({ state }: Session): string {
  return state ? `${state.state}${state.stopReason === undefined ? "" : `/${state.stopReason}`} ${state.confirmed}` : "-";
}

/** Titles of the calls that never came to an end. */
export function openCalls(session: Session): readonly string[] {
  return Array.from(session.rows.values(), callOf).flatMap((call) => (call && !isEndStatus(call.status) ? [call.title] : []));
}
