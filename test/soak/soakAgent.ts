// An agent that launches children and has them write, call tools and think, as long as it is told to, and counts the rows that its
// frames make: `soakAgent.ts`. A prompt is a leg of the run, as JSON: {"frames": N, "perSecond": N or 0, "children": N}. Its answer
// carries the count so far, `_meta.rows`: rows by session, the prompts' own not among them.
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { Seeded } from "../support/seeded.ts";

interface Speaker {
  readonly id: string;
  message: number;
  call: { readonly id: string; left: number } | undefined;
  calls: number;
}

interface Session {
  readonly root: Speaker;
  readonly children: Speaker[];
  readonly rows: { [id: string]: number };
}

interface Leg {
  readonly frames: number;
  readonly perSecond: number;
  readonly children: number;
}

const seeded = new Seeded(7);
const sessions = new Map<string, Session>();
const words = "the agent reads `store.ts` and finds **nothing** that is wrong with it; naïve Größe ✅ and so it goes on ".repeat(8);
let opened = 0;

const write = (frame: object): boolean => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
const speaker = (id: string): Speaker => ({ id, message: 0, call: undefined, calls: 0 });
const text = (length: number): object => ({ type: "text", text: words.slice(0, length) });

function update(id: string, fields: object): boolean {
  return write({ method: "session/update", params: { sessionId: id, update: fields } });
}

function row(session: Session, id: string): void {
  session.rows[id] = (session.rows[id] ?? 0) + 1;
}

/** One frame of somebody in the session; a child that nobody knows yet is launched. */
function step(session: Session, most: number): boolean {
  const { root, children } = session;
  if (children.length < most && seeded.chance(0.2)) {
    const child = speaker(`${root.id}-child-${children.length}`);
    children.push(child);
    row(session, root.id);
    return update(root.id, {
      sessionUpdate: "subagent_update",
      sessionId: child.id,
      title: `Child ${children.length}`,
      state: { state: "running" },
    });
  }
  const who = children.length === 0 || seeded.chance(0.1) ? root : seeded.pick(children);
  const kind = seeded.int(100);
  if (kind < 60) return say(session, who);
  if (kind < 95) return work(session, who);
  return update(who.id, { sessionUpdate: "usage_update", used: seeded.int(190_000), size: 200_000 });
}

function say(session: Session, who: Speaker): boolean {
  if (who.message === 0 || seeded.chance(0.03)) {
    who.message += 1;
    row(session, who.id);
  }
  const content = text(20 + seeded.int(60));
  return update(who.id, { sessionUpdate: "agent_message_chunk", messageId: `${who.id}-${who.message}`, content });
}

function work(session: Session, who: Speaker): boolean {
  const content = [{ type: "content", content: text(200 + seeded.int(600)) }];
  if (!who.call) {
    who.calls += 1;
    who.call = { id: `${who.id}-call-${who.calls}`, left: 1 + seeded.int(5) };
    row(session, who.id);
    return update(who.id, {
      sessionUpdate: "tool_call",
      toolCallId: who.call.id,
      title: "Read store.ts",
      kind: "read",
      status: "pending",
      content,
    });
  }
  const { id, left } = who.call;
  const isOver = left === 1;
  who.call = isOver ? undefined : { id, left: left - 1 };
  return update(who.id, { sessionUpdate: "tool_call_update", toolCallId: id, status: isOver ? "completed" : "in_progress", content });
}

async function prompt(session: Session, { frames, perSecond, children }: Leg): Promise<object> {
  const startedAt = performance.now();
  for (let written = 1; written <= frames; written += 1) {
    if (!step(session, children)) await once(process.stdout, "drain");
    const ahead = perSecond === 0 ? 0 : (written / perSecond) * 1000 - (performance.now() - startedAt);
    if (ahead > 20) await delay(ahead);
  }
  return { stopReason: "end_turn", _meta: { rows: session.rows } };
}

async function answer(
  method: string,
  params: { readonly sessionId?: string; readonly prompt?: readonly { readonly text: string }[] },
): Promise<object> {
  if (method === "initialize") return { protocolVersion: 1, agentCapabilities: { sessionCapabilities: { close: {} } } };
  if (method === "session/new") {
    const id = `soak-${++opened}`;
    sessions.set(id, { root: speaker(id), children: [], rows: {} });
    return { sessionId: id };
  }
  const session = sessions.get(params.sessionId ?? "");
  if (method === "session/close") sessions.delete(params.sessionId ?? "");
  if (method === "session/prompt" && session) return prompt(session, JSON.parse(params.prompt?.[0]?.text ?? "{}"));
  return {};
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined && method !== undefined) void answer(method, params).then((result) => write({ id, result }));
}
