// The traffic that figures are taken on: deterministic by its seed, mixed as agents with many children send it.

/** How children speak: sessions of their own below the root, tagged on the root's stream, or three levels deep. */
export type TraceForm = "standard" | "flat" | "deep";

export interface TraceOptions {
  readonly frames: number;
  readonly children: number;
  readonly form: TraceForm;
  readonly seed: number;
}

/** The id of the root session in every trace. */
export const traceRoot = "root";

interface Speaker {
  readonly id: string;
  readonly parent: Speaker | undefined;
  readonly name: string;
  isAnnounced: boolean;
  message: number;
  call: { readonly id: string; readonly isEdit: boolean; left: number } | undefined;
  calls: number;
}

const words =
  'the agent reads `src/session/store.ts` and finds that **every** change goes through apply, naïve Größe ✅ then\n\n- checks the list\n- runs ```npm test``` and reports 42 failures of "golden" files in C:\\work\\repo; return await value null undefined const'.split(
    " ",
  );
const kinds = ["read", "edit", "search", "execute", "fetch", "think"] as const;

/**
 * The frames of a trace, as the JSON lines of an agent: 70 % chunks of messages of 20 to 60 characters, 20 % tool calls
 * and their updates with 200 to 2,000 characters, 10 % others; a fifth of them the root's own, in bursts.
 */
export function* traceLines(options: TraceOptions): Generator<string> {
  const random = new Random(options.seed);
  const root: Speaker = { id: traceRoot, parent: undefined, name: "root", isAnnounced: true, message: 0, call: undefined, calls: 0 };
  const children: Speaker[] = [];
  for (let n = 0; n < options.children; n += 1) {
    // Three levels: each child of the deep form stands below the one before, up to depth 3.
    const parent = options.form === "deep" && n % 3 !== 0 ? (children[n - 1] ?? root) : root;
    children.push({ id: `child-${n}`, parent, name: `Child ${n}`, isAnnounced: false, message: 0, call: undefined, calls: 0 });
  }
  const write = options.form === "flat" ? flatFrame : sessionFrame;
  let speaker = root;
  let burst = 0;
  for (let n = 0; n < options.frames; n += 1) {
    if (burst === 0) {
      speaker = random.below(5) === 0 ? root : (children[random.below(children.length)] ?? root);
      burst = 1 + random.below(8);
    }
    burst -= 1;
    const unknown = firstUnknown(speaker);
    if (unknown) {
      unknown.isAnnounced = true;
      yield announcement(unknown, options.form, random);
    } else yield write(speaker, updateOf(speaker, random));
  }
}

function firstUnknown(speaker: Speaker): Speaker | undefined {
  let found: Speaker | undefined;
  for (let at: Speaker | undefined = speaker; at; at = at.parent) if (!at.isAnnounced) found = at;
  return found;
}

function sessionFrame(speaker: Speaker, update: object): string {
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: speaker.id, update } });
}

/** The same on the root's stream, tagged as Claude's adapter does in its flat form. */
function flatFrame(speaker: Speaker, update: object): string {
  const claudeCode = speaker.parent ? { toolName: "Read", parentToolUseId: speaker.id } : { toolName: "Read" };
  const params = { sessionId: traceRoot, update: { ...update, _meta: { claudeCode } } };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params });
}

function announcement(child: Speaker, form: TraceForm, random: Random): string {
  const parent = child.parent ?? child;
  const description = random.text(60);
  if (form !== "flat") {
    const update = { sessionUpdate: "subagent_update", sessionId: child.id, title: child.name, description, state: { state: "running" } };
    return sessionFrame(parent, update);
  }
  const rawInput = { description: child.name, prompt: description, subagent_type: "explorer" };
  const call = { sessionUpdate: "tool_call", toolCallId: child.id, title: child.name, kind: "think", status: "in_progress", rawInput };
  const params = { sessionId: traceRoot, update: { ...call, _meta: { claudeCode: { toolName: "Agent" } } } };
  return JSON.stringify({ jsonrpc: "2.0", method: "session/update", params });
}

function updateOf(speaker: Speaker, random: Random): object {
  const percent = random.below(100);
  if (percent < 70) {
    if (random.below(60) === 0) speaker.message += 1;
    const content = { type: "text", text: random.text(20 + random.below(41)) };
    return { sessionUpdate: "agent_message_chunk", messageId: `${speaker.id}-${speaker.message}`, content };
  }
  return percent < 90 ? callOf(speaker, random) : otherOf(speaker, percent, random);
}

function callOf(speaker: Speaker, random: Random): object {
  const open = speaker.call;
  if (!open || open.left === 0) return announcedCall(speaker, random);
  open.left -= 1;
  const isOver = open.left === 0;
  const status = isOver ? (random.below(20) === 0 ? "failed" : "completed") : "in_progress";
  const content = open.isEdit
    ? [{ type: "diff", path: random.path(), oldText: random.code(100, 900), newText: random.code(100, 1100) }]
    : [{ type: "content", content: { type: "text", text: random.code(200, 2000) } }];
  return { sessionUpdate: "tool_call_update", toolCallId: open.id, status, content, ...(isOver && { rawOutput: { exitCode: 0 } }) };
}

function announcedCall(speaker: Speaker, random: Random): object {
  speaker.calls += 1;
  const kind = kinds[random.below(kinds.length)];
  const toolCallId = `toolu_${speaker.id}_${String(speaker.calls).padStart(8, "0")}`;
  speaker.call = { id: toolCallId, isEdit: kind === "edit", left: 1 + random.below(5) };
  return {
    sessionUpdate: "tool_call",
    toolCallId,
    title: random.text(20 + random.below(41)),
    kind,
    status: "pending",
    rawInput: { path: random.path(), args: random.text(20 + random.below(101)) },
    locations: [{ path: random.path(), line: 1 + random.below(900) }],
    content: [{ type: "content", content: { type: "text", text: random.code(200, 2000) } }],
  };
}

function otherOf(speaker: Speaker, percent: number, random: Random): object {
  switch (percent) {
    case 97:
      return {
        sessionUpdate: "usage_update",
        used: random.below(190_000),
        size: 200_000,
        cost: { amount: random.below(9000) / 1000, currency: "USD" },
      };
    case 98: {
      const statuses = ["completed", "in_progress", "pending"];
      const entries = Array.from({ length: 3 + random.below(6) }, (_, n) => ({
        content: random.text(20 + random.below(50)),
        priority: "medium",
        status: statuses[n % 3],
      }));
      return { sessionUpdate: "plan", entries };
    }
    case 99:
      return { sessionUpdate: "session_info_update", title: random.text(30), updatedAt: "2026-01-01T00:00:00Z" };
    default: {
      const content = { type: "text", text: random.text(20 + random.below(71)) };
      return { sessionUpdate: "agent_thought_chunk", messageId: `${speaker.id}-${speaker.message}-thought`, content };
    }
  }
}

/** A generator of numbers and texts that gives the same for the same seed (mulberry32). */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** A whole number from 0 up to, without, `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * limit);
  }

  text(length: number): string {
    let text = "";
    while (text.length < length) text += `${words[this.below(words.length)]} `;
    return text.slice(0, length);
  }

  /** Numbered lines, as tools give them. */
  code(from: number, to: number): string {
    const length = from + this.below(to - from);
    let text = "";
    for (let line = 1; text.length < length; line += 1) text += `${String(line).padStart(5)}\t${this.text(20 + this.below(60))}\n`;
    return text.slice(0, length);
  }

  path(): string {
    return `/project/src/${this.below(0x1000000).toString(16)}.ts`;
  }
}
