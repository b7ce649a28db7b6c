import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import type { AttachmentKind, AttachmentView } from "../../src/shared/attachments.ts";
import { icon, iconButton } from "../icons.ts";

const glyphs: { readonly [Kind in AttachmentKind]: string } = {
  file: "file",
  folder: "folder",
  symbol: "symbol-method",
  selection: "list-selection",
  problems: "warning",
  terminal: "terminal",
  image: "file-media",
};

/** The codicon of a kind of attachment. */
export function attachmentGlyph(kind: AttachmentKind): string {
  return glyphs[kind];
}

/** A kind of attachment as a word. */
export function attachmentWord(kind: AttachmentKind): string {
  switch (kind) {
    case "file":
      return t("File");
    case "folder":
      return t("Folder");
    case "symbol":
      return t("Symbol");
    case "selection":
      return t("Selection");
    case "problems":
      return t("Problems");
    case "terminal":
      return t("Terminal");
    case "image":
      return t("Picture");
  }
}

/** What goes with the prompt, each with a button that takes it off. Delete and Backspace on the button do that too. */
export function attachmentChips(attachments: readonly AttachmentView[], remove: (id: string) => void): TemplateResult | typeof nothing {
  if (attachments.length === 0) return nothing;
  return html`<ul class="attachments" aria-label=${t("Attached to this prompt")}>
    ${attachments.map(({ id, kind, name, detail }) => {
      const press = (event: KeyboardEvent) => {
        if (event.key !== "Delete" && event.key !== "Backspace") return;
        event.preventDefault();
        remove(id);
      };
      const title = [attachmentWord(kind), name, detail].filter((word) => word !== "").join(" · ");
      return html`<li class="chip attachment" data-attachment-id=${id} data-kind=${kind} title=${title} @keydown=${press}>
        ${icon(glyphs[kind])}<span class="visually-hidden">${attachmentWord(kind)}</span>
        <span class="chip-text" dir="auto">${name}</span>
        ${iconButton("close", t("Remove {0}", name), () => remove(id))}
      </li>`;
    })}
  </ul>`;
}

/** What became different of the attachments, in words; nothing when they went with the prompt. */
export function attachmentNews(before: readonly AttachmentView[], now: readonly AttachmentView[]): string | undefined {
  const added = now.find(({ id }) => before.every((each) => each.id !== id));
  if (added) return t("Attached: {0}", `${attachmentWord(added.kind)} ${added.name}`);
  const removed = before.find(({ id }) => now.every((each) => each.id !== id));
  return removed && now.length > 0 ? t("Removed: {0}", removed.name) : undefined;
}

/** Why something that was dropped or pasted is not attached. */
export function refusals(problems: readonly string[], close: () => void): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  return html`<div class="refused" role="alert">
    ${icon("warning")}<span class="refused-words">${problems.map((problem) => html`<span dir="auto">${problem}</span>`)}</span>
    ${iconButton("close", t("Close"), close)}
  </div>`;
}
