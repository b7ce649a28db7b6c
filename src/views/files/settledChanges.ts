import type { FileChange } from "./changedFiles.ts";
import type { FileContent } from "./fileContent.ts";

/**
 * The changes of files that the person accepted or reverted in reviews. What was reverted is settled only while the file holds
 * what was put back: undone, it is to be reviewed again.
 */
export class SettledChanges {
  /** By change: the fingerprint of what was put back, empty when it was accepted; the newest last. */
  readonly #settled: Map<string, string>;
  readonly #fingerprintOf: (content: FileContent) => string;

  /** `stored` is what `stored` gave before; a fingerprint is a word, not empty, the same for the same content. */
  constructor(fingerprintOf: (content: FileContent) => string, stored: readonly string[] = []) {
    this.#fingerprintOf = fingerprintOf;
    this.#settled = new Map(
      stored.map((entry) => {
        const end = entry.lastIndexOf("]") + 1;
        return [entry.slice(0, end), entry.slice(end)];
      }),
    );
  }

  /** One line for each change; the same after the session was loaded again. */
  get stored(): readonly string[] {
    return Array.from(this.#settled, ([change, fingerprint]) => change + fingerprint);
  }

  /** Settles those of these changes of a file that have come to their end. `putBack` is what is in it after a revert. */
  add(changes: readonly FileChange[], key: string, putBack?: FileContent): void {
    for (const change of changes.filter(({ isOpen }) => !isOpen)) {
      const name = nameOf(change, key);
      this.#settled.delete(name);
      this.#settled.set(name, putBack ? this.#fingerprintOf(putBack) : "");
    }
  }

  has(change: FileChange, key: string, now: FileContent): boolean {
    const fingerprint = this.#settled.get(nameOf(change, key));
    return fingerprint === "" || (fingerprint !== undefined && fingerprint === this.#fingerprintOf(now));
  }
}

function nameOf({ sessionId, toolCallId }: FileChange, key: string): string {
  return JSON.stringify([sessionId, toolCallId, key]);
}
