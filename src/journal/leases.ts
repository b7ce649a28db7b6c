import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Disposable } from "../base/disposables.ts";
import type { Logger } from "../base/logger.ts";
import { messageOf } from "../base/personError.ts";
import type { Timer } from "../base/timer.ts";
import { isObject } from "../session/content.ts";
import { folderName } from "./library.ts";

/** How often a holder shows that it is there and looks whether somebody asks, and after how long a silent one counts as gone, in ms. */
const heartbeat = 2000;
const silence = 20_000;

/** Who has a session open. */
export interface LeaseHolder {
  /** Of the window; each makes up its own. */
  readonly window: string;
  readonly pid: number;
  /** What the window is called, for a sentence. */
  readonly label: string;
  /** It is about to end, and gives all back. */
  readonly isEnding: boolean;
  /** Something works in the session there, or waits for the person; undefined when the window does not say. */
  readonly isWorking: boolean | undefined;
}

/** What holding leases needs; `letGo` is called when another window asks for a session. */
export interface LeasesOptions {
  /** Full path of the folder that all windows of this machine share. */
  readonly folder: string;
  /** What this window is called. */
  readonly label: string;
  readonly timer: Timer;
  readonly log: Logger;
  /** Another window asks for a session that this one has: it lets go and resolves when that is done. */
  readonly letGo: (agentId: string, sessionId: string, to: string) => Promise<void>;
  /** Whether something works in a session of this window, or waits for the person: asked with each beat, and told in the lease. */
  readonly isWorking: (agentId: string, sessionId: string) => boolean;
  /** False when no process has this id; tests bring their own. */
  readonly isAlive?: (pid: number) => boolean;
}

interface Held {
  readonly agentId: string;
  readonly sessionId: string;
  isLettingGo: boolean;
  /** What the lease says. */
  isWorking: boolean;
  /** Settles when what is being written of it is written. */
  writing: Promise<void>;
}

/**
 * Which window has which session open: one small file for each session, made by the window that has it and touched by it
 * every two seconds. The file of a process that is gone, or that was silent for long, is taken over. A window that wants a
 * session puts a file beside the lease, and the holder lets go. Where the folder cannot be written nobody is kept from
 * anything: without leases everything works as before.
 */
export class Leases implements Disposable {
  readonly #options: LeasesOptions;
  readonly #window = randomUUID();
  readonly #held = new Map<string, Held>();
  #beat: Disposable | undefined;
  #isDisposed = false;
  #isEnding = false;
  #hasFailed = false;

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /** What this window is called. */
  get label(): string {
    return this.#options.label;
  }

