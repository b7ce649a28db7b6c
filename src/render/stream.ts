const fence = /^( {0,3})(`{3,}|~{3,})(.*)$/;
const listItem = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))( *)(?=\S|$)/;
const blank = /^[ \t]*$/;
const definition = /^ {0,3}\[[^\]\n]+\]:/m;

/** What a scan of growing text needs to go on where it stopped. */
interface Scan {
  /** Where the next line begins. */
  readonly at: number;
  /** The marker of the fence that is open at `at`, or empty. */
  readonly openFence: string;
  readonly isAfterBlank: boolean;
  /** How far a line must be indented to belong to the list that is open, or 0. */
  readonly listIndent: number;
  /** Starts of blocks that nothing before can change any more. */
  readonly starts: readonly number[];
}

const nothing: Scan = { at: 0, openFence: "", isAfterBlank: false, listIndent: 0, starts: [] };

function indentAfter(item: RegExpExecArray): number {
  const [, marker = "", space = ""] = item;
  return marker.length + (space.length >= 1 && space.length <= 4 ? space.length : 1);
}

/** The fence that is open after `line`. Fences inside of a list end with it and need no watching. */
function fenceAfter(scan: Scan, line: string): string {
  const [, indent = "", marker = "", rest = ""] = fence.exec(line) ?? [];
  if (scan.openFence !== "") return marker.startsWith(scan.openFence) && blank.test(rest) ? "" : scan.openFence;
  if (marker === "" || (scan.listIndent > 0 && indent.length >= scan.listIndent)) return "";
  return marker.startsWith("`") && rest.includes("`") ? "" : marker;
}

function scanLine(scan: Scan, line: string, next: number): Scan {
  if (scan.openFence === "" && blank.test(line)) return { ...scan, at: next, isAfterBlank: true };
  if (scan.openFence !== "") return { ...scan, at: next, isAfterBlank: false, openFence: fenceAfter(scan, line) };
  const item = listItem.exec(line);
  const isStart = scan.isAfterBlank && !item && !/^[ \t]/.test(line);
  let listIndent = isStart ? 0 : scan.listIndent;
  if (item && (listIndent === 0 || !line.startsWith(" "))) listIndent = indentAfter(item);
  return {
    at: next,
    openFence: fenceAfter({ ...scan, listIndent }, line),
    isAfterBlank: false,
    listIndent,
    starts: isStart ? [...scan.starts, scan.at] : scan.starts,
  };
}

/**
 * Cuts growing Markdown into finished parts and a last part that is still written, so that only the latter is parsed
 * again with each piece that arrives. A cut stands after a blank line outside of any fence, before a line that cannot
 * belong to the block above it: the parts rendered one after the other give what the whole gives.
 */
export class GrowingMarkdown {
  #text = "";
  #scan: Scan = nothing;

  /** Takes the whole text as it is now; returns its parts in order, which joined are the text. All but the last stay equal while the text grows. */
  parts(text: string): readonly string[] {
    if (!text.startsWith(this.#text)) this.#scan = nothing;
    this.#text = text;
    // The last line is left for the next time: it may still grow.
    for (let end = text.indexOf("\n", this.#scan.at); end >= 0; end = text.indexOf("\n", this.#scan.at)) {
      this.#scan = scanLine(this.#scan, text.slice(this.#scan.at, end), end + 1);
    }
    // A definition gives meaning to links anywhere in the text.
    if (definition.test(text)) return [text];
    const cuts = [0, ...this.#scan.starts, ...this.#openStart(), text.length];
    return cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
  }

  /** A block of code at the end of the text has no end yet. */
  get isFenceOpen(): boolean {
    return this.#scan.openFence !== "" && fenceAfter(this.#scan, this.#text.slice(this.#scan.at)) !== "";
  }

  /** The start of the last, unfinished line, when its first letter already says that it begins a block of its own. */
  #openStart(): readonly number[] {
    const { at, isAfterBlank, openFence } = this.#scan;
    return isAfterBlank && openFence === "" && /[^\s\d+*-]/.test(this.#text.charAt(at)) ? [at] : [];
  }
}
