import { oneLine } from "../../base/plainText.ts";

/** A code block whose fence is longer than any run of backticks in it. */
export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), (match) => match[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** One line of at most `length` characters in which nothing is Markdown. */
export function literal(text: string, length = 400): string {
  return oneLine(text, length).replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}

/** A text as a quote. */
export function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/**
 * Markdown of somebody else that keeps to itself in a document: its last code block ends with it, as that of a message that was cut
 * short may not, and its HTML is read as it was written. Linear in its length.
 */
export function contained(markdown: string): string {
  const written: string[] = [];
  let open = "";
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) written.push(withoutHtml(paragraph.join("\n")));
    paragraph = [];
  };
  for (const line of markdown.replace(/\n$/, "").split("\n")) {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const isFence = fence !== "" && !(fence.startsWith("`") && info.includes("`"));
    if (open === "" && !isFence && line.trim() !== "") {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    written.push(line);
    if (open === "") open = isFence ? fence : "";
    else if (fence.startsWith(open) && info.trim() === "") open = "";
  }
  endParagraph();
  return [...written, ...(open === "" ? [] : [open])].join("\n");
}

/** What begins a tag, a comment or the like; an address in angle brackets is none. */
const tagBegin = /<(?!(?:https?|ftp|mailto):[^\s<>]*>|[^\s<>@]+@[^\s<>@]+>)(?=[a-z/!?])/gi;

/** A paragraph in which no HTML begins; code in backticks stays as it is. */
function withoutHtml(paragraph: string): string {
  if (!paragraph.includes("<")) return paragraph;
  const runs = [...paragraph.matchAll(/`+/g)];
  // Where the next run of the same length is, from each: a code span goes from one to the other.
  const ends = new Map<number, number>();
  const next = new Map<number, number>();
  for (const [index, { 0: run }] of [...runs.entries()].reverse()) {
    const end = next.get(run.length);
    if (end !== undefined) ends.set(index, end);
    next.set(run.length, index);
  }
  let text = "";
  let from = 0;
  for (let index = 0; index < runs.length; index++) {
    const begin = runs[index];
    const end = runs[ends.get(index) ?? -1];
    // A backtick that is escaped begins nothing.
    if (!begin || !end || isEscaped(paragraph, begin.index)) continue;
    text += withoutTags(paragraph.slice(from, begin.index));
    from = end.index + end[0].length;
    text += paragraph.slice(begin.index, from);
    index = ends.get(index) ?? index;
  }
  return text + withoutTags(paragraph.slice(from));
}

function withoutTags(text: string): string {
  return text.replace(tagBegin, (sign, at: number) => (isEscaped(text, at) ? sign : `\\${sign}`));
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}