  /** Takes the lease of a session; resolves with its holder when another window has it, else with undefined. */
  async take(agentId: string, sessionId: string): Promise<LeaseHolder | undefined> {
    const name = folderName(agentId, sessionId);
    if (this.#held.has(name)) return undefined;
    try {
      await mkdir(this.#options.folder, { recursive: true });
      const isWorking = this.#options.isWorking(agentId, sessionId);
      const holder = await this.#create(name, isWorking);
      if (!holder) {
        this.#held.set(name, { agentId, sessionId, isLettingGo: false, isWorking, writing: Promise.resolve() });
        this.#begin();
      }
      return holder;
    } catch (error) {
      this.#options.log.warn(`Which window has a session open is not known: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** Who has a session open, without taking it; undefined when nobody else has it, or it is not known. */
  async holder(agentId: string, sessionId: string): Promise<LeaseHolder | undefined> {
    const name = folderName(agentId, sessionId);
    const holder = await this.#holderOf(name);
    return holder && holder.window !== this.#window && (await this.#lives(name, holder)) ? holder : undefined;
  }

  /** Says beside each lease that this window ends, so that its next life waits for what it has. */
  async leave(): Promise<void> {
    this.#isEnding = true;
    try {
      await Promise.all(Array.from(this.#held, ([name, held]) => this.#rewrite(name, held)));
    } catch (error) {
      this.#options.log.warn(`That this window ends was not told to others: ${messageOf(error)}`);
    }
  }

  /** Asks the holder of a lease to let go; true once it did, or was gone. Gives up after `patience` ms. */
  async ask(agentId: string, sessionId: string, patience: number, pause: (ms: number) => Promise<void>): Promise<boolean> {
    const wish = this.#path(`${folderName(agentId, sessionId)}.wish`);
    await writeFile(wish, this.#self());
    try {
      for (let waited = 0; ; waited += 200) {
        if ((await this.take(agentId, sessionId)) === undefined) return true;
        if (waited >= patience) return false;
        await pause(200);
      }
    } finally {
      await rm(wish, { force: true });
    }
  }

  /** Gives a lease back; nothing happens when this window does not have it. */
  async release(agentId: string, sessionId: string): Promise<void> {
    const name = folderName(agentId, sessionId);
    const held = this.#held.get(name);
    if (!held) return;
    this.#held.delete(name);
    try {
      // What it failed by is told where it was begun.
      await Promise.allSettled([held.writing]);
      if ((await this.#holderOf(name))?.window === this.#window) await rm(this.#path(name), { force: true });
    } catch (error) {
      this.#options.log.warn(`A session was not given back: ${messageOf(error)}`);
    }
  }

  /** Gives all back. */
  async releaseAll(): Promise<void> {
    await Promise.all(Array.from(this.#held.values(), ({ agentId, sessionId }) => this.release(agentId, sessionId)));
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#beat?.dispose();
    void this.releaseAll();
  }

  /** Makes the file, which only one of several windows can; the holder when there is one that lives. */
  async #create(name: string, isWorking: boolean): Promise<LeaseHolder | undefined> {
    for (;;) {
      try {
        await this.#appear(name, isWorking);
        return undefined;
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      }
      const holder = await this.#holderOf(name);
      if (holder?.window === this.#window) return undefined;
      if (holder && (await this.#lives(name, holder))) return holder;
      // Of several that find it abandoned only one can move it away.
      const aside = this.#path(`${name}.${randomUUID()}.gone`);
      await rename(this.#path(name), aside).catch(() => undefined);
      await rm(aside, { force: true });
    }
  }

  /** Makes the file with all that is in it; rejects with EEXIST when there is one. */
  async #appear(name: string, isWorking: boolean): Promise<void> {
    const draft = this.#path(`${name}.${randomUUID()}.new`);
    await writeFile(draft, this.#self(isWorking));
    try {
      await link(draft, this.#path(name));
    } finally {
      await rm(draft, { force: true });
    }
  }

  /** Writes a lease of ours again, in one step. Who gives it back waits for that. */
  #rewrite(name: string, held: Held): Promise<void> {
    held.writing = this.#write(name, held);
    return held.writing;
  }

  async #write(name: string, { isWorking }: Held): Promise<void> {
    if ((await this.#holderOf(name))?.window !== this.#window) return;
    const draft = this.#path(`${name}.${randomUUID()}.new`);
    await writeFile(draft, this.#self(isWorking));
    await rename(draft, this.#path(name));
  }

  async #lives(name: string, { pid }: LeaseHolder): Promise<boolean> {
    const { isAlive = isProcessAlive, timer } = this.#options;
    const changedAt = (await stat(this.#path(name)).catch(() => undefined))?.mtimeMs;
    // A clock that went back makes a file of the future: its holder is asked by its process alone.
    return changedAt !== undefined && isAlive(pid) && timer.now() - changedAt < silence;
  }

  async #holderOf(name: string): Promise<LeaseHolder | undefined> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#path(name), "utf8"));
      if (!isObject(value)) return undefined;
      const { window, pid, label, isEnding, isWorking } = value;
      const isWhole = typeof window === "string" && typeof pid === "number" && typeof label === "string";
      if (!isWhole) return undefined;
      return { window, pid, label, isEnding: isEnding === true, isWorking: typeof isWorking === "boolean" ? isWorking : undefined };
    } catch {
      // Torn or gone: nobody's.
      return undefined;
    }
  }

  #begin(): void {
    if (this.#beat || this.#isDisposed) return;
    this.#beat = this.#options.timer.after(heartbeat, () => {
      this.#beat = undefined;
      void this.beat().finally(() => {
        if (this.#held.size > 0) this.#begin();
      });
    });
  }

  /** Shows that this window is there and what works in it, and lets go of what others ask for. Called by itself every two seconds. */
  async beat(): Promise<void> {
    const { folder, timer, log } = this.#options;
    try {
      await mkdir(folder, { recursive: true });
      const wishes = new Set((await readdir(folder)).filter((name) => name.endsWith(".wish")));
      const now = timer.now() / 1000;
      for (const [name, held] of [...this.#held]) {
        const isWorking = this.#options.isWorking(held.agentId, held.sessionId);
        const holder = await this.#holderOf(name);
        // It was given back meanwhile.
        if (this.#held.get(name) !== held) continue;
        // The machine slept, say, and another window took us for gone: it has the session now.
        if (holder && holder.window !== this.#window) await this.#lost(name, held, holder);
        else if (holder && held.isWorking === isWorking) await utimes(this.#path(name), now, now);
        else {
          held.isWorking = isWorking;
          if (holder) await this.#rewrite(name, held);
          // The folder was cleared under us.
          else await this.#create(name, isWorking);
        }
        if (wishes.has(`${name}.wish`)) await this.#letGo(name, held);
      }
    } catch (error) {
      if (!this.#hasFailed) log.warn(`Leases could not be renewed: ${messageOf(error)}`);
      this.#hasFailed = true;
    }
  }

  async #lost(name: string, { agentId, sessionId }: Held, holder: LeaseHolder): Promise<void> {
    this.#held.delete(name);
    await this.#options.letGo(agentId, sessionId, holder.label);
  }

  async #letGo(name: string, held: Held): Promise<void> {
    const wish = await this.#holderOf(`${name}.wish`);
    if (held.isLettingGo || !wish || wish.window === this.#window) return;
    held.isLettingGo = true;
    const { letGo, log } = this.#options;
    try {
      await letGo(held.agentId, held.sessionId, wish.label);
      await this.release(held.agentId, held.sessionId);
    } catch (error) {
      log.warn(`A session was not handed over: ${messageOf(error)}`);
    } finally {
      held.isLettingGo = false;
    }
  }

  #self(isWorking?: boolean): string {
    return JSON.stringify({ window: this.#window, pid: process.pid, label: this.#options.label, isEnding: this.#isEnding, isWorking });
  }

  #path(name: string): string {
    return join(this.#options.folder, name);
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
