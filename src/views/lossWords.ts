import { oneLine } from "../base/plainText.ts";
import { t } from "../base/words.ts";

/** A session that is not as it was after its agent was started again. */
export interface SessionLoss {
  readonly label: string;
  /** Why it was not brought back; absent when it goes on and only its transcript is not told again. */
  readonly error?: string;
}

/** What became of the sessions of an agent that was started again, as far as they are not as they were. */
export interface BroughtBack {
  /** What the person calls the agent. */
  readonly label: string;
  /** Labels of those that go on without their transcript. */
  readonly resumed: readonly string[];
  readonly failed: readonly { readonly label: string; readonly error: string }[];
}

/** Sorts the losses of several sessions; undefined is a session that is as it was. */
export function lossesOf(outcomes: readonly (SessionLoss | undefined)[]): Omit<BroughtBack, "label"> {
  const losses = outcomes.filter((loss) => loss !== undefined);
  return {
    resumed: losses.flatMap(({ label, error }) => (error === undefined ? [label] : [])),
    failed: losses.flatMap(({ label, error }) => (error === undefined ? [] : [{ label, error }])),
  };
}

/** So many sessions are named. */
const named = 3;

/** Says what is lost, in the agent's own words where it gave some, and where the earlier transcripts are. */
export function lossWords({ label, resumed, failed }: BroughtBack): string {
  const parts = [
    t("{0} runs again.", oneLine(label)),
    resumed.length === 0 ? "" : t("{0}: the agent goes on with it, but does not tell again what was said.", listed(resumed)),
    ...failed.slice(0, named).map((loss) => t("“{0}” was not brought back: {1}", oneLine(loss.label), oneLine(loss.error))),
    failed.length > named ? t("{0} more were not brought back.", failed.length - named) : "",
    t("The earlier transcripts stay to be read in the rows that are marked as disconnected."),
  ];
  return parts.filter((part) => part !== "").join(" ");
}

function listed(labels: readonly string[]): string {
  const shown = labels.slice(0, named).map((label) => `“${oneLine(label)}”`);
  return (labels.length > named ? [...shown, t("{0} more", labels.length - named)] : shown).join(", ");
}
