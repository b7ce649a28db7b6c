import { codePath, type PathWord, pathWords } from "../../src/render/pathWords.ts";
import type { WebviewAction } from "../../src/shared/protocol.ts";
import type { Surface } from "../surface.ts";
import { type DrawnText, drawnText } from "./markdown.ts";

/** What is known of a path: a file, or since when (ms) it is asked for or known to be none. */
type Knowledge = "file" | { readonly since: number; readonly isAsked: boolean };

/** How long, in ms, nothing is asked again: agents write files while they speak of them. */
const patience = 10_000;
/** Paths that are kept in mind, and paths that are asked for at once. */
const mostKnown = 1_000;
const mostAsked = 200;
/** What is no running text, or leads somewhere already. */
const leftOut = "pre, a, code, .link";

const keyOf = (sessionId: string, path: string) => `${sessionId}\n${path}`;

/**
 * Makes links of the paths in all texts of a page, once the host has found that there are such files: it looks in the folder
 * of the session whose text it is. What is new in one frame is asked for together.
 */
export class PathLinks {
  readonly #surface: Surface;
  readonly #known = new Map<string, Knowledge>();
  /** Parts of texts in which something was asked for. */
  readonly #waiting = new Set<HTMLElement>();
  readonly #asking = new Map<string, Set<string>>();

  constructor(surface: Surface, root: HTMLElement) {
    this.#surface = surface;
    root.addEventListener(drawnText, (event) => this.#look((event as CustomEvent<DrawnText>).detail.element));
  }

  /** Takes the host's answer. */
  take({ sessionId, asked, found }: Extract<WebviewAction, { do: "files" }>): void {
    const files = new Set(found);
    for (const path of asked) this.#keep(sessionId, path, files.has(path) ? "file" : { since: performance.now(), isAsked: false });
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const element of waiting) if (element.isConnected) this.#look(element);
  }

  #look(element: HTMLElement): void {
    const sessionId = element.closest<HTMLElement>("[data-session-id]")?.dataset.sessionId ?? this.#surface.store.state.sessionId;
    if (!sessionId) return;
    const isFile = ({ path }: PathWord) => this.#isFile(sessionId, path, element);
    for (const code of element.querySelectorAll<HTMLElement>("code:not(pre code, a code, .link)")) {
      const word = codePath(code.textContent ?? "");
      if (word && isFile(word)) makeLink(code, word);
    }
    for (const text of textsOf(element)) {
      // From the last to the first: what stands before keeps its place.
      for (const word of [...pathWords(text.data)].filter(isFile).reverse()) {
        const piece = text.splitText(word.start);
        piece.splitText(word.end - word.start);
        const link = document.createElement("span");
        piece.replaceWith(link);
        link.append(piece);
        makeLink(link, word);
      }
    }
  }

  #isFile(sessionId: string, path: string, element: HTMLElement): boolean {
    const known = this.#known.get(keyOf(sessionId, path));
    if (known === "file") return true;
    if (known && performance.now() - known.since < patience) {
      // Another part asked; the answer is for this one too.
      if (known.isAsked) this.#waiting.add(element);
      return false;
    }
    this.#keep(sessionId, path, { since: performance.now(), isAsked: true });
    this.#waiting.add(element);
    this.#ask(sessionId, path);
    return false;
  }

  /** What was learned longest ago makes room: it is asked again when a text names it. */
  #keep(sessionId: string, path: string, knowledge: Knowledge): void {
    const key = keyOf(sessionId, path);
    this.#known.delete(key);
    this.#known.set(key, knowledge);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) return;
      this.#known.delete(oldest);
    }
  }

  #ask(sessionId: string, path: string): void {
    const paths = this.#asking.get(sessionId) ?? new Set();
    this.#asking.set(sessionId, paths.add(path));
    if (this.#asking.size === 1 && paths.size === 1) requestAnimationFrame(() => this.#send());
  }

  #send(): void {
    // What was drawn anew since, or is out of the page: nobody reads it.
    for (const element of this.#waiting) if (!element.isConnected) this.#waiting.delete(element);
    for (const [sessionId, all] of this.#asking) {
      const paths = [...all];
      for (let at = 0; at < paths.length; at += mostAsked) {
        this.#surface.host.post({ type: "findFiles", sessionId, paths: paths.slice(at, at + mostAsked) });
      }
    }
    this.#asking.clear();
  }
}

function textsOf(element: HTMLElement): readonly Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest(leftOut) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

/** The element is a link to a place in a file from now on. */
function makeLink(element: HTMLElement, { path, line }: PathWord): void {
  element.classList.add("link", "path");
  element.setAttribute("role", "link");
  element.tabIndex = 0;
  element.dataset.path = path;
  if (line !== undefined) element.dataset.line = String(line);
  element.title = line === undefined ? path : `${path}:${line}`;
}
