// The VS Code, or one of its forks, that the person has on the PATH.
import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

/** Command lines of VS Code and its forks, the most likely first. */
const names = ["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "positron", "kiro", "trae", "antigravity"];

/** What the search looks at; handed in, so that it can be tested for every platform. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly exists: (path: string) => boolean;
}

export const thisMachine: Machine = { platform: process.platform, env: process.env, exists: existsSync };

/** The path of the first editor's command line on the PATH, or undefined. */
export function findEditorCli({ platform, env, exists }: Machine): string | undefined {
  const { join, delimiter } = platform === "win32" ? win32 : posix;
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const extension = platform === "win32" ? ".cmd" : "";
  return names.flatMap((name) => folders.map((folder) => join(folder, `${name}${extension}`))).find(exists);
}

/**
 * Whether this command line can open a window of its own with a throw-away profile. It cannot without a display; from inside
 * a remote window or WSL it would act on the person's own editor at the other end.
 */
export function canOpenOwnWindow(cli: string, { platform, env }: Machine): boolean {
  if (env.WSL_DISTRO_NAME || env.VSCODE_IPC_HOOK_CLI || cli.includes("remote-cli")) return false;
  return platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
