import { randomUUID } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { unlessMissing } from "../base/systemError.ts";

/** The file system, as far as journals need it; tests bring one of their own that fails. Paths are full paths. */
export interface JournalStorage {
  /** Names in a folder; none when it is not there. */
  list(folder: string): Promise<readonly string[]>;
  /** Writes a whole new file, or replaces one: it is there complete or not at all. Makes its folder. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** Adds at the end of a file; rejects when the file is not there. */
  append(path: string, chunks: readonly Uint8Array[]): Promise<void>;
  /** The whole of a small file; undefined when it is not there. */
  get(path: string): Promise<Uint8Array | undefined>;
  /** The bytes of a file in pieces. */
  read(path: string): AsyncIterable<Uint8Array>;
  /** Undefined when it is not there. */
  stat(path: string): Promise<{ readonly size: number; readonly changedAt: number } | undefined>;
  /** Removes a file or an empty folder; nothing happens when it is not there. */
  remove(path: string): Promise<void>;
}

/** The real one. */
export const diskStorage: JournalStorage = {
  list: async (folder) => (await unlessMissing(readdir(folder))) ?? [],
  async put(path, bytes) {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${randomUUID()}.new`;
    try {
      await writeFile(draft, bytes);
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  },
  async append(path, chunks) {
    // Never creates the file: one that was removed while we write begins anew with its header.
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
    try {
      await file.appendFile(Buffer.concat(chunks));
    } finally {
      await file.close();
    }
  },
  get: (path) => unlessMissing(readFile(path)),
  read: (path) => createReadStream(path, { highWaterMark: 256 * 1024 }),
  async stat(path) {
    const found = await unlessMissing(stat(path));
    return found && { size: found.size, changedAt: found.mtimeMs };
  },
  remove: (path) => rm(path, { recursive: false, force: true }),
};
