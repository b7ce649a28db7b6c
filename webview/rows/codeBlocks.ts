import { t } from "../../src/base/words.ts";
import type * as Highlight from "../../src/render/highlight.ts";
import { codeLanguage, longestColoured } from "../../src/shared/codeLanguage.ts";
import type { Surface } from "../surface.ts";
import { type DrawnText, drawnText } from "./markdown.ts";
import { safeColours } from "./sanitize.ts";

type Act = "copy" | "insert" | "open";

const icons: { readonly [act in Act]: string } = { copy: "copy", insert: "insert", open: "go-to-file" };

function actWords(act: Act): string {
  if (act === "copy") return t("Copy code");
  return act === "insert" ? t("Insert code at the cursor") : t("Open code in a new editor");
}

/** Gives the code blocks of all texts in a page their colours, and buttons for what can be done with the code. */
export class CodeBlocks {
  readonly #surface: Surface;
  /** The highlighter, once there is something for it. */
  #script: Promise<typeof Highlight> | undefined;

  constructor(surface: Surface, root: HTMLElement) {
    this.#surface = surface;
    root.addEventListener(drawnText, (event) => this.#dress((event as CustomEvent<DrawnText>).detail));
    root.addEventListener("click", (event) => this.#act(event.target));
  }

  #dress({ element, isCodeOpen }: DrawnText): void {
    const blocks = [...element.querySelectorAll<HTMLElement>("pre")];
    for (const pre of blocks) {
      const code = pre.querySelector("code") ?? pre;
      const language = /language-(\S+)/.exec(code.className)?.[1] ?? "";
      if (!pre.parentElement?.classList.contains("code-block")) frame(pre, language);
      // What still grows is coloured when it is complete.
      if (!(isCodeOpen && pre === blocks.at(-1))) void this.#colour(code, language);
    }
  }

  async #colour(code: HTMLElement, word: string): Promise<void> {
    const language = codeLanguage(word);
    const text = code.textContent ?? "";
    if (!language || text.length > longestColoured) return;
    code.dataset.colours = "awaited";
    try {
      const { highlight } = await this.#highlighter();
      const colours = highlight(text, language.highlighter);
      if (colours !== undefined && code.textContent === text) code.replaceChildren(safeColours(colours));
    } catch (error) {
      this.#surface.host.post({ type: "fault", message: `Code was not coloured: ${String(error)}` });
    } finally {
      delete code.dataset.colours;
    }
  }

  #highlighter(): Promise<typeof Highlight> {
    // The page's policy lets a script with the page's nonce load others; the build puts this one beside it.
    this.#script ??= import(new URL("highlight.js", import.meta.url).href) as Promise<typeof Highlight>;
    return this.#script;
  }

  #act(target: EventTarget | null): void {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-code-act]") : null;
    const block = button?.closest<HTMLElement>(".code-block");
    if (!button || !block) return;
    const code = (block.querySelector("pre")?.textContent ?? "").replace(/\n$/, "");
    this.#surface.host.post({ type: "useCode", act: button.dataset.codeAct as Act, code, language: block.dataset.language ?? "" });
  }
}

/** Puts a block of code into a frame with its buttons. */
function frame(pre: HTMLElement, language: string): void {
  const block = document.createElement("div");
  block.className = "code-block";
  block.dataset.language = language;
  const bar = document.createElement("div");
  bar.className = "code-bar";
  bar.append(...(["copy", "insert", "open"] as const).map(actButton));
  // A long line is read by scrolling, with the keyboard too.
  pre.tabIndex = 0;
  pre.setAttribute("role", "group");
  pre.setAttribute("aria-label", language === "" ? t("Code") : t("Code: {0}", language));
  pre.replaceWith(block);
  // Behind the code, so that the keyboard comes to it after what it is for.
  block.append(pre, bar);
}

function actButton(act: Act): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon-button";
  button.dataset.codeAct = act;
  button.title = actWords(act);
  button.setAttribute("aria-label", actWords(act));
  const glyph = document.createElement("span");
  glyph.className = `codicon icon codicon-${icons[act]}`;
  glyph.setAttribute("aria-hidden", "true");
  button.append(glyph);
  return button;
}
