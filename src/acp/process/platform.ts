import { posix, win32 } from "node:path";
import { PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { Environment, ProgramLaunch } from "./launch.ts";

/** The operating system as far as starting programs depends on it; `systemPlatform` is the real one. */
export interface Platform {
  readonly os: NodeJS.Platform;
  /** The person's home folder. */
  readonly home: string;
  /** True for a file that may be executed. */
  readonly isProgram: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** The names in a folder; none when it is not there. */
  readonly namesIn: (path: string) => readonly string[];
}

/** A command as it can be spawned: the program's full path, and the environment in which it was found. */
export interface ResolvedLaunch {
  readonly path: string;
  readonly env: Environment;
}

/** The value of a variable; on Windows the case of its name does not matter. */
export function variable(env: Environment, name: string, os: NodeJS.Platform): string | undefined {
  return env[variableKey(env, name, os)];
}

/**
 * The environment of an agent: what it inherits without the variables that steer the editor's own processes, and on
 * top what its settings say.
 */
export function agentEnvironment(inherited: Environment, own: Environment, os: NodeJS.Platform): Environment {
  const kept = Object.entries(inherited).filter(([name]) => !/^(ELECTRON_|VSCODE_)/.test(name));
  return Object.entries(own).reduce<Environment>((env, [name, value]) => withVariable(env, name, value, os), Object.fromEntries(kept));
}

/**
 * Finds the program of a launch, on the PATH or by its path; then in the folders of version managers, which an editor
 * that was started from the desktop may lack on its PATH. Throws a PersonError that shows where was looked.
 */
export function resolveLaunch(launch: ProgramLaunch, env: Environment, platform: Platform): ResolvedLaunch {
  if (!platform.isFolder(launch.cwd)) {
    throw new PersonError(
      t(
        "{0} cannot be started: the folder {1} does not exist. Create it, or name another “cwd” in the agent's settings.",
        launch.label,
        launch.cwd,
      ),
    );
  }
  const path = findProgram(launch, env, platform);
  if (path) return { path, env };
  const wider = withFolders(env, versionManagerFolders(env, platform), platform);
  const widerPath = findProgram(launch, wider, platform);
  if (widerPath) return { path: widerPath, env: wider };
  if (isPathLike(launch.command, platform)) {
    throw new PersonError(
      t("{0} cannot be started: there is no program at {1}. Correct its path in the agent's settings.", launch.label, launch.command),
    );
  }
  throw new PersonError(
    t(
      "{0} cannot be started: “{1}” was not found. Install it, or put its full path into the agent's settings.",
      launch.label,
      launch.command,
    ),
    t("The PATH used was: {0}", variable(wider, "PATH", platform.os) ?? ""),
  );
}

/**
 * The full path of a program that is named or on the PATH, or where version managers put it; a path to one may be relative to
 * `cwd`. Undefined when there is none.
 */
export function findOnPath(command: string, env: Environment, platform: Platform, cwd = platform.home): string | undefined {
  const launch: ProgramLaunch = { label: command, command, args: [], env: {}, cwd };
  const folders = versionManagerFolders(env, platform);
  return findProgram(launch, env, platform) ?? findProgram(launch, withFolders(env, folders, platform), platform);
}

/** True for a command that is a path, not a name to be looked for. */
function isPathLike(command: string, { os }: Platform): boolean {
  return (os === "win32" ? /[/\\]/ : /\//).test(command);
}

function findProgram(launch: ProgramLaunch, env: Environment, platform: Platform): string | undefined {
  const paths = platform.os === "win32" ? win32 : posix;
  const command = launch.command.replace(/^~(?=[/\\])/, () => platform.home);
  const isPath = isPathLike(command, platform);
  const folders = isPath ? [launch.cwd] : foldersOf(env, platform);
  for (const folder of folders) {
    const base = paths.resolve(folder, command);
    const found = namesToTry(base, isPath, env, platform).find((path) => platform.isProgram(path));
    if (found) return found;
  }
  return undefined;
}

/**
 * On Windows a program is found by the extensions of PATHEXT only: beside `npx.cmd` lies a file `npx` that is a shell
 * script for other systems. A full path to a script with another extension is taken as it is.
 */
function namesToTry(base: string, isPath: boolean, env: Environment, platform: Platform): readonly string[] {
  if (platform.os !== "win32") return [base];
  const extensions = (variable(env, "PATHEXT", "win32") ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((extension) => extension !== "");
  const extension = win32.extname(base).toLowerCase();
  const isComplete = extensions.some((known) => known.toLowerCase() === extension);
  const completed = extensions.map((known) => base + known.toLowerCase());
  if (isComplete) return [base, ...completed];
  return isPath && extension !== "" ? [...completed, base] : completed;
}

/** Folders in which version managers and installers put programs, the likeliest first; only those that exist. */
export function versionManagerFolders(env: Environment, platform: Platform): readonly string[] {
  const folders = platform.os === "win32" ? windowsFolders(env, platform) : posixFolders(env, platform);
  return folders.filter((folder) => platform.isFolder(folder));
}

function posixFolders(env: Environment, { os, home, namesIn }: Platform): readonly string[] {
  const data = env.XDG_DATA_HOME ?? `${home}/.local/share`;
  const fnm = os === "darwin" ? `${home}/Library/Application Support/fnm` : `${data}/fnm`;
  const nvm = `${env.NVM_DIR ?? `${home}/.nvm`}/versions/node`;
  return [
    `${home}/.local/bin`,
    ...newestFirst(namesIn(nvm)).map((version) => `${nvm}/${version}/bin`),
    `${env.VOLTA_HOME ?? `${home}/.volta`}/bin`,
    `${env.FNM_DIR ?? fnm}/aliases/default/bin`,
    `${home}/.fnm/aliases/default/bin`,
    `${env.ASDF_DATA_DIR ?? `${home}/.asdf`}/shims`,
    `${env.MISE_DATA_DIR ?? `${data}/mise`}/shims`,
    `${home}/.bun/bin`,
    env.PNPM_HOME ?? (os === "darwin" ? `${home}/Library/pnpm` : `${data}/pnpm`),
    `${home}/.npm-global/bin`,
    `${home}/.cargo/bin`,
    "/opt/homebrew/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    "/usr/local/bin",
  ];
}

function windowsFolders(env: Environment, { home }: Platform): readonly string[] {
  const roaming = variable(env, "APPDATA", "win32") ?? `${home}\\AppData\\Roaming`;
  const local = variable(env, "LOCALAPPDATA", "win32") ?? `${home}\\AppData\\Local`;
  const programs = variable(env, "ProgramFiles", "win32") ?? "C:\\Program Files";
  return [
    `${home}\\.local\\bin`,
    `${roaming}\\npm`,
    variable(env, "NVM_SYMLINK", "win32") ?? `${programs}\\nodejs`,
    `${local}\\Volta\\bin`,
    `${roaming}\\fnm\\aliases\\default`,
    `${local}\\mise\\shims`,
    `${local}\\pnpm`,
    `${home}\\scoop\\shims`,
    `${home}\\.bun\\bin`,
    `${home}\\.cargo\\bin`,
    `${programs}\\nodejs`,
  ];
}

function newestFirst(versions: readonly string[]): readonly string[] {
  return [...versions].sort((a, b) => b.localeCompare(a, "en", { numeric: true }));
}

function foldersOf(env: Environment, { os }: Platform): readonly string[] {
  const folders = (variable(env, "PATH", os) ?? "").split(os === "win32" ? ";" : ":");
  // Windows allows quotes around a folder; an empty entry would mean the current folder, which nobody wants here.
  return folders.map((folder) => (os === "win32" ? folder.replaceAll('"', "") : folder)).filter((folder) => folder !== "");
}

function withFolders(env: Environment, more: readonly string[], platform: Platform): Environment {
  const folders = [...new Set([...foldersOf(env, platform), ...more])];
  return withVariable(env, "PATH", folders.join(platform.os === "win32" ? ";" : ":"), platform.os);
}

function withVariable(env: Environment, name: string, value: string | undefined, os: NodeJS.Platform): Environment {
  return { ...env, [variableKey(env, name, os)]: value };
}

function variableKey(env: Environment, name: string, os: NodeJS.Platform): string {
  if (os !== "win32") return name;
  return Object.keys(env).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}
