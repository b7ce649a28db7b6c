import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Logger } from "../base/logger.ts";
import { messageOf, PersonError } from "../base/personError.ts";
import { t } from "../base/words.ts";
import type { ProgramDefinition } from "./agentDefinition.ts";
import { renameFolder } from "./files.ts";
import { installedId } from "./installedAgents.ts";
import { type Install, InstallFolder, readInstall } from "./installFolder.ts";
import { InstallLock } from "./installLock.ts";
import { chooseRuntime, NpmMissingError, npmArguments, npmFailure, type ProgramEnd } from "./installPlan.ts";
import { type NpmPreset, npmPresets } from "./presets.ts";

/** How long npm may take, in ms. */
const npmTime = 15 * 60_000;
/** How long `node --version` may take, in ms. */
const nodeTime = 5000;

/** A program to run to its end; `cwd` is the folder it starts in, by default that of agents. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
}

/** What the surroundings do for an installer. */
export interface InstallerHost {
  /** The folder of all installed agents, in the extension's global storage. */
  readonly root: string;
  /** The agents that can be installed, as they are now; absent = those that come with the extension. */
  readonly presets?: () => readonly NpmPreset[];
  /** The editor's own runtime, which behaves as Node under `ELECTRON_RUN_AS_NODE`. */
  readonly editorRuntime: string;
  readonly log: Logger;
  /** True when the environment of the login shell has this program. */
  has(command: string): Promise<boolean>;
  /** Runs a program in that environment; when `signal` aborts, rejects with its reason after the program has ended. */
  run(program: Program, signal: AbortSignal): Promise<ProgramEnd>;
  /** Starts an agent, asks `initialize` within a time limit, and ends it; rejects with a PersonError when it does not answer. */
  tryOut(agent: ProgramDefinition, signal: AbortSignal): Promise<void>;
}

/**
 * Installs agents that come in npm packages into a folder of ours. Nothing is seen of an install before its agent has
 * answered `initialize` once: until then it lies in a staging folder, which the next holder of the lock clears.
 */
export class Installer {
  readonly #host: InstallerHost;
  readonly #folder: InstallFolder;

  constructor(host: InstallerHost) {
    this.#host = host;
    this.#folder = new InstallFolder(host.root, () => this.presets);
  }

  /** The agents that can be installed, as they are now. */
  get presets(): readonly NpmPreset[] {
    return this.#host.presets?.() ?? npmPresets;
  }

  get folder(): InstallFolder {
    return this.#folder;
  }

