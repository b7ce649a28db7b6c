import { readlink, stat } from "node:fs/promises";
import type { DiskEntry, FileTree } from "./filePlaces.ts";

/** The disk of this machine. */
export const diskTree: FileTree = {
  readLink: (path) => orNothing(readlink(path)),
  async identity(path) {
    const found = await orNothing(stat(path, { bigint: true }));
    // Some network disks number nothing.
    return found && found.ino !== 0n ? `${found.dev}:${found.ino}` : undefined;
  },
};

/** What is at a path, links followed; undefined when there is nothing. */
export async function diskEntry(path: string): Promise<DiskEntry | undefined> {
  const found = await orNothing(stat(path));
  return found && { isFile: found.isFile(), size: found.size };
}

/** What is not there, is no link, or may not be looked at is nothing; the one who opens it will hear why. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch {
    return undefined;
  }
}
