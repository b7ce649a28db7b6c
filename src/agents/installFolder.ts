import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../base/systemError.ts";
import { isAlive, removeFolder, renameFolder } from "./files.ts";
import { isScript, programOf } from "./installPlan.ts";
import { type NpmPreset, npmPresets } from "./presets.ts";
import { compareVersions } from "./versions.ts";

/** How much of a `package.json` is read, in bytes; they are far smaller. */
const longestManifest = 256 * 1024;

/** One version of an agent, complete in its folder. */
export interface Install {
  readonly preset: NpmPreset;
  /** As its own `package.json` says. */
  readonly version: string;
  readonly folder: string;
  /** Full path of its program. */
  readonly program: string;
  /** True when Node has to run it. */
  readonly isScript: boolean;
}

/**
 * The folder of installed agents in the extension's storage, which all windows share:
 *
 *     <preset>/<version>/     one install, put there by a rename and never changed afterwards
 *     .staging/<uuid>/        what is being made or taken away; belongs to the holder of the lock
 *     .users/<preset>@<version>/<pid>-<uuid>   one file for each process of it that runs
 *     .lock/                  see InstallLock
 *
 * A newer version lies beside the older one, so that no agent loses its files while it runs.
 */
export class InstallFolder {
  readonly root: string;
  readonly #known: () => readonly NpmPreset[];

  /** `known`: the agents that can be installed, as they are now. */
  constructor(root: string, known: () => readonly NpmPreset[] = () => npmPresets) {
    this.root = root;
    this.#known = known;
  }

  place({ id, npm }: NpmPreset): string {
    return join(this.root, id, npm.version);
  }

  /** The newest version of an agent that is there and complete. */
  newest(preset: NpmPreset): Install | undefined {
    const installs = this.#versionFolders(preset).map((folder) => readInstall(folder, preset));
    return installs.filter((install) => install !== undefined).sort((a, b) => compareVersions(b.version, a.version) ?? 0)[0];
  }

  /** The agents of which something is there, complete or not. */
  get presets(): readonly NpmPreset[] {
    const names = new Set(namesIn(this.root));
    return this.#known().filter((preset) => names.has(preset.id) && this.#versionFolders(preset).length > 0);
  }

  /** A new empty folder to install into. */
  async newStaging(): Promise<string> {
    const folder = join(this.root, ".staging", randomUUID());
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Removes whatever was begun and not finished. Only for the holder of the lock. */
  async clearStaging(): Promise<void> {
    await removeFolder(join(this.root, ".staging"));
  }

  /**
   * Says that a process of this install runs, until the returned function is called or this process ends. Undefined when
   * the install has been taken away.
   */
  async use(install: Install): Promise<(() => Promise<void>) | undefined> {
    const users = this.#users(install.folder);
    const mark = join(users, `${process.pid}-${randomUUID()}`);
    await mkdir(users, { recursive: true });
    await writeFile(mark, "");
    const release = () => rm(mark, { force: true });
    // First the mark, then the look, while `retire` first takes away and then looks for marks: one of both sees the other.
    if (existsSync(install.program)) return release;
    await release();
    return undefined;
  }

  /** True while a process of the install in this folder runs, in any window. */
  isUsed(folder: string): boolean {
    return namesIn(this.#users(folder)).some((mark) => isAlive(Number.parseInt(mark, 10)));
  }

  /** Removes the marks of processes that are not there any more. */
  async clearMarks(): Promise<void> {
    const users = join(this.root, ".users");
    const marks = namesIn(users).flatMap((name) => namesIn(join(users, name)).map((mark) => ({ path: join(users, name, mark), mark })));
    for (const { path } of marks.filter(({ mark }) => !isAlive(Number.parseInt(mark, 10)))) await rm(path, { force: true });
  }

  /** Takes a version out of its place and away. False when it is in use. Only for the holder of the lock. */
  async retire(folder: string): Promise<boolean> {
    if (this.isUsed(folder)) return false;
    const away = await this.newStaging();
    const retired = join(away, "retired");
    try {
      await renameFolder(folder, retired);
    } catch (error) {
      // Windows keeps the files of a process that does not run under our eyes.
      if (["EPERM", "EBUSY", "EACCES"].includes(codeOf(error) ?? "")) return false;
      throw error;
    }
    if (this.isUsed(folder)) {
      await renameFolder(retired, folder);
      return false;
    }
    await removeFolder(this.#users(folder));
    await removeFolder(away);
    return true;
  }

  /** The folders of the versions of an agent that are not the newest complete one. */
  superseded(preset: NpmPreset): readonly string[] {
    const newest = this.newest(preset);
    return newest ? this.#versionFolders(preset).filter((folder) => folder !== newest.folder) : [];
  }

  #versionFolders({ id }: NpmPreset): readonly string[] {
    return namesIn(join(this.root, id)).map((name) => join(this.root, id, name));
  }

  #users(folder: string): string {
    return join(this.root, ".users", folder.split(/[/\\]/).slice(-2).join("@"));
  }
}

/** What npm has put into a folder; undefined when it is not all there. */
export function readInstall(folder: string, preset: NpmPreset): Install | undefined {
  const packageFolder = join(folder, "node_modules", ...preset.npm.package.split("/"));
  const manifest = parseObject(readOrEmpty(join(packageFolder, "package.json")));
  if (typeof manifest.version !== "string" || compareVersions(manifest.version, manifest.version) === undefined) return undefined;
  const relative = programOf(preset.npm.package, manifest.bin);
  const program = relative === undefined ? undefined : join(packageFolder, relative);
  const text = program === undefined ? "" : readOrEmpty(program, 200);
  if (program === undefined || text === "") return undefined;
  return { preset, version: manifest.version, folder, program, isScript: isScript(program, text.split("\n", 1)[0] ?? "") };
}

/** A JSON object; an empty one when the text is none, as when a crash has cut it off. */
function parseObject(text: string): { readonly [key: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as { readonly [key: string]: unknown }) : {};
  } catch {
    return {};
  }
}

/** The head of a file as text; empty for one that cannot be read, which is as good as not there. */
function readOrEmpty(path: string, bytes = longestManifest): string {
  try {
    const file = openSync(path, "r");
    try {
      const head = Buffer.alloc(bytes);
      return head.toString("utf8", 0, readSync(file, head));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

function namesIn(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path) : [];
}
