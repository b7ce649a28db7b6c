import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The full path that a path in an agent's words means: `file:` addresses, `~`, and paths relative to `folder`.
 * Undefined when that cannot be said: a relative path without a folder, or an address on another machine.
 */
export function localPath(path: string, folder: string | undefined, home: string): string | undefined {
  if (/^file:/i.test(path)) {
    try {
      return fileURLToPath(path);
    } catch {
      // Another machine's name, or an encoding that no path can have.
      return undefined;
    }
  }
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  if (isAbsolute(path)) return path;
  return folder === undefined || path === "" ? undefined : resolve(folder, path);
}
