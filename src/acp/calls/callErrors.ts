import { agentErrorWords } from "../../base/agentError.ts";
import { PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import { isObject } from "../../session/content.ts";
import { hint } from "../negotiation.ts";
import { type AgentOutput, withOutput } from "../process/endSentences.ts";
import type { SignInMethod } from "../signInMethods.ts";

/** ACP's error codes that mean something to a person (schema `ErrorCode`). */
const authRequired = -32000;
const resourceNotFound = -32002;
/** Of the second version of the protocol (schema v2 `UnsupportedProtocolVersionErrorData`). */
const wrongProtocol = -32022;

/** The agent wants the person to sign in before it does what it was asked for. Its message names the ways. */
export class SignInRequired extends PersonError {
  readonly methods: readonly SignInMethod[];

  constructor(message: string, methods: readonly SignInMethod[], detail?: string) {
    super(message, detail);
    this.name = "SignInRequired";
    this.methods = methods;
  }
}

/** What a sentence about a failed request needs to know. */
export interface RequestFacts extends AgentOutput {
  /** What the person calls the agent. */
  readonly label: string;
  readonly method: string;
  readonly signInMethods: readonly SignInMethod[];
}

/** True for an error that the agent answered with; everything else means that it did not answer at all. */
export function isAgentsError(error: unknown): error is Error & { readonly code: number; readonly data?: unknown } {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}

/** The agent's own words and code; for a session that needs a sign-in, the ways to sign in. */
export function answeredWithError(error: Error & { readonly code: number; readonly data?: unknown }, facts: RequestFacts): PersonError {
  const { label, method, signInMethods, stderr } = facts;
  const detail = [JSON.stringify({ code: error.code, message: error.message, data: error.data }), stderr].filter(Boolean).join("\n");
  if (error.code === authRequired) return new SignInRequired(signInSentence(label, signInMethods), signInMethods, detail);
  if (error.code === wrongProtocol) return new PersonError(versionSentence(label, error.data), detail);
  if (error.code === resourceNotFound && isAskedBack(method))
    return new PersonError(goneSentence(label, agentErrorWords(error), error.code), detail);
  return new PersonError(t("{0} answered {1} with an error: {2} ({3})", label, method, agentErrorWords(error), error.code), detail);
}

/** The sentence for an answer that did not come in time. */
export function notAnswered(ms: number, facts: RequestFacts): PersonError {
  const { label, method, stderr } = facts;
  const seconds = Math.round(ms / 1000);
  const sentence =
    method === "initialize"
      ? t("{0} did not answer within {1} seconds of its start. Check its command in the settings.", label, seconds)
      : t("{0} did not answer {1} within {2} seconds. Try again, or restart the agent.", label, method, seconds);
  return new PersonError(withOutput(sentence, facts), stderr || undefined);
}

/** The sentence for a connection that ended before the answer. `reason` says how, in a sentence. */
export function endedBefore(reason: string, { method, stderr }: RequestFacts): PersonError {
  // An end before `initialize` is answered tells of the start already.
  const sentence = method === "initialize" ? reason : t("There was no answer to {0}: {1}", method, reason);
  return new PersonError(sentence, stderr || undefined);
}

const isAskedBack = (method: string) => method === "session/load" || method === "session/resume";

function goneSentence(label: string, words: string, code: number): string {
  return t(
    "{0} does not have this session any more: {1} ({2}). What was kept of it can be read: “ACP: Open from History…”.",
    label,
    words,
    code,
  );
}

function versionSentence(label: string, data: unknown): string {
  const supported = isObject(data) && Array.isArray(data.supported) ? data.supported : [];
  const known = ([1, 2] as const).find((version) => supported.includes(version));
  const sentence = t("{0} does not speak the version of the protocol that it was asked for.", label);
  return known === undefined ? sentence : t("{0} {1}", sentence, hint(known));
}

function signInSentence(label: string, methods: readonly SignInMethod[]): string {
  if (methods.length === 0) return t("{0} wants you to sign in first. Sign in with its own program in a terminal, then try again.", label);
  const names = methods.map(({ name, description }) => (description === undefined ? name : t("{0} ({1})", name, description)));
  return t("{0} wants you to sign in first. It offers: {1}. Run “ACP: Sign In…”, then try again.", label, names.join(", "));
}
