import { endRestore, forgetLiveness, keepWhatIsMore, makeRoot, noteCutOff } from "./applyOpening.ts";
import type { Draft } from "./draft.ts";
import type { SessionEvent } from "./events.ts";

type Of<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** What we kept of this session on one connection follows: it is drawn as history. Of a session that is drawn already nothing is read. */
export function applyStoredBegan(draft: Draft, event: Of<"storedBegan">): void {
  const session = draft.ensure(event.sessionId);
  if (session.standing === "child") {
    draft.diagnose("warning", `${session.id} is a child and is read with its root.`, session.id);
    return;
  }
  makeRoot(draft, session);
  if (event.overAt !== undefined) noteCutOff(draft, session, event.overAt);
  session.isReadingStored = true;
  // A turn that was open was cut off with the connection before.
  session.openPromptCount = 0;
  session.isHistory = true;
  session.isRestoring = true;
  session.cwd ??= event.cwd;
  session.title ??= event.title;
  draft.touch(session);
}

/** All that was kept is read: nothing of it goes on. */
export function applyStoredEnded(draft: Draft, event: Of<"storedEnded">): void {
  const session = draft.sessions.get(event.sessionId);
  if (!session?.isReadingStored) return;
  if (session.restoring !== undefined) {
    keepWhatIsMore(draft, session, true);
    endRestore(draft, session, undefined);
  }
  noteCutOff(draft, session, draft.now);
  session.openPromptCount = 0;
  session.echo = undefined;
  session.pendingSettings = [];
  session.sealedRowId = session.rows.last?.id;
  session.isReadingStored = false;
  session.isRestoring = false;
  session.isHistory = true;
  for (const member of draft.treeOf(session)) {
    forgetLiveness(draft, member);
    member.openTools.clear();
    member.isHeld = false;
    // Nobody has it open: whoever opens it again may yet be refused.
    member.isClosed = true;
  }
}
