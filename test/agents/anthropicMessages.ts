// The Messages API of Anthropic, streaming (docs.anthropic.com: "Streaming Messages"), as far as Claude Code uses it.
import { randomUUID } from "node:crypto";
import { type Body, type ModelApi, type Place, pieces, type StreamEvent } from "./modelServer.ts";
import { type Call, promptOf, type Reply, scriptIn } from "./script.ts";

/** What Claude Code asks its model. */
export const anthropicMessages: ModelApi = {
  path: "/v1/messages",
  fixed: {
    "HEAD /": {},
    "GET /v1/models": { data: [], has_more: false, first_id: null, last_id: null },
    "POST /v1/messages/count_tokens": { input_tokens: 100 },
  },
  // Claude Code's own requests, for a title and the like, offer no tools.
  sideReply: (body) => (body.tools?.length > 0 ? undefined : { text: JSON.stringify({ title: "A fixed title" }) }),
  placeOf,
  stream,
};

function placeOf({ messages }: Body): Place {
  const isMarked = (message: Body): boolean => message.role === "user" && scriptIn(textOf(message.content)) !== undefined;
  const at = messages.findLastIndex(isMarked);
  if (at < 0) return { script: undefined, turns: 0 };
  const turns = messages.slice(at).filter((message: Body) => message.role === "assistant").length;
  return { script: scriptIn(textOf(messages[at].content)), turns };
}

/** The words of a message; what a tool brought back is not among them. */
function textOf(content: Body): string {
  if (typeof content === "string") return content;
  return content.map((block: Body) => (block.type === "text" ? block.text : "")).join("\n");
}

function* stream({ text, calls = [] }: Reply, model: string): Iterable<StreamEvent> {
  const message = {
    id: `msg_${randomUUID()}`,
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  yield { type: "message_start", message: { ...message, usage: { input_tokens: 100, output_tokens: 1 } } };
  yield { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
  for (const piece of pieces(text)) yield { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } };
  yield { type: "content_block_stop", index: 0 };
  for (const [at, call] of calls.entries()) {
    const index = at + 1;
    const { name, input } = toolUse(call);
    yield { type: "content_block_start", index, content_block: { type: "tool_use", id: `toolu_${randomUUID()}`, name, input: {} } };
    yield { type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json: JSON.stringify(input) } };
    yield { type: "content_block_stop", index };
  }
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  yield { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } };
  yield { type: "message_stop" };
}

/** The tools of Claude Code 2.1. */
function toolUse(call: Call): { readonly name: string; readonly input: object } {
  if (call.type === "run") return { name: "Bash", input: { command: call.command, description: "Run a command" } };
  const input = { description: call.title, prompt: promptOf(call.script), subagent_type: "general-purpose", run_in_background: false };
  return { name: "Agent", input };
}
