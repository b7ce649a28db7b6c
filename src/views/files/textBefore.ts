import type { ToldTexts } from "./changedFiles.ts";
import { plainBreaks } from "./fileContent.ts";

/**
 * What stood in a file before an agent's changes, when what they made is still there: the changes are taken back one by
 * one, newest first, so that what others wrote elsewhere in it stays. A change that tells the whole file must be all of
 * it, a piece must be found in it exactly once. Undefined when one is not found; `text` is undefined when there was no
 * file, as `current` is when there is none.
 */
export function textBefore(current: string | undefined, changes: readonly ToldTexts[]): { readonly text: string | undefined } | undefined {
  let at = current === undefined ? undefined : plainBreaks(current);
  const done = new Set<string>();
  for (const { oldText, newText } of changes.toReversed()) {
    const [before, after] = [oldText === undefined ? undefined : plainBreaks(oldText), plainBreaks(newText)];
    const hunk = JSON.stringify([before, after]);
    if (at === after || (at === undefined && after === "")) at = before;
    else if (before !== undefined && at !== undefined && isOnceIn(at, after)) at = at.replace(after, () => before);
    // The same hunk, announced twice.
    else if (!done.has(hunk)) return undefined;
    done.add(hunk);
  }
  return { text: at };
}

function isOnceIn(text: string, piece: string): boolean {
  const first = piece === "" ? -1 : text.indexOf(piece);
  return first >= 0 && text.indexOf(piece, first + 1) < 0;
}

/** Between pieces of a file that were told by themselves: what stands there is not known. */
const gap = "\n\n⋯\n\n";

/** Where the file reads otherwise by now: the changes alone, as they were told, one below the other, each once. */
export function textsAsTold(told: readonly ToldTexts[]): { readonly before: string; readonly after: string } {
  const changes = [...new Map(told.map((change) => [JSON.stringify([change.oldText, change.newText]), change])).values()];
  const isChain = changes.every(({ oldText }, index) => index === 0 || oldText === changes[index - 1]?.newText);
  const [first, last] = [changes[0], changes.at(-1)];
  if (isChain && first && last) return { before: first.oldText ?? "", after: last.newText };
  return { before: changes.map(({ oldText = "" }) => oldText).join(gap), after: changes.map(({ newText }) => newText).join(gap) };
}
