import MarkdownIt, { type MarkdownIt as Parser, type RendererRule } from "markdown-it";
import { withoutDirections } from "../base/plainText.ts";
import { linkTarget } from "./links.ts";

/** The elements that `renderMarkdown` writes; a sanitiser behind it lets nothing else through. */
export const markdownTags: readonly string[] = [
  ...["a", "blockquote", "br", "code", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s"],
  ...["strong", "table", "tbody", "td", "th", "thead", "tr", "ul"],
];
/** The attributes that they may have. */
export const markdownAttributes: readonly string[] = ["class", "data-href", "dir", "role", "start", "tabindex", "title"];

/** A link has no `href`: nothing but our own listener can follow it. */
const openLink: RendererRule = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  if (!token) return "";
  const href = String(token.attrGet("href") ?? "");
  token.attrs = [
    ["class", "link"],
    ["role", "link"],
    ["tabindex", "0"],
    ["data-href", href],
    ["title", href],
  ];
  return self.renderToken(tokens, index, options);
};

/** Nothing is fetched for a transcript: a picture is a link to it. */
const image =
  (escapeHtml: (text: string) => string): RendererRule =>
  (tokens, index) => {
    const token = tokens[index];
    const source = String(token?.attrGet("src") ?? "");
    const name = token?.content || source;
    const href = escapeHtml(source);
    return `<a class="link" role="link" tabindex="0" data-href="${href}" title="${href}">${escapeHtml(name)}</a>`;
  };

const align: RendererRule = (tokens, index, options, _env, self) => {
  const token = tokens[index];
  // markdown-it writes `style="text-align:…"`, which the page's policy forbids.
  const side = /text-align:(left|center|right)/.exec(String(token?.attrGet("style") ?? ""))?.[1];
  if (token) token.attrs = side ? [["class", `align-${side}`]] : null;
  return self.renderToken(tokens, index, options);
};

const taskBox = /^\[([ xX])\][ \t]/;

/** A task of a list (GFM): its box is a letter of its text, to be read and not to be ticked. */
function markTasks(parser: Parser): void {
  parser.core.ruler.after("inline", "tasks", ({ tokens }) => {
    tokens.forEach((token, index) => {
      const item = tokens[index - 2];
      const words = token.children?.[0];
      const [box, mark] = taskBox.exec(words?.content ?? "") ?? [];
      if (token.type !== "inline" || item?.type !== "list_item_open" || !words || words.type !== "text" || box === undefined) return;
      words.content = `${mark === " " ? "☐" : "☑"} ${words.content.slice(box.length)}`;
      item.attrJoin("class", "task");
    });
  });
}

/** Gives the code of a fence, with the word behind it, its colours: as safe HTML, or undefined where it has none. */
export type Colouring = (code: string, word: string) => string | undefined;

function createParser(colour?: Colouring): Parser {
  const highlight = colour && ((code: string, word: string) => colour(code, word) ?? "");
  const parser = new MarkdownIt({ html: false, linkify: true, breaks: false, typographer: false, highlight });
  // Only whole addresses become links by themselves: `main.rs` is a file, not a host in Serbia.
  parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  markTasks(parser);
  parser.validateLink = (href) => linkTarget(href) !== undefined;
  const { rules } = parser.renderer;
  rules.link_open = openLink;
  rules.image = image(parser.utils.escapeHtml);
  rules.th_open = align;
  rules.td_open = align;
  rules.table_open = () => '<div class="table"><table>\n';
  rules.table_close = () => "</table></div>\n";
  for (const block of ["paragraph_open", "heading_open", "bullet_list_open", "ordered_list_open", "blockquote_open"]) {
    const before = rules[block];
    rules[block] = (tokens, index, options, env, self) => {
      // Each block of mixed text takes its direction from its own first letter.
      tokens[index]?.attrSet("dir", "auto");
      return before ? before(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
    };
  }
  return parser;
}

const plainParser = createParser();

/** The blocks and words of Markdown, as markdown-it's tokens. */
export function parseMarkdown(source: string): ReturnType<Parser["parse"]> {
  return plainParser.parse(withoutDirections(source), {});
}

/** What renders Markdown of an agent as HTML without raw HTML, styles or addresses that a browser would follow. */
export function markdownRenderer(colour?: Colouring): (source: string) => string {
  const parser = colour ? createParser(colour) : plainParser;
  return (source) => parser.render(withoutDirections(source));
}

/** The same without colours: in a page they come later. */
export const renderMarkdown = markdownRenderer();
