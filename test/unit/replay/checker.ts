// An independent reading of a recording in the standard form: it imports nothing of the product, knows the frames' rules
// only, and says where a replay differs from them. Facts: the RFD's sections on announcement, state, messages and load.

type Json = { [key: string]: unknown };
type Line = { dir: "agent" | "client"; frame: Json };
type Row = { kind: string; text?: string; toolCallId?: string; childId?: string; messageId?: string };
type State = { state: string; stopReason?: string };
type Session = Json & { id: string; rows: Row[]; state: (State & { confirmed: string }) | null };

const at = (value: unknown, ...keys: string[]): unknown => keys.reduce<unknown>((from, key) => (from as Json | undefined)?.[key], value);
const str = (value: unknown): string => (typeof value === "string" ? value : "");
const markup = /^<tools-used-before-summary>[\s\S]*?<\/tools-used-before-summary>\s*/;
const addText = (all: string, item: unknown): string => all + str(at(item, "text"));
const textOf = (content: unknown): string => [content].flat().reduce<string>(addText, "").replace(markup, "");

/** What the frames say of one session. */
class Expected {
  readonly texts = new Map<string, string>();
  readonly calls = new Set<string>();
  readonly messages = new Set<string>();
  readonly children: string[] = [];
  parentId: string | null = null;
  state: (State & { isHistory: boolean }) | null = null;
  prompt: string | undefined;
  canCancel = false;

  add(kind: string, id: unknown, text: string): void {
    const key = `${kind} ${str(id)}`;
    this.texts.set(key, (this.texts.get(key) ?? "") + text);
  }
}

/** Reads the frames in order, by session id alone. */
export class Checker {
  readonly #sessions = new Map<string, Expected>();
  readonly #asked = new Map<string, { method: unknown; sessionId: string }>();
  /** Roots whose load is under way; true until the load's first frame of the tree came. */
  readonly #loading = new Map<string, boolean>();

