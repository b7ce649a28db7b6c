import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { messageOf } from "../../base/personError.ts";
import { isObject } from "../../session/content.ts";
import { LineSplitter } from "../traffic/lineSplitter.ts";
import { hostPipe, type SupervisorReport } from "./supervisorProtocol.ts";

/** The report that the agent has exited. */
export type ExitReport = Extract<SupervisorReport, { type: "exited" }>;

/** What a supervisor tells of its agent, as promises. */
export interface SupervisorReports {
  /** The agent's pid; rejects with an Error in words when the agent could not be started. */
  readonly started: Promise<number>;
  /** How the agent exited; undefined when the supervisor ended without telling. */
  readonly exited: Promise<ExitReport | undefined>;
  /** Resolves when the supervisor itself has ended. */
  readonly ended: Promise<void>;
}

/** Listens to a supervisor that was just spawned. */
export function followSupervisor(supervisor: ChildProcess): SupervisorReports {
  const pipe = supervisor.stdio[hostPipe];
  if (!(pipe instanceof Readable)) throw new Error("The supervisor was started without its pipe to the host.");
  // A failed spawn has no exit. Both ends are awaited, since a report may still be in the pipe when the process is gone.
  const gone = new Promise<string>((resolve) => {
    supervisor.once("error", (error) => resolve(messageOf(error)));
    supervisor.once("exit", (code, signal) => void closed(pipe).then(() => resolve(`supervisor: ${signal ?? code}`)));
  });
  const started = new Promise<number>((resolve, reject) => {
    onReport(pipe, (report) => {
      if (report.type === "started") resolve(report.pid);
      if (report.type === "failed") reject(new Error(report.message));
    });
    void gone.then((reason) => reject(new Error(reason)));
  });
  const exited = new Promise<ExitReport | undefined>((resolve) => {
    onReport(pipe, (report) => report.type === "exited" && resolve(report));
    void gone.then(() => resolve(undefined));
  });
  return { started, exited, ended: gone.then(() => undefined) };
}

function closed(pipe: Readable): Promise<unknown> {
  return pipe.closed ? Promise.resolve() : once(pipe, "close");
}

function onReport(pipe: Readable, take: (report: SupervisorReport) => void): void {
  const lines = new LineSplitter({ line: (text) => take(parseReport(text)), tooLong: (head) => take(parseReport(head)) }, 64 * 1024);
  pipe.on("data", (chunk: Uint8Array) => lines.push(chunk));
  // The other end may be gone before us; what matters is told by the exit of the process.
  pipe.on("error", () => pipe.destroy());
}

function parseReport(text: string): SupervisorReport {
  const report: unknown = JSON.parse(text);
  if (isObject(report)) {
    const { type, pid, code, signal, message } = report;
    if (type === "started" && typeof pid === "number") return { type, pid };
    if (type === "failed") return { type, code: String(code), message: String(message) };
    if (type === "exited")
      return { type, code: typeof code === "number" ? code : null, signal: typeof signal === "string" ? signal : null };
  }
  throw new Error(`Not a report of the supervisor: ${text}`);
}
