import { exactWord, quotedWord } from "../../base/exactText.ts";
import { formatNumber } from "../../base/numbers.ts";
import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import { RequestFailure, type RequestSurroundings } from "./agentRequests.ts";

/** An implementation-defined error (JSON-RPC 2.0): the person did not allow it. ACP has no code of its own for that. */
const notAllowed = -32001;

/** How long something that the person allowed stays so. */
export type Allowed = "once" | "always";

/** Asks before a file outside the folders of the work is written. Resolves when it may be; else a `RequestFailure` is thrown. */
export async function askBeforeWrite(
  agent: RequestSurroundings,
  { sessionId, path, asked, folder, bytes }: { sessionId: SessionId; path: string; asked: string; folder: string; bytes: number },
  signal: AbortSignal,
): Promise<Allowed> {
  const detail = [
    exactWord(path),
    ...(asked === path ? [] : [t("asked for as {0}", exactWord(asked))]),
    t("{0} bytes; it is outside the folders that this session works in.", formatNumber(bytes)),
  ];
  const title = t("Write outside the workspace: {0}", exactWord(nameOf(path)));
  return ask(agent, { sessionId, title, detail: detail.join("\n"), folder }, signal, `The person did not allow writing ${path}.`);
}

/** Asks before an agent on another machine reads a file of this one that is outside the folders of the work. */
export async function askBeforeRead(
  agent: RequestSurroundings,
  { sessionId, path, asked, folder }: { sessionId: SessionId; path: string; asked: string; folder: string },
  signal: AbortSignal,
): Promise<Allowed> {
  const detail = [
    exactWord(path),
    ...(asked === path ? [] : [t("asked for as {0}", exactWord(asked))]),
    t("{0} runs on another machine: what it reads leaves this one.", agent.label),
  ];
  const title = t("Read outside the workspace: {0}", exactWord(nameOf(path)));
  return ask(agent, { sessionId, title, detail: detail.join("\n"), folder }, signal, `The person did not allow reading ${path}.`);
}

/** Asks before an agent on another machine runs a command on this one. */
export async function askBeforeCommand(
  agent: RequestSurroundings,
  { sessionId, command, cwd }: { sessionId: SessionId; command: readonly string[]; cwd: string },
  signal: AbortSignal,
): Promise<void> {
  const line = exactWord(command.map(quotedWord).join(" "));
  const detail = [line, t("in {0}", exactWord(cwd)), t("{0} runs on another machine: the command runs on this one.", agent.label)].join(
    "\n",
  );
  await ask(
    agent,
    { sessionId, title: t("Run a command on this machine: {0}", line), detail },
    signal,
    `The person did not allow to run ${line}.`,
  );
}

/** The last part of a path; the whole stands in the detail. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}

async function ask(
  agent: RequestSurroundings,
  { sessionId, title, detail, folder }: { sessionId: SessionId; title: string; detail: string; folder?: string },
  signal: AbortSignal,
  refusal: string,
): Promise<Allowed> {
  const options = [
    { optionId: "once", name: t("Allow"), kind: "allow_once" },
    ...(folder === undefined ? [] : [{ optionId: "always", name: t("Allow all in {0}", folder), kind: "allow_always" }]),
    { optionId: "no", name: t("Do not allow"), kind: "reject_once" },
  ];
  const answer = await agent.ask({ sessionId, title, detail, options }, signal);
  if (answer.type === "selected" && answer.optionId !== "no") return answer.optionId === "always" ? "always" : "once";
  throw new RequestFailure(notAllowed, refusal);
}
