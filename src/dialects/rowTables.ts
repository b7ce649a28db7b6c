import type { JsonObject } from "../session/content.ts";
import type { Call } from "./calls.ts";
import type { Frame } from "./flatChild.ts";
import { type LateEnd, type Launch, RowTable } from "./flatRow.ts";
import { flatRows } from "./flatRows.ts";

/** Every row. */
export const everyRow = new RowTable(flatRows);
/** The rows that serve where children have sessions of their own. */
export const sessionRows = new RowTable(flatRows.filter((row) => row.namesSessions));

/** The end of a background child that a frame tells. */
export function lateEnd({ meta, update }: Frame): LateEnd | undefined {
  for (const row of everyRow.endingLate) {
    const end = row.lateEnd?.(meta, update);
    if (end) return end;
  }
  return undefined;
}

/** The child's title that a frame's tag names, which stands in front of the title of its call. */
export function titleIn(meta: JsonObject): string | undefined {
  for (const row of everyRow.naming) {
    const title = row.names?.(meta)?.title;
    if (title !== undefined) return title;
  }
  return undefined;
}

/** What a call launches, in the words of the first row that knows. */
export function launchIn(call: Call, rows: RowTable): Launch | undefined {
  for (const row of rows.launching) {
    const launch = row.launch?.(call);
    if (launch) return launch;
  }
  return undefined;
}
