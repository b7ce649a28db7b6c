/**
 * What the host and the supervisor agree on. The host starts `supervisor.cjs [--one-output] -- <program> <arguments…>` with a fourth
 * pipe on file descriptor 3. The supervisor reports there, one JSON object a line; when the host's end of it closes,
 * the host is gone or wants the agent to end.
 */
export type SupervisorReport =
  | { readonly type: "started"; readonly pid: number }
  /** The program could not be started; `code` as Node gives it, such as `ENOENT`. */
  | { readonly type: "failed"; readonly code: string; readonly message: string }
  | { readonly type: "exited"; readonly code: number | null; readonly signal: string | null };

/** The program's standard error goes to its standard output: only so the order of both is kept. */
export const oneOutputOption = "--one-output";

/** The file descriptor of that pipe. */
export const hostPipe = 3;

/** The variable that marks all processes of one agent; its value is different for each. */
export const markerVariable = "ACP_SUBAGENTS_AGENT";

/** The agent's own `ELECTRON_RUN_AS_NODE`, when it shall have one: the variable itself is needed for the supervisor's start. */
export const runAsNodeVariable = "ACP_SUBAGENTS_RUN_AS_NODE";
