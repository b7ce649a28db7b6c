/** What a link of an agent's text leads to: a page or an address that the editor opens after asking, or a place in a file. */
export type LinkTarget =
  | { readonly type: "uri"; readonly uri: string }
  | { readonly type: "file"; readonly path: string; readonly line?: number };

const schemes: readonly string[] = ["http", "https", "mailto"];

/** `path`, `path:line`, `path:line:column`, `path#Lline`, with the column or the end of a range left aside. */
const place = /^(.+?)(?::(\d+)(?:[:-]\d+)*|#L(\d+)(?:[C:-]+[L\d]+)*)?$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the text is a path as it stands.
    return text;
  }
}

function schemeOf(href: string): string | undefined {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(href)?.[1];
  if (scheme === undefined) return undefined;
  // `C:\x` is a drive, and `store.ts:12` a line of a file: a scheme that anybody uses has no dot before a bare number.
  if (scheme.length === 1) return undefined;
  if (scheme.includes(".") && /^[^:]+(?::\d+)+(?:-\d+)?$/.test(href)) return undefined;
  return scheme.toLowerCase();
}

/**
 * Reads the target of a link that an agent wrote. Undefined for what must not be opened: every scheme but `http`,
 * `https` and `mailto` (`command:` above all), other machines' shares, and anchors within a page that is not there.
 */
export function linkTarget(href: string): LinkTarget | undefined {
  const text = href.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (text === "" || text.startsWith("#") || /[\u0000-\u001f]/.test(text)) return undefined;
  const scheme = schemeOf(text);
  if (scheme !== undefined) return schemes.includes(scheme) ? { type: "uri", uri: text } : undefined;
  const plain = decoded(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/^[\\/]{2}/.test(plain) || /[\u0000-\u001f]/.test(plain)) return undefined;
  const [, path, colonLine, hashLine] = place.exec(plain) ?? [];
  if (path === undefined) return undefined;
  const line = colonLine ?? hashLine;
  return line === undefined ? { type: "file", path } : { type: "file", path, line: Number(line) };
}

/** The same for the address of a resource, where a file is named by `file:///path` as a rule. */
export function resourceTarget(uri: string): LinkTarget | undefined {
  const [, path, lines = ""] = /^file:\/\/(\/[^?#]*)(?:\?[^#]*)?(#L\d+[-:CL\d]*$)?/i.exec(uri.trim()) ?? [];
  if (path === undefined) return linkTarget(uri);
  return linkTarget((/^\/[a-z]:/i.test(decoded(path)) ? path.slice(1) : path) + lines);
}
