// The Responses API of OpenAI, streaming (platform.openai.com: "Streaming events"), as far as Codex uses it.
import { randomUUID } from "node:crypto";
import { type Body, type ModelApi, type Place, pieces, type StreamEvent } from "./modelServer.ts";
import { type Call, promptOf, type Reply, scriptIn } from "./script.ts";

/** What Codex asks its model. */
export const openaiResponses: ModelApi = {
  path: "/v1/responses",
  fixed: { "GET /v1/models": { object: "list", data: [], models: [] } },
  // Codex asks for a session's title with a schema for the answer.
  sideReply: (body) => (body.text?.format?.type === "json_schema" ? { text: JSON.stringify({ title: "A fixed title" }) } : undefined),
  placeOf,
  stream,
};

function placeOf({ input }: Body): Place {
  const isMarked = (item: Body): boolean => item.role === "user" && scriptIn(textOf(item.content)) !== undefined;
  const at = input.findLastIndex(isMarked);
  if (at < 0) return { script: undefined, turns: 0 };
  // One answer of the model is several items in a row: its text and its calls.
  const isModels = (item: Body): boolean => item?.role === "assistant" || item?.type === "function_call";
  const since: Body[] = input.slice(at).filter((item: Body) => item.type !== "reasoning");
  const turns = since.filter((item, index) => isModels(item) && !isModels(since[index - 1])).length;
  return { script: scriptIn(textOf(input[at].content)), turns };
}

function textOf(content: Body): string {
  if (typeof content === "string") return content;
  return content.map((part: Body) => part.text ?? "").join("\n");
}

function* stream({ text, calls = [] }: Reply, model: string): Iterable<StreamEvent> {
  const response = { id: `resp_${randomUUID()}`, object: "response", created_at: 1_700_000_000, model, status: "in_progress", output: [] };
  yield { type: "response.created", response };
  const item = { type: "message", id: `msg_${randomUUID()}`, role: "assistant", status: "in_progress", content: [] };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  yield { type: "response.output_item.added", output_index: 0, item };
  yield { type: "response.content_part.added", ...place, part: { type: "output_text", text: "", annotations: [] } };
  for (const delta of pieces(text)) yield { type: "response.output_text.delta", ...place, delta };
  const output: object[] = [{ ...item, status: "completed", content: [{ type: "output_text", text, annotations: [] }] }];
  yield { type: "response.output_text.done", ...place, text };
  yield { type: "response.output_item.done", output_index: 0, item: output[0] };
  for (const call of calls) {
    const done = {
      type: "function_call",
      id: `fc_${randomUUID()}`,
      call_id: `call_${randomUUID()}`,
      ...functionCall(call),
      status: "completed",
    };
    yield { type: "response.output_item.added", output_index: output.length, item: { ...done, arguments: "", status: "in_progress" } };
    yield { type: "response.output_item.done", output_index: output.length, item: done };
    output.push(done);
  }
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 20,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 120,
  };
  yield { type: "response.completed", response: { ...response, status: "completed", output, usage } };
}

/** The tools of Codex 0.166 for a model that it does not know. */
function functionCall(call: Call): object {
  if (call.type === "launch") {
    return { name: "spawn_agent", namespace: "multi_agent_v1", arguments: JSON.stringify({ message: promptOf(call.script) }) };
  }
  // With this Codex asks before it runs the command outside its sandbox.
  const guard = call.isGuarded ? { sandbox_permissions: "require_escalated", justification: "The command makes a file." } : {};
  return { name: "exec_command", arguments: JSON.stringify({ cmd: call.command, ...guard }) };
}
