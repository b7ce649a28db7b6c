// An agent that puts injections wherever the editor shows words of an agent. A prompt says what it does:
//   children: one for each injection · ask: a permission, in a child · output: a command and what it wrote · fail: an error
// It never answers `session/close`, so that what is said meanwhile can be looked at.
import { createInterface } from "node:readline";
import { everyInjection, injections, shortInjection } from "../support/injections.ts";

type Json = { readonly [key: string]: unknown };

const write = (frame: Json) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
const update = (sessionId: unknown, body: Json) => write({ method: "session/update", params: { sessionId, update: body } });
const all = Object.values(injections);
/** One prompt waits for the person's answer. */
let asking: unknown;

const modes = {
  currentModeId: "0",
  availableModes: all.map((text, index) => ({ id: String(index), name: text, description: text })),
};
const answers: { readonly [method: string]: (params: Json) => Json } = {
  initialize: () => ({
    protocolVersion: 1,
    agentInfo: { name: shortInjection, version: everyInjection },
    agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, close: {}, delete: {}, fork: {}, title: {} } },
    authMethods: [],
  }),
  "session/new": () => ({ sessionId: "root", modes }),
  "session/list": ({ cwd }) => ({
    sessions: all.map((title, index) => ({ sessionId: `kept-${index}`, cwd, title, updatedAt: "2026-01-01T00:00:00Z" })),
  }),
};

function child(sessionId: string, title: string, state: Json = { state: "running" }): void {
  update("root", { sessionUpdate: "subagent_update", sessionId, title, description: everyInjection, state });
}

/** Does what a prompt says; true when its turn goes on until something is answered. */
function play(id: unknown, prompt: string): boolean {
  switch (prompt) {
    case "children":
      all.forEach((text, index) => {
        child(`c${index}`, text);
        update(`c${index}`, { sessionUpdate: "tool_call", toolCallId: `t${index}`, title: text, status: "in_progress", kind: "execute" });
      });
      return false;
    case "ask": {
      asking = id;
      child("asker", shortInjection);
      const toolCall = { toolCallId: "q", title: `Run ${shortInjection}`, rawInput: { command: `rm ${shortInjection}` } };
      const options = [{ optionId: "no", name: shortInjection, kind: "reject_once" }];
      write({ id: "question", method: "session/request_permission", params: { sessionId: "asker", toolCall, options } });
      return true;
    }
    case "output": {
      const call = { toolCallId: "o", title: shortInjection, kind: "execute", status: "in_progress" };
      update("root", { sessionUpdate: "tool_call", ...call, content: [{ type: "terminal", terminalId: "term" }] });
      const told = { terminal_info: { terminal_id: "term" }, terminal_output: { terminal_id: "term", data: everyInjection } };
      update("root", { sessionUpdate: "tool_call_update", toolCallId: "o", _meta: told });
      return false;
    }
    default:
      process.stderr.write(`${everyInjection}\n`);
      write({ id, error: { code: -32603, message: `${shortInjection} ${everyInjection}` } });
      return true;
  }
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line) as { readonly id?: unknown; readonly method?: string; readonly params?: Json };
  if (id === "question") {
    child("asker", shortInjection, { state: "idle", stopReason: "error", error: { message: everyInjection } });
    write({ id: asking, result: { stopReason: "end_turn" } });
  } else if (method === "session/prompt") {
    const [first] = (params?.prompt ?? []) as readonly { readonly text: string }[];
    if (!play(id, first?.text ?? "")) write({ id, result: { stopReason: "end_turn" } });
  } else if (id !== undefined && method !== "session/close") {
    write({ id, result: answers[method ?? ""]?.(params ?? {}) ?? {} });
    if (method === "session/new") update("root", { sessionUpdate: "session_info_update", title: shortInjection });
  }
});
