import { rename, rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "../base/systemError.ts";

/** How often a rename is tried that Windows refuses, while a virus scanner still reads what was just written, and how far apart in ms. */
const renameTries = 15;
const renamePause = 200;

/** Renames a folder, with patience where somebody looks into it for a moment. */
export async function renameFolder(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const isBusy = process.platform === "win32" && ["EPERM", "EBUSY", "EACCES"].includes(codeOf(error) ?? "");
      if (!isBusy || attempt === renameTries) throw error;
      await delay(renamePause);
    }
  }
}

/** Removes a folder with all that is in it; nothing happens when it is not there. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: renamePause });
}

/** True while a process with this id is there, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
