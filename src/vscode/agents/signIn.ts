import type { Agent } from "../../acp/agent.ts";
import type { ProgramLaunch } from "../../acp/process/launch.ts";
import { type KeyVariable, type SignInMethod, terminalLaunch } from "../../acp/signInMethods.ts";
import { assertNever } from "../../base/assertNever.ts";
import { PersonError } from "../../base/personError.ts";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { AgentKeys } from "./agentKeys.ts";

/** What a sign-in needs of an agent. */
export type SignInAgent = Pick<Agent, "launch" | "signInMethods" | "isClosed" | "ask" | "authenticate">;

/** What a sign-in needs of the editor. */
export interface SignInOptions {
  readonly keys: AgentKeys;
  /** Has the person choose; undefined when they do not, or when `signal` is aborted. */
  readonly pick: (choices: readonly SignInChoice[], question: string, signal: AbortSignal) => Promise<SignInMethod | undefined>;
  /** Has the person enter a key; undefined when they do not, empty for none. */
  readonly askSecret: (question: string) => Promise<string | undefined>;
  /** Runs a program in a terminal; true when the person is through with it. */
  readonly runInTerminal: (launch: ProgramLaunch) => Promise<boolean>;
  /** Tells that something takes a while, and lets the person take it back. */
  readonly progress: <T>(text: string, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
}

/** One way to sign in, as it is offered. */
export interface SignInChoice {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly value: SignInMethod;
}

/** Keys were entered, which an agent reads at its start only: it has to be started again before it can go on. */
export class KeyKept extends PersonError {
  readonly agent: SignInAgent;
  readonly method: SignInMethod;

  constructor(agent: SignInAgent, method: SignInMethod) {
    super(t("The key of {0} is kept. Restart the agent to use it: “ACP: Restart Agent”.", agent.launch.label));
    this.name = "KeyKept";
    this.agent = agent;
    this.method = method;
  }
}

/** Lets the person sign in to an agent, by one of the ways that it names. */
export class SignIn {
  readonly #options: SignInOptions;
  /** One at a time for each agent: what is refused meanwhile waits for the same. */
  readonly #underWay = new Map<SignInAgent, Promise<boolean>>();

  constructor(options: SignInOptions) {
    this.#options = options;
  }

  /**
   * Asks how, and does it. True when it is done; false when the agent names no way, or the person wants none. `agentId` is
   * whose keys they are. Rejects with the agent's own error, and with `KeyKept` when the agent has to be started again.
   */
  to(agent: SignInAgent, agentId: string): Promise<boolean> {
    const underWay = this.#underWay.get(agent);
    if (underWay) return underWay;
    const signingIn = this.#ask(agent, agentId).finally(() => this.#underWay.delete(agent));
    this.#underWay.set(agent, signingIn);
    return signingIn;
  }

  async #ask(agent: SignInAgent, agentId: string): Promise<boolean> {
    const method = await this.#choose(agent);
    if (!method) return false;
    const { label } = agent.launch;
    switch (method.type) {
      case "agent":
        await this.#options.progress(t("Signing in to {0}…", label), (signal) => agent.authenticate(method.id, signal));
        return true;
      case "terminal": {
        const launch = terminalLaunch(agent.launch, method);
        if (!launch) throw new PersonError(t("{0} runs on a server: sign in there, or choose another way.", label));
        return this.#options.runInTerminal(launch);
      }
      case "key":
        if (await this.#keepKeys(label, agentId, method.variables)) throw new KeyKept(agent, method);
        return false;
      default:
        return assertNever(method);
    }
  }

  /** The question stands among the requests that wait, and in front of the person; whichever is answered first counts. */
  async #choose(agent: SignInAgent): Promise<SignInMethod | undefined> {
    const methods = agent.signInMethods;
    if (methods.length === 0 || agent.isClosed) return undefined;
    const question = t("{0} wants you to sign in. How?", agent.launch.label);
    const over = new AbortController();
    const options = [
      ...methods.map(({ id, name }) => ({ optionId: id, name, kind: "sign_in" })),
      { optionId: notNow, name: t("Not Now"), kind: "reject_once" },
    ];
    const asked = agent.ask({ sessionId: undefined, title: t("Sign in"), detail: "", options }, over.signal).then(
      (answer) => (answer.type === "selected" ? methods.find(({ id }) => id === answer.optionId) : undefined),
      () => undefined,
    );
    try {
      return await Promise.race([asked, this.#options.pick(methods.map(choiceOf), question, over.signal)]);
    } finally {
      over.abort(new DOMException(t("Cancelled."), "AbortError"));
    }
  }

  /** True when all that are needed were entered. */
  async #keepKeys(label: string, agentId: string, variables: readonly KeyVariable[]): Promise<boolean> {
    for (const variable of variables) {
      const question = t("{0} of {1}. It is kept in the editor's secret storage, and given to this agent alone.", variable.label, label);
      const value = await this.#options.askSecret(question);
      if (value === undefined || (value === "" && !variable.isOptional)) return false;
      if (value !== "") await this.#options.keys.keep(agentId, variable.name, value);
    }
    return true;
  }
}

/** No method of an agent can be meant by it: it is looked for among theirs. */
const notNow = "not-now";

function choiceOf(method: SignInMethod): SignInChoice {
  return { label: plainLabel(method.name), description: wayInWords(method), detail: plainLabel(method.description ?? ""), value: method };
}

function wayInWords(method: SignInMethod): string {
  switch (method.type) {
    case "agent":
      return "";
    case "terminal":
      return t("in a terminal");
    case "key":
      return plainLabel(method.variables.map(({ name }) => name).join(", "));
  }
}
