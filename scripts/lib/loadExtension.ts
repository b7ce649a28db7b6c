// What the editor has to load before the extension is active.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** What the loading took, in ms of CPU, and which files of dist/ it read. */
export interface Loading {
  readonly ms: number;
  readonly files: readonly string[];
}

/** Loads the built extension in a process of its own. */
export async function loadExtension(): Promise<Loading> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, "loadExtensionMain.ts")], { timeout: 30_000 });
  return JSON.parse(stdout) as Loading;
}
