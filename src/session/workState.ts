import { oneLine } from "../base/plainText.ts";
import { t } from "../base/words.ts";

/**
 * What a session said it is doing: a whole snapshot that replaces the one before (RFD "State").
 * `state` is `running`, `requires_action`, `idle`, `unknown`, or any other word of the agent, kept as it is.
 */
export interface WorkState {
  readonly state: string;
  /** Only of `idle`: end_turn, cancelled, error, refusal, max_tokens, max_turn_requests, or another word. */
  readonly stopReason?: string;
  readonly error?: { readonly code?: number; readonly message: string };
}

/** How far a state can be believed: said on this connection now, said before it was lost or became unknown, or replayed history. */
export type Confirmation = "live" | "lastKnown" | "historical";

/** How the end of a session's work is known: the agent reported it, only its turn ended, we cut its turn off, or nothing was said. */
export type Outcome = "reported" | "endedWithTurn" | "cutOff" | "notReported";

/** A state together with how far it can be believed. */
export interface ReportedState extends WorkState {
  readonly confirmed: Confirmation;
  readonly outcome: Outcome;
}

/** Why a turn ended, when it is neither its ordinary end nor an error (schema `StopReason`; other words are kept). */
export function reasonWords(stopReason: string): string {
  if (stopReason === "refusal") return t("refused to go on");
  if (stopReason === "max_tokens") return t("stopped: token limit reached");
  if (stopReason === "max_turn_requests") return t("stopped: request limit reached");
  return t("stopped: {0}", oneLine(stopReason));
}
