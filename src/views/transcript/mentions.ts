import type { AttachmentKind } from "../../shared/attachments.ts";

/** Something that `@` may mean. */
export interface Candidate {
  readonly kind: AttachmentKind;
  readonly name: string;
  /** Its path or the file that it is in; perhaps empty. */
  readonly detail: string;
}

/** Most things that are offered at once. */
export const mostOffered = 40;

const special = /[*?[\]{}!,\\]/;

/** One piece of a pattern that finds `text` in any case; what means something in patterns stands for any character. */
function anyCase(text: string): string {
  return Array.from(text, (character) => {
    const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
    if (special.test(character)) return "?";
    return lower === upper || lower.length > 1 || upper.length > 1 ? character : `[${lower}${upper}]`;
  }).join("");
}

/** Patterns of files whose path holds a query, most telling first; each is asked for by itself, so that few results are enough. */
export function filePatterns(query: string): readonly string[] {
  const parts = query.split("/").filter((part) => part !== "");
  if (parts.length === 0) return ["**/*"];
  const names = parts.map(anyCase);
  const last = names.at(-1) ?? "";
  if (query.endsWith("/")) return [`**/${names.map((name) => `*${name}*`).join("/")}/**`];
  const above = names
    .slice(0, -1)
    .map((name) => `*${name}*/**/`)
    .join("");
  return [`**/${above}${last}*`, `**/${above}*${last}*`];
}

/** A pattern of what lies in folders whose name holds the query. */
export function folderPattern(query: string): string {
  const parts = query.split("/").filter((part) => part !== "");
  return `**/${parts.map((part) => `*${anyCase(part)}*`).join("/")}/**`;
}

/** The folders of `path` (parts joined by `/`) whose last part holds the last part of the query, outermost first. */
export function foldersOf(path: string, query: string): readonly string[] {
  const wanted = query.toLowerCase().replace(/\/+$/, "").split("/").at(-1) ?? "";
  if (wanted === "") return [];
  const parts = path.split("/").slice(0, -1);
  return parts.flatMap((part, index) => (part.toLowerCase().includes(wanted) ? [parts.slice(0, index + 1).join("/")] : []));
}

/** How well a candidate fits, 0 best; undefined when it does not. */
function misfit(query: string, { name, detail }: Candidate): number | undefined {
  const [wanted, named] = [query.toLowerCase(), name.toLowerCase()];
  if (named === wanted) return 0;
  if (named.startsWith(wanted)) return 1;
  if (named.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2;
  if (named.includes(wanted)) return 3;
  const whole = `${detail.toLowerCase()} ${named}`;
  return wanted.split("/").every((part) => whole.includes(part)) ? 4 : undefined;
}

/** The candidates that fit, best first, equal ones in the order given; without a query all of them. */
export function bestOf<C extends Candidate>(query: string, candidates: readonly C[]): readonly C[] {
  if (query === "") return candidates.slice(0, mostOffered);
  const fitting = candidates.flatMap((candidate) => {
    const rank = misfit(query, candidate);
    return rank === undefined ? [] : [{ candidate, rank, length: candidate.detail.length + candidate.name.length }];
  });
  fitting.sort((a, b) => a.rank - b.rank || (a.rank > 2 ? a.length - b.length : 0));
  return fitting.slice(0, mostOffered).map(({ candidate }) => candidate);
}
