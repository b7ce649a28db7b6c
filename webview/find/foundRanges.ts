import { piecesEnd } from "../../src/shared/findQuery.ts";

/** Where words of an agent or a person stand: nothing is looked for in our own. As a rule, what others wrote has a direction of its own. */
const written = "[dir], .output-line, .line-text, .tool-name code, .fold-line code, .settled-text > span, .settled-url";
/** What of it are not the words of the row: whose they are, what a card does and holds, and what we add to them. */
const beside = ".visually-hidden, .speaker-line, .part-title, .card-words, acp-session-link, acp-card-body, [dir] > .dim:not([dir])";
/** Words do not go on from one of these into another. */
const blocks =
  "p, li, td, th, pre, h1, h2, h3, h4, h5, h6, blockquote, dt, dd, .tool-line, .settled-text, .output-lines, .diff-lines, .diff-title";

/** A piece of text in the page, and where it begins among the words of its row. */
interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** The words of an element that can be found, cards in it left out, and the text nodes that hold them. */
function piecesOf(element: Element): { readonly words: string; readonly pieces: readonly Piece[] } {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(beside) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const pieces: Piece[] = [];
  let words = "";
  let last: { readonly own: Element; readonly block: Element } | undefined;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node instanceof Text && node.data !== "" ? node.parentElement?.closest(written) : undefined;
    if (!(node instanceof Text) || !own) continue;
    const block = node.parentElement?.closest(blocks) ?? own;
    if (last && block !== last.block) words += piecesEnd;
    else if (last && own !== last.own) words += "\n";
    last = { own, block };
    pieces.push({ node, start: words.length });
    words += node.data;
  }
  return { words, pieces };
}

function rangeOf(pieces: readonly Piece[], from: number, to: number): Range | undefined {
  const first = pieces.findLast((piece) => piece.start <= from);
  const last = pieces.findLast((piece) => piece.start < to);
  if (!first || !last) return undefined;
  const range = new Range();
  range.setStart(first.node, Math.min(from - first.start, first.node.length));
  range.setEnd(last.node, Math.min(to - last.start, last.node.length));
  return range;
}

/** Where a pattern (`findPattern`) is found in what an element draws of its own, in order; at most `most` places. */
export function foundRanges(element: Element, pattern: RegExp, most: number): readonly Range[] {
  const { words, pieces } = piecesOf(element);
  pattern.lastIndex = 0;
  const ranges: Range[] = [];
  for (let match = pattern.exec(words); match && ranges.length < most; match = pattern.exec(words)) {
    const range = rangeOf(pieces, match.index, match.index + match[0].length);
    if (range) ranges.push(range);
  }
  return ranges;
}
