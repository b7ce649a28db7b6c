import { formatSize } from "../../base/numbers.ts";
import { t } from "../../base/words.ts";
import { type Attachment, placeOf } from "../../session/attachment.ts";
import type { AttachmentView } from "../../shared/attachments.ts";

/** What a chip says; files below `folder` (full path) are named from there. */
export function attachmentView(attachment: Attachment, folder: string | undefined): AttachmentView {
  const { id, kind, name } = attachment;
  return { id, kind, name, detail: detailOf(attachment, (uri) => placeOf(uri, folder)) };
}

function detailOf(attachment: Attachment, place: (uri: string) => string): string {
  switch (attachment.kind) {
    case "file":
    case "folder":
      return place(attachment.uri);
    case "symbol":
    case "selection":
      return attachment.from === attachment.to
        ? t("{0}, line {1}", place(attachment.uri), attachment.from)
        : t("{0}, lines {1} to {2}", place(attachment.uri), attachment.from, attachment.to);
    case "problems":
    case "terminal":
      return t("{0} lines", attachment.text.split("\n").length);
    case "image":
      return formatSize(attachment.bytes);
  }
}
