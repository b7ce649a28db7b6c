import { PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { Session } from "../../session/session.ts";

/** The one thing that a client may do to a child, and only while the child grants it (RFD "Subagents", checklist 9 to 11). */
const allowedOnChildren: ReadonlySet<string> = new Set(["session/cancel"]);

/**
 * Throws a PersonError when `method` must not be called on this session. `undefined` is a session that nobody has seen
 * yet, such as one that is going to be loaded. A detached session counts as a child, since it may become one.
 */
export function checkCall(method: string, session: Session | undefined): void {
  if (!session || session.standing === "root") return;
  if (!allowedOnChildren.has(method)) {
    throw new PersonError(t("A subagent takes its work from its parent only. Write to the session that started it."), method);
  }
  if (!session.canCancel) {
    throw new PersonError(
      t("This subagent cannot be stopped by itself: its agent does not offer it now. Cancel its parent's turn instead."),
    );
  }
}
