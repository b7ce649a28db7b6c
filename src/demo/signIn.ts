import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../session/content.ts";

/** The argument that is put behind the agent's own for a sign-in in a terminal. */
const signInNow = "--sign-in-now";

/** Whether somebody is signed in to the demo agent: a file beside its sessions, so that a terminal can make it too. */
export class DemoSignIn {
  readonly #file: string;
  readonly #isWanted: boolean;

  /** `isWanted`: nothing is done before a sign-in. */
  constructor(stateDir: string, isWanted: boolean) {
    this.#file = join(stateDir, "signed-in");
    this.#isWanted = isWanted;
  }

  get isMissing(): boolean {
    return this.#isWanted && !existsSync(this.#file);
  }

  /** `authMethods` of `initialize`; the terminal only for a client that has one. */
  methods(hasTerminal: boolean): readonly JsonObject[] {
    if (!this.#isWanted) return [];
    const here = { id: "demo-here", name: "Sign in here", description: "The demo agent believes you" };
    const terminal = { type: "terminal", id: "demo-terminal", name: "Sign in by a command", args: [signInNow] };
    return hasTerminal ? [here, terminal] : [here];
  }

  /** `agentCapabilities.auth` of `initialize`. */
  get capabilities(): JsonObject {
    return this.#isWanted ? { logout: {}, status: {} } : {};
  }

  /** The answer to `auth/status`. */
  get status(): { readonly state: string } {
    if (!this.#isWanted) return { state: "not_required" };
    return { state: this.isMissing ? "unauthenticated" : "authenticated" };
  }

  signIn(): void {
    mkdirSync(join(this.#file, ".."), { recursive: true });
    writeFileSync(this.#file, "");
  }

  signOut(): void {
    rmSync(this.#file, { force: true });
  }
}
