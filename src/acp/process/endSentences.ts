import { t } from "../../base/words.ts";

/** How a process ended, as Node tells it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What an agent said outside of the protocol; the cause of its end is mostly there. */
export interface AgentOutput {
  /** The first line on standard output, when there was no frame at all. */
  readonly printed?: string | undefined;
  /** The end of standard error. */
  readonly stderr: string;
}

/** The sentence for an agent that ended while it was in use. */
export function endedSentence(label: string, { code, signal }: ProcessEnd, stderr: string): string {
  const sentence = signal ? t("{0} was killed ({1}).", label, signal) : t("{0} ended with exit code {1}.", label, code ?? "?");
  return withOutput(sentence, { stderr });
}

/** The sentence for an agent that ended before it was initialized. `end` is undefined when only its input or output ended. */
export function notStartedSentence(label: string, end: ProcessEnd | undefined, output: AgentOutput): string {
  return withOutput(notStarted(label, end), output);
}

function notStarted(label: string, end: ProcessEnd | undefined): string {
  if (!end) return t("{0} could not be started: it closed its input or output.", label);
  if (end.signal) return t("{0} could not be started: it was killed ({1}).", label, end.signal);
  return t("{0} could not be started: it ended with exit code {1}.", label, end.code ?? "?");
}

/** The sentence for a program that prints, but not the protocol. */
export function foreignSentence(label: string, printed: string, stderr: string): string {
  const sentence = t(
    "{0} could not be started: what it printed is not the Agent Client Protocol: “{1}”. Check its command in the settings.",
    label,
    printed,
  );
  return withOutput(sentence, { stderr });
}

/** A sentence about an agent, with what it printed instead of frames and the last lines that it wrote on standard error. */
export function withOutput(sentence: string, { printed, stderr }: AgentOutput): string {
  const told = printed === undefined ? sentence : t("{0} What it printed is not the Agent Client Protocol: “{1}”.", sentence, printed);
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.length === 0 ? told : t("{0} It wrote: {1}", told, lines.slice(-3).join("\n").slice(-600));
}
