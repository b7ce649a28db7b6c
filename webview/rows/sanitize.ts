import DOMPurify from "dompurify";
import { markdownAttributes, markdownTags } from "../../src/render/markdown.ts";

function fragment(html: string, tags: readonly string[], attributes: readonly string[]): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: [...attributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/** The DOM of what `renderMarkdown` wrote, and of nothing that it would not write. */
export function safeFragment(html: string): DocumentFragment {
  return fragment(html, markdownTags, markdownAttributes);
}

/** The DOM of coloured code: words with classes. */
export function safeColours(html: string): DocumentFragment {
  return fragment(html, ["span"], ["class"]);
}
