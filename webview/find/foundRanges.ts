/** What is drawn beside the words of a row: nothing is looked for in it. */
const beside = [
  ...[
    ".visually-hidden",
    ".card-words",
    ".elapsed",
    ".request-badge",
    ".find-badge",
    ".icon-button",
    ".show-all",
    ".part-title",
    ".speaker-line",
  ],
  ...[
    ".fold-line",
    ".tool-status",
    ".tool-name",
    ".tool-locations",
    ".tool-about",
    ".earlier",
    ".line-number",
    ".sign",
    ".diff-count",
    ".diff-gap",
    ".run-title",
    ".older",
    ".jump",
    "acp-card-body",
    "acp-elapsed",
  ],
].join(",");
/** Words do not go on from one of these into another. */
const blocks =
  "p, li, td, th, pre, h1, h2, h3, h4, h5, h6, blockquote, .output-line, .clamped, .tool-part, .tool-files, .card-role, .file, .diff-line, dt, dd";

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
  let block: Element | null = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.data === "") continue;
    const own = node.parentElement?.closest(blocks) ?? element;
    if (block && own !== block) words += "\n";
    block = own;
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