  /**
   * Installs the version that the preset names, also when it is there already, and removes older ones that nobody uses.
   * `tell` gets a sentence for each step. Rejects with a PersonError, or with the signal's reason after a cancel; whatever
   * was there before is as it was then.
   */
  async install(preset: NpmPreset, signal: AbortSignal, tell: (step: string) => void): Promise<Install> {
    if (this.#folder.isUsed(this.#folder.place(preset))) throw inUse(preset);
    if (!(await this.#host.has("npm"))) throw new NpmMissingError(preset);
    await mkdir(this.#host.root, { recursive: true });
    const lock = await InstallLock.take(this.#host.root);
    if (!lock) throw new PersonError(t("An agent is being installed already, perhaps in another window. Try again when that is done."));
    try {
      await this.#folder.clearStaging();
      const staged = await this.#stage(preset, signal, tell);
      tell(t("Putting it in its place…"));
      const installed = await this.#putInPlace(staged);
      await this.#removeSuperseded(preset);
      return installed;
    } finally {
      await this.#folder.clearStaging();
      await lock.release();
    }
  }

  /** Removes what a crash has left behind and versions that nobody needs any more. Never rejects; for every start of a window. */
  async sweep(): Promise<void> {
    try {
      if (!existsSync(this.#host.root)) return;
      const lock = await InstallLock.take(this.#host.root);
      if (!lock) return;
      try {
        await this.#folder.clearStaging();
        await this.#folder.clearMarks();
        for (const preset of this.presets) await this.#removeSuperseded(preset);
      } finally {
        await lock.release();
      }
    } catch (error) {
      this.#host.log.warn(`The folder of installed agents was not tidied up: ${messageOf(error)}`);
    }
  }

  /** How an install is started now: by a new enough Node of the person's, else by the editor's runtime. */
  async launchOf(install: Install, signal: AbortSignal): Promise<ProgramDefinition> {
    const { preset, program, isScript } = install;
    const shared = { id: installedId(preset.id), label: preset.name, presetId: preset.id, isDemo: false };
    if (!isScript) return { ...shared, command: program, args: preset.args, env: {} };
    const { command, env } = chooseRuntime(await this.#nodeVersion(signal), this.#host.editorRuntime);
    return { ...shared, command, args: [program, ...preset.args], env };
  }

  async #stage(preset: NpmPreset, signal: AbortSignal, tell: (step: string) => void): Promise<Install> {
    const { npm, name } = preset;
    const staging = await this.#folder.newStaging();
    // Makes the folder a project of its own, so that npm does not look for one further up.
    await writeFile(join(staging, "package.json"), '{ "private": true }\n');
    tell(t("Fetching {0} {1} with npm…", npm.package, npm.version));
    const end = await this.#npm({ command: "npm", args: npmArguments(preset, staging), cwd: staging }, preset, signal);
    if (end.code !== 0) throw npmFailure(preset, end);
    const staged = readInstall(staging, preset);
    if (staged?.version !== npm.version) {
      throw new PersonError(
        t(
          "{0} was not installed: npm did not bring {1} {2} with a program in it. Choose another agent, or try again when this extension knows a newer version.",
          name,
          npm.package,
          npm.version,
        ),
      );
    }
    tell(t("Starting {0} once…", name));
    await this.#tryOut(staged, signal);
    signal.throwIfAborted();
    return staged;
  }

  async #npm(program: Program, { name }: NpmPreset, signal: AbortSignal): Promise<ProgramEnd> {
    const tooLong = new PersonError(
      t("{0} was not installed: npm was not done after {1} minutes. Check the network, then try again.", name, npmTime / 60_000),
    );
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(tooLong), npmTime);
    try {
      return await this.#host.run(program, AbortSignal.any([signal, limit.signal]));
    } finally {
      clearTimeout(timer);
    }
  }

  async #tryOut(staged: Install, signal: AbortSignal): Promise<void> {
    try {
      await this.#host.tryOut(await this.launchOf(staged, signal), signal);
    } catch (error) {
      signal.throwIfAborted();
      const { name, npm } = staged.preset;
      const detail = error instanceof PersonError ? error.detail : undefined;
      throw new PersonError(
        t("{0} {1} was fetched, but is not used because it did not start: {2}", name, npm.version, messageOf(error)),
        detail,
      );
    }
  }

  async #putInPlace({ preset, folder }: Install): Promise<Install> {
    const place = this.#folder.place(preset);
    await mkdir(dirname(place), { recursive: true });
    if (existsSync(place) && !(await this.#folder.retire(place))) throw inUse(preset);
    await renameFolder(folder, place);
    const installed = readInstall(place, preset);
    if (!installed) throw new PersonError(t("{0} was installed, but its files are gone again. Try again.", preset.name));
    return installed;
  }

  async #removeSuperseded(preset: NpmPreset): Promise<void> {
    for (const folder of this.#folder.superseded(preset)) {
      const isGone = await this.#folder.retire(folder);
      this.#host.log.info(isGone ? `An older install was removed: ${folder}` : `An older install is still in use: ${folder}`);
    }
  }

  /** What `node --version` prints; undefined when there is none, or it cannot tell. */
  async #nodeVersion(signal: AbortSignal): Promise<string | undefined> {
    if (!(await this.#host.has("node"))) return undefined;
    try {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(nodeTime)]);
      return (await this.#host.run({ command: "node", args: ["--version"] }, limited)).output;
    } catch (error) {
      signal.throwIfAborted();
      this.#host.log.warn(`node did not tell its version: ${messageOf(error)}`);
      return undefined;
    }
  }
}

function inUse({ name, npm }: NpmPreset): PersonError {
  return new PersonError(t("{0} {1} is in use, so it is not replaced. End its sessions in all windows and try again.", name, npm.version));
}
