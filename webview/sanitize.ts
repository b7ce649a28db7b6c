import DOMPurify from "dompurify";
import { markdownAttributes, markdownTags } from "../src/render/markdown.ts";

/** The DOM of what `renderMarkdown` wrote, and of nothing that it would not write. */
export function safeFragment(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: [...markdownTags],
    ALLOWED_ATTR: [...markdownAttributes],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
