import { t } from "../../src/base/words.ts";
import { type FindFilter, findFilters, findKinds, findStates } from "../../src/shared/findQuery.ts";
import { lastOf } from "../../src/shared/formats.ts";
import type { TranscriptState } from "../../src/shared/transcriptState.ts";

/** Something that can be put into the field of the search. */
export interface FindOffer {
  /** What stands in the field afterwards, from `from` to `to`. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly hint: string;
}

/** Most names of agents and of files that are offered. */
const mostNames = 30;

function filterHint(filter: FindFilter): string {
  if (filter === "kind") return t("prompts, answers, tool calls …");
  if (filter === "agent") return t("a session by its name or role");
  return filter === "state" ? t("running, waiting, failed …") : t("a file that was touched");
}

function namesIn(state: TranscriptState): readonly string[] {
  const names = Object.values(state.sessions).flatMap(({ label, role }) => [label, role ?? ""]);
  return [...new Set(names.map((name) => name.replaceAll('"', "").trim()).filter((name) => name !== ""))];
}

/** The files of the cards and the calls that are here, by their own names. */
function filesIn({ cards, windows }: TranscriptState): readonly string[] {
  const touched = Object.values(cards).flatMap(({ files }) => files);
  const rows = Object.values(windows).flatMap((window) => window.rows);
  const named = rows.flatMap((row) => ("tool" in row ? (row.tool?.locations ?? []) : []));
  const names = [...touched, ...named].map(({ path }) => lastOf(path).replaceAll('"', "").trim());
  return [...new Set(names)].filter((name) => name !== "").sort(compareNames);
}

const { compare: compareNames } = new Intl.Collator(undefined, { numeric: true });

function valuesOf(filter: FindFilter, state: TranscriptState): readonly string[] {
  if (filter === "kind") return findKinds;
  if (filter === "state") return findStates;
  return filter === "agent" ? namesIn(state) : filesIn(state);
}

/**
 * What can be typed at `caret`: the values of a filter that is begun there; else, when the reader asks for the list of
 * them (`isAsked`), the filters.
 */
export function findOffers(text: string, caret: number, isAsked: boolean, state: TranscriptState): readonly FindOffer[] {
  const [token = "", name = "", quote = "", begun = ""] = /(?<=^|\s)(kind|agent|state|file):("?)([^"]*)$/i.exec(text.slice(0, caret)) ?? [];
  const filter = findFilters.find((each) => each === name.toLowerCase());
  if (filter && (quote !== "" || !/\s/.test(begun))) {
    const from = caret - token.length;
    const fitting = valuesOf(filter, state).filter((value) => value.toLowerCase().includes(begun.toLowerCase()) && value !== begun);
    return fitting.slice(0, mostNames).map((value) => {
      const insert = `${filter}:${/\s/.test(value) ? `"${value}"` : value} `;
      return { insert, from, to: caret, label: value, hint: "" };
    });
  }
  if (!isAsked) return [];
  const space = caret === 0 || /\s$/.test(text.slice(0, caret)) ? "" : " ";
  return findFilters.map((each) => ({ insert: `${space}${each}:`, from: caret, to: caret, label: `${each}:`, hint: filterHint(each) }));
}
