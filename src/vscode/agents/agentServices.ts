import type { ProgramHost } from "../../acp/process/launch.ts";
import type { RequestHandlers, RequestHandlersFactory } from "../../acp/requests/agentRequests.ts";
import type { Logger } from "../../base/logger.ts";
import { startFolder } from "../sessions/workFolder.ts";

const fileMethods = ["fs/read_text_file", "fs/write_text_file"];
const terminalMethods = ["terminal/create", "terminal/output", "terminal/wait_for_exit", "terminal/kill", "terminal/release"];

/**
 * Answers the agent's requests about files and terminals. What that takes is loaded with the first of them. `beforeWrite` is
 * awaited before a file is written.
 */
export function agentServices(host: ProgramHost, log: Logger, beforeWrite: () => Promise<void>): RequestHandlersFactory {
  const files = once(async () => {
    const [{ diskEntry, diskTree }, { fileRequests }, { VsCodeFiles }] = await Promise.all([
      import("../../acp/requests/diskTree.ts"),
      import("../../acp/requests/fileRequests.ts"),
      import("../editorFiles.ts"),
    ]);
    return fileRequests({ files: new VsCodeFiles(), tree: diskTree, entry: diskEntry, os: process.platform, beforeWrite });
  });
  const terminals = once(async () => (await import("../../acp/requests/terminalRequests.ts")).terminalRequests({ host, log, startFolder }));
  return (agent) => ({ ...later(fileMethods, files, agent), ...later(terminalMethods, terminals, agent) });
}

/** The handlers of these methods, made when the first is needed. */
function later(
  methods: readonly string[],
  load: () => Promise<RequestHandlersFactory>,
  agent: Parameters<RequestHandlersFactory>[0],
): RequestHandlers {
  const handlers = once(async () => (await load())(agent));
  return Object.fromEntries(
    methods.map((method) => [
      method,
      async (params, context) => {
        const handle = (await handlers())[method];
        if (!handle) throw new Error(`Nobody answers ${method}.`);
        return handle(params, context);
      },
    ]),
  ) as RequestHandlers;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
