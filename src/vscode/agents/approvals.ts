import { createHash } from "node:crypto";
import type { Memento } from "vscode";
import type { Logger } from "../../base/logger.ts";
import { messageOf } from "../../base/personError.ts";

/** So many are remembered; the oldest are asked for again. */
const maxApprovals = 200;

/** Something that a workspace brings along and that runs only when the person allows it. */
export interface Approval {
  /** What it is for, so that the same content elsewhere is asked for again. */
  readonly about: string;
  /** Exactly what would run: it is shown, and another content is asked for again. */
  readonly content: string;
  readonly question: string;
  readonly yes: string;
  /** True where each attempt is the person's own wish: a no is not remembered. */
  readonly isAskedAgain?: boolean;
}

/** Asks once for each content; a yes is remembered with the workspace, a no for the life of the window. */
export class Approvals {
  readonly #state: Pick<Memento, "get" | "update">;
  readonly #ask: (question: string, detail: string, yes: string) => Promise<boolean>;
  readonly #log: Logger;
  readonly #refused = new Set<string>();
  readonly #asking = new Map<string, Promise<boolean>>();

  constructor(
    state: Pick<Memento, "get" | "update">,
    ask: (question: string, detail: string, yes: string) => Promise<boolean>,
    log: Logger,
  ) {
    this.#state = state;
    this.#ask = ask;
    this.#log = log;
  }

  async allow(approval: Approval): Promise<boolean> {
    const key = createHash("sha256")
      .update(JSON.stringify([approval.about, approval.content]))
      .digest("hex");
    if (this.#given.includes(key)) return true;
    if (this.#refused.has(key)) return false;
    const asking = this.#asking.get(key) ?? this.#askFor(approval, key);
    this.#asking.set(key, asking);
    return asking.finally(() => this.#asking.delete(key));
  }

  /** Lets what was refused in this window be asked for again, because the person wants just that. */
  forgetRefusals(): void {
    this.#refused.clear();
  }

  async #askFor({ question, content, yes, isAskedAgain }: Approval, key: string): Promise<boolean> {
    const isAllowed = await this.#ask(question, content, yes);
    if (!isAllowed) {
      if (!isAskedAgain) this.#refused.add(key);
      return false;
    }
    try {
      await this.#state.update("approvals", [...this.#given, key].slice(-maxApprovals));
    } catch (error) {
      this.#log.warn(`Could not remember what was allowed: ${messageOf(error)}`);
    }
    return true;
  }

  get #given(): readonly string[] {
    const value = this.#state.get("approvals");
    return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
  }
}