  #of(id: string): Expected {
    const known = this.#sessions.get(id) ?? new Expected();
    this.#sessions.set(id, known);
    return known;
  }

  #rootOf(id: string): string {
    const parent = this.#sessions.get(id)?.parentId;
    return parent ? this.#rootOf(parent) : id;
  }

  read({ frame, dir }: Line): void {
    const params = (frame.params ?? {}) as Json;
    const sessionId = str(params.sessionId);
    // What a client asks of a child is refused and draws nothing.
    if (dir === "client" && frame.method && !this.#sessions.get(sessionId)?.parentId) this.#sent(frame, sessionId, params);
    if (dir === "agent" && frame.method === undefined) this.#answered(frame);
    const asking = dir === "agent" && frame.method === "session/request_permission";
    if (asking) this.#of(sessionId).calls.add(str(at(params, "toolCall", "toolCallId")));
    if (dir === "agent" && frame.method === "session/update") this.#updated(sessionId, params.update as Json);
  }

  #sent(frame: Json, sessionId: string, params: Json): void {
    const { method } = frame;
    this.#asked.set(String(frame.id), { method, sessionId });
    if (method === "session/prompt") this.#of(sessionId).add("user_message", "", textOf(params.prompt));
    if (method === "session/load") this.#loading.set(sessionId, true);
    if (method === "session/load" || method === "session/resume") for (const member of this.#tree(sessionId)) member.canCancel = false;
  }

  readonly #tree = (root: string): Expected[] => [this.#of(root), ...this.#of(root).children.flatMap(this.#tree)];

  #answered(frame: Json): void {
    const asked = this.#asked.get(String(frame.id));
    if (asked?.method === "session/load") this.#loading.delete(asked.sessionId);
    if (asked?.method === "session/close" && !frame.error) for (const member of this.#tree(asked.sessionId)) member.canCancel = false;
  }

  #updated(sessionId: string, update: Json): void {
    const root = this.#rootOf(sessionId);
    const isHistory = this.#loading.has(root);
    if (this.#loading.get(root)) {
      for (const { texts, calls, messages } of this.#tree(root)) for (const drawn of [texts, calls, messages]) drawn.clear();
      this.#loading.set(root, false);
    }
    const session = this.#of(sessionId);
    const kind = str(update.sessionUpdate);
    if (kind.endsWith("_chunk") && textOf(update.content)) session.add(kind.slice(0, -6), update.messageId, textOf(update.content));
    if (kind === "tool_call" || (kind === "tool_call_update" && update.status)) session.calls.add(str(update.toolCallId));
    if (kind === "session_message") this.#message(sessionId, session, update, isHistory);
    if (kind === "subagent_update") this.#announced(sessionId, session, update, isHistory);
  }

  #message(sessionId: string, session: Expected, update: Json, isHistory: boolean): void {
    const text = textOf(update.content);
    const sender = this.#sessions.get(str(update.senderSessionId))?.state?.state;
    const works = !isHistory && (sender === "running" || sender === "requires_action");
    // A reply while the child works is the runtime's note about a launch in the background, not the child's answer.
    if (str(update.messageId).endsWith(":reply") && (works || text.startsWith("Async agent launched"))) return;
    session.messages.add(str(update.messageId));
    if (session.parentId === update.senderSessionId && update.recipientSessionId === sessionId) session.prompt ??= text;
  }

  #announced(parentId: string, parent: Expected, update: Json, isHistory: boolean): void {
    const child = this.#of(str(update.sessionId));
    if (child.parentId === null) parent.children.push(str(update.sessionId));
    child.parentId ??= parentId;
    if (update.state) child.state = { ...(update.state as { state: string }), isHistory };
    const cancel = at(update, "capabilities", "cancel");
    if ("capabilities" in update && !isHistory) child.canCancel = typeof cancel === "object" && cancel !== null;
  }

  /** Every difference between the frames and a `replay --json` document, one sentence each. */
  compare(sessions: readonly Session[]): string[] {
    const wrong: string[] = [];
    for (const [id, { parentId, children, texts, calls }] of this.#sessions) {
      const isShown = sessions.some((session) => session.id === id);
      if (!isShown && (parentId || children.length || texts.size || calls.size)) wrong.push(`${id} is missing`);
    }
    for (const session of sessions) {
      const [shown, said] = [shownFacts(session, this.#of(session.id)), saidFacts(this.#of(session.id))];
      for (const [what, value] of Object.entries(said)) {
        const [a, e] = [JSON.stringify(shown[what]), JSON.stringify(value)];
        if (a !== e) wrong.push(`${what} of ${session.id}: shown ${a}, the frames say ${e}`);
      }
    }
    return wrong;
  }
}

function saidFacts({ parentId, children, texts, calls, messages, state, canCancel, prompt }: Expected): Json {
  const all = { parentId, children: children.sort(), texts: [...texts].sort(), calls: [...calls].sort(), messages: [...messages] };
  return parentId === null ? all : { ...all, state: [state?.state, state?.stopReason, state?.isHistory ?? false], canCancel, prompt };
}

function shownFacts({ parentId, rows, state, canCancel, prompt }: Session, expected: Expected): Json {
  const texts = new Expected();
  for (const row of rows) if (/^(user|agent)_/.test(row.kind)) texts.add(row.kind, row.messageId, str(row.text));
  return {
    parentId,
    children: rows.flatMap((row) => row.childId ?? []).sort(),
    texts: [...texts.texts].sort(),
    calls: rows.flatMap((row) => row.toolCallId ?? []).sort(),
    messages: rows.flatMap((row) => (row.kind === "session_message" ? [row.messageId] : [])),
    state: [state?.state, state?.stopReason, state?.confirmed === "historical"],
    canCancel,
    // A child whose prompt is no message has it from elsewhere: nothing to compare.
    prompt: expected.prompt === undefined ? undefined : prompt,
  };
}
