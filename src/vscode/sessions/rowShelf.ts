import { t } from "../../base/words.ts";
import { FileShelf } from "../../journal/fileShelf.ts";
import type { Log } from "../log.ts";
import type { Teller } from "../teller.ts";

/** The file of this window for the rows that are too old to be kept in memory. `folder`: full path. */
export function rowShelf(folder: string, teller: Teller, log: Log): FileShelf {
  const onDidRefuse = (reason: string) => {
    const sentence = t(
      "Older rows of long transcripts cannot be written to {0} ({1}), so they stay in memory. Nothing is lost. Make room on that disk, or make the folder writable: it is tried again by itself.",
      folder,
      reason,
    );
    teller.warn(sentence, { label: t("Show Log"), run: () => log.show() });
  };
  return new FileShelf({ folder, onDidRefuse });
}
