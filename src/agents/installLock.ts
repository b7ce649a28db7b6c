import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, unlessMissing } from "../base/systemError.ts";
import { isAlive, removeFolder } from "./files.ts";

/** No install takes that long, in ms: a lock that is older was left behind, even if its process id is in use again. */
const oldestLock = 60 * 60 * 1000;

/**
 * The right to change the folder of installed agents, which all windows share: a folder `.lock` with one file in it, named
 * after the process that holds it. It appears complete by a rename, which fails when there is one already, and goes by one.
 * That of a process that died is taken over by renaming the file, which only one of several can do.
 */
export class InstallLock {
  readonly #root: string;
  readonly #owner: string;

  private constructor(root: string, owner: string) {
    this.#root = root;
    this.#owner = owner;
  }

  /** Takes the lock of `root`, which exists; undefined while another process (or this one) holds it. */
  static async take(root: string): Promise<InstallLock | undefined> {
    const owner = `${process.pid}-${randomUUID()}`;
    const prepared = asideOf(root, owner);
    await mkdir(prepared);
    await writeFile(join(prepared, owner), "");
    if (await appears(root, prepared)) return new InstallLock(root, owner);
    await removeFolder(prepared);
    return (await isTakenOver(root, owner)) ? new InstallLock(root, owner) : undefined;
  }

  /** Gives it back, unless somebody else thought it abandoned and took it. */
  async release(): Promise<void> {
    if ((await ownerOf(placeOf(this.#root))) !== this.#owner) return;
    // Were its file deleted first, another's lock could appear in its place and be deleted with it.
    const aside = asideOf(this.#root, this.#owner);
    await rename(placeOf(this.#root), aside);
    await removeFolder(aside);
  }
}

function placeOf(root: string): string {
  return join(root, ".lock");
}

function asideOf(root: string, owner: string): string {
  return join(root, `.lock-${owner}`);
}

async function appears(root: string, prepared: string): Promise<boolean> {
  try {
    await rename(prepared, placeOf(root));
    return true;
  } catch (error) {
    // What a folder in the way is called differs between systems.
    if (["EEXIST", "ENOTEMPTY", "EPERM", "EACCES", "EBUSY"].includes(codeOf(error) ?? "")) return false;
    throw error;
  }
}

/** Makes `owner` the holder of the lock of a process that is not there any more; false when that one is at work. */
async function isTakenOver(root: string, owner: string): Promise<boolean> {
  const place = placeOf(root);
  const before = await ownerOf(place);
  if (before === undefined || (await isHeld(place, before))) return false;
  return (await unlessMissing(rename(join(place, before), join(place, owner)).then(() => true))) ?? false;
}

async function ownerOf(path: string): Promise<string | undefined> {
  return (await unlessMissing(readdir(path)))?.[0];
}

async function isHeld(path: string, owner: string): Promise<boolean> {
  const began = (await unlessMissing(stat(path)))?.mtimeMs ?? 0;
  return isAlive(Number.parseInt(owner, 10)) && Date.now() - began < oldestLock;
}
