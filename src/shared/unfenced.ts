/** What stands in a fence, when a text is nothing but that: agents put what a tool gave into one, which says nothing to a reader. */
export function unfenced(text: string): string {
  const [open = "", fence = ""] = /^\s*(`{3,})[^\n`]*\n/.exec(text) ?? [];
  const whole = text.trimEnd();
  if (fence === "" || !whole.endsWith(`\n${fence}`)) return text;
  const inner = whole.slice(open.length, -fence.length - 1);
  return inner.includes(`\n${fence}`) ? text : inner;
}
