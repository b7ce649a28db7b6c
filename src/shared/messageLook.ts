/** What Markdown is made of; words without any of it are drawn as they are. */
const markup = /[*_`#[\]<>|~]/;

/** How a message between sessions is drawn: on the line of its sender when it is short and plain; long ones fold, as they were written. */
export function messageLook(text: string): "line" | "markdown" | "folded" {
  if (text.length <= 120 && !text.includes("\n") && !markup.test(text)) return "line";
  return text.length > 1_200 ? "folded" : "markdown";
}
