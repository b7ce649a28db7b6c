// The composer of a transcript, as a webview draws it.

import type { AttachmentView } from "./attachments.ts";

/** Something that can be set of the shown session. */
export interface SettingView {
  readonly key: string;
  /** A `select` asks with a list, a `boolean` is switched, a `readOnly` one only tells. */
  readonly kind: "select" | "boolean" | "readOnly";
  readonly name: string;
  /** The words of the value that holds or, while `isPending`, is asked for. */
  readonly value: string;
  readonly isOn: boolean;
  readonly isPending: boolean;
  readonly description: string;
}

/** A session's own usage, as it reported it last. */
export interface UsageView {
  /** Whole percent of the context, 0 to 100. */
  readonly percent?: number;
  /** All of it in words, one fact a line. */
  readonly words: string;
  /** The cost in a few characters; empty when there is none. */
  readonly cost: string;
}

/** What the composer may do. */
export interface ComposerView {
  /** Empty string = ready; else the sentence why nothing can be sent now. */
  readonly blockedBecause: string;
  /** What a button beside that sentence says; left out = none. */
  readonly unblock?: string;
  readonly isTurnOpen: boolean;
  readonly isStopping: boolean;
  readonly agentLabel: string;
  /** Prompts that wait, oldest first. */
  readonly queued: readonly {
    readonly id: string;
    readonly text: string;
    /** How much goes with it beside its text. */
    readonly attachmentCount?: number;
    /** The turn that it waited for was cut short: only the person sends it. */
    readonly isHeld?: boolean;
  }[];
  /** What goes with the prompt that is being written. The host holds it; every transcript of the session shows the same. */
  readonly attachments: readonly AttachmentView[];
  /** The agent takes pictures. */
  readonly takesImages: boolean;
  /** An earlier prompt can be changed and sent again, in a fork of the session. */
  readonly canFork: boolean;
  /** `hint`: what is to be written behind the command. */
  readonly commands: readonly { readonly name: string; readonly description: string; readonly hint?: string }[];
  /** Mode and options, in the agent's order. */
  readonly settings: readonly SettingView[];
  /** Why the last change of one of them was refused; empty when none was. */
  readonly refusal: string;
  readonly usage?: UsageView;
  /** Enter sends and Shift+Enter breaks the line; false swaps them. */
  readonly enterSends: boolean;
}
