import { randomUUID } from "node:crypto";
import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Disposable } from "../base/disposables.ts";
import { messageOf } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { Shelf, Shelved } from "../session/shelf.ts";

/** The smallest slot of the file, in bytes. */
const smallestSlot = 4096;

/** Where the file of a shelf is made, and who is told when the disk refuses. */
export interface FileShelfOptions {
  /** Full path of a folder; it is made when the first text is put away. */
  readonly folder: string;
  /** The disk takes nothing, for this reason; called once. What it refuses stays in memory, and it is asked again later. */
  readonly onDidRefuse: (reason: string) => void;
}

/** A piece of the file. `length` bytes of its `size` are in use. */
interface Slot {
  at: number;
  size: number;
  length: number;
}

/**
 * A shelf in a file of this process. The file loses its name as soon as it is open: the system frees it when the process
 * ends, however it ends, and nobody else can open it. A text lies in a slot whose size is a power of two. Slots are given
 * back when their text is replaced or nobody holds it any more, and used again, so the file is at most twice as long as
 * what lay in it at one time.
 */
export class FileShelf implements Shelf, Disposable {
  readonly #options: FileShelfOptions;
  readonly #free = new Map<number, number[]>();
  /** Gives the slots of texts back that nobody holds any more. */
  readonly #abandoned = new FinalizationRegistry<Slot>((slot) => this.#release(slot));
  #file: number | undefined;
  #end = 0;
  #isDisposed = false;
  #hasRefused = false;

  constructor(options: FileShelfOptions) {
    this.#options = options;
  }

  /** How long the file is, in bytes. */
  get size(): number {
    return this.#end;
  }

  put(text: string): Shelved | undefined {
    const slot: Slot = { at: 0, size: 0, length: 0 };
    if (!this.#write(slot, text)) {
      this.#release(slot);
      return undefined;
    }
    const shelved: Shelved = { read: () => this.#read(slot), write: (other) => this.#write(slot, other) };
    this.#abandoned.register(shelved, slot);
    return shelved;
  }

  /** Closes the file: nothing can be read back from then on. */
  dispose(): void {
    this.#isDisposed = true;
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #write(slot: Slot, text: string): boolean {
    const bytes = Buffer.from(text);
    try {
      const file = this.#opened();
      if (sizeFor(bytes.length) !== slot.size) this.#move(slot, sizeFor(bytes.length));
      slot.length = bytes.length;
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, slot.at + done);
      return true;
    } catch (error) {
      this.#refuse(messageOf(error));
      return false;
    }
  }

  #read({ at, length }: Slot): string {
    if (this.#file === undefined) throw new Error(t("its file is closed"));
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length; ) {
      const count = readSync(this.#file, bytes, done, length - done, at + done);
      if (count === 0) throw new Error(t("its file was cut off"));
      done += count;
    }
    return bytes.toString();
  }

  /** Throws when there can be no file. */
  #opened(): number {
    if (this.#isDisposed) throw new Error(t("its file is closed"));
    if (this.#file !== undefined) return this.#file;
    mkdirSync(this.#options.folder, { recursive: true });
    const path = join(this.#options.folder, `${randomUUID()}.rows`);
    const file = openSync(path, "wx+", 0o600);
    try {
      unlinkSync(path);
    } catch (error) {
      closeSync(file);
      throw error;
    }
    this.#file = file;
    return file;
  }

  #move(slot: Slot, size: number): void {
    this.#release({ ...slot });
    slot.at = this.#free.get(size)?.pop() ?? this.#end;
    slot.size = size;
    if (slot.at === this.#end) this.#end += size;
  }

  #release({ at, size }: Slot): void {
    if (size === 0) return;
    const free = this.#free.get(size);
    if (free) free.push(at);
    else this.#free.set(size, [at]);
  }

  #refuse(reason: string): void {
    if (this.#hasRefused || this.#isDisposed) return;
    this.#hasRefused = true;
    this.#options.onDidRefuse(reason);
  }
}

function sizeFor(length: number): number {
  let size = smallestSlot;
  while (size < length) size *= 2;
  return size;
}
