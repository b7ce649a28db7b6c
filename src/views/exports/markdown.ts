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

/** Markdown whose last code block ends with it, as that of a message that was cut short may not: else it goes on over what follows. */
export function closed(markdown: string): string {
  let open = "";
  for (const line of markdown.split("\n")) {
    const [, fence = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (open === "") open = fence.startsWith("`") && info.includes("`") ? "" : fence;
    else if (fence.startsWith(open) && info.trim() === "") open = "";
  }
  return open === "" ? markdown : `${markdown.replace(/\n$/, "")}\n${open}`;
}
