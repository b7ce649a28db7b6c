import { isObject } from "./json.ts";

/** An error as an agent answers it (JSON-RPC 2.0, `error`): `data` is the agent's own, of any shape. */
interface AgentError {
  readonly message: string;
  readonly data?: unknown;
}

/** The words in an error's `data`, where there are any. */
function causeIn(data: unknown): string | undefined {
  const cause = isObject(data) ? (data.details ?? data.message ?? data.error) : data;
  const words = isObject(cause) ? cause.message : cause;
  return typeof words === "string" && words.trim() !== "" ? words : undefined;
}

/** What an error of an agent says. Agents often answer "Internal error" and put the cause into `data`; what the message says is not said twice. */
export function agentErrorWords({ message, data }: AgentError): string {
  const cause = causeIn(data);
  return cause === undefined || message.includes(cause) ? message : `${message}: ${cause}`;
}
