import { t } from "../base/words.ts";
import type { TouchedFileView } from "./sessionView.ts";

/** What became of a file, in a word. */
export function touchWord(how: TouchedFileView["how"][number]): string {
  switch (how) {
    case "created":
      return t("created");
    case "edited":
      return t("edited");
    case "deleted":
      return t("deleted");
    case "moved":
      return t("moved");
  }
}
