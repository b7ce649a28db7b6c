import * as vscode from "vscode";
import { messageOf } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import { CannotReopen } from "./bringBack.ts";
import { HeldElsewhere } from "./sessionLeases.ts";
import type { StoredBecause } from "./storedConnection.ts";

/** What is said of a session that is only read since it could not be opened for this reason, and what helps. */
export function whyStored(error: unknown): StoredBecause {
  const because = t("From history, read-only: {0}", messageOf(error));
  if (!(error instanceof HeldElsewhere)) return { because, goOn: error instanceof CannotReopen ? "startNew" : undefined };
  // What goes on there is not followed.
  const time = new Date().toLocaleTimeString(vscode.env.language, { hour: "2-digit", minute: "2-digit" });
  return { because: t("{0} This is how it stood at {1}. “ACP: Open Session Again” reads it again.", because, time), goOn: "takeOver" };
}
