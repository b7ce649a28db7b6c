import { parseTraffic, type TrafficError } from "../acp/traffic/traffic.ts";
import type { Limits } from "../base/limits.ts";
import { Translator } from "../dialects/translator.ts";
import type { Shelf } from "../session/shelf.ts";
import { SessionStore } from "../session/store.ts";

/** Recorded traffic as the model that it would have made live. */
export interface Replayed {
  readonly model: SessionStore;
  /** The lines that could not be read; everything else was. */
  readonly errors: readonly TrafficError[];
}

/** Runs the text of a traffic file through the same code as live frames. Without a shelf all rows are kept in memory. */
export function replayTraffic(text: string, limits?: Limits, shelf?: Shelf): Replayed {
  const { entries, errors } = parseTraffic(text);
  const translator = new Translator();
  const model = new SessionStore("r", limits, shelf);
  for (const entry of entries) for (const event of translator.translate(entry)) model.apply(event);
  return { model, errors };
}
