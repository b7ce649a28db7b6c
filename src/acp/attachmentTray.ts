import { Emitter, type Event } from "../base/emitter.ts";
import { PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import { type Attachment, isSame, type NewAttachment } from "../session/attachment.ts";
import type { SessionId } from "../session/ids.ts";

/** Most attachments of one prompt. */
export const mostAttachments = 50;
/** Most characters of pictures in one prompt (base64): an agent's reader may give up at a line of 32 MiB. */
const mostImageData = 20 * 1024 * 1024;

/** What is attached to the prompt that is being written, for each session. The host holds it: pages come and go. */
export class AttachmentTray {
  readonly #held = new Map<SessionId, readonly Attachment[]>();
  readonly #onDidChange = new Emitter<SessionId>();
  #nextId = 1;

  /** The attachments of this session changed. */
  readonly onDidChange: Event<SessionId> = this.#onDidChange.event;

  /** In the order in which they were attached. */
  of(sessionId: SessionId): readonly Attachment[] {
    return this.#held.get(sessionId) ?? [];
  }

  /** Attaches what is not attached yet. Throws a PersonError when it would be too much; then nothing is attached. */
  add(sessionId: SessionId, added: readonly NewAttachment[]): void {
    const before = this.of(sessionId);
    const held = [...before];
    for (const each of added) if (!held.some((one) => isSame(one, each))) held.push({ ...each, id: `attachment-${this.#nextId++}` });
    if (held.length === before.length) return;
    if (held.length > mostAttachments)
      throw new PersonError(t("A prompt carries {0} attachments at most. Attach a folder instead of its files.", mostAttachments));
    const imageData = held.reduce((sum, each) => sum + (each.kind === "image" ? each.data.length : 0), 0);
    if (imageData > mostImageData)
      throw new PersonError(t("These pictures are too large together. Send some of them with another prompt."));
    this.#hold(sessionId, held);
  }

  /** Takes one off; nothing happens when it is not there (any more). */
  remove(sessionId: SessionId, id: string): void {
    const held = this.of(sessionId);
    const left = held.filter((each) => each.id !== id);
    if (left.length < held.length) this.#hold(sessionId, left);
  }

  /** Takes those with these ids off and returns them, to be sent. */
  take(sessionId: SessionId, ids: readonly string[]): readonly Attachment[] {
    const held = this.of(sessionId);
    const taken = held.filter(({ id }) => ids.includes(id));
    if (taken.length > 0)
      this.#hold(
        sessionId,
        held.filter((each) => !taken.includes(each)),
      );
    return taken;
  }

  #hold(sessionId: SessionId, attachments: readonly Attachment[]): void {
    if (attachments.length === 0) this.#held.delete(sessionId);
    else this.#held.set(sessionId, attachments);
    this.#onDidChange.fire(sessionId);
  }
}
