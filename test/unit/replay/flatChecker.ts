// An independent reading of a recording in which children have no announced sessions (tags on their parent's stream, or a
// launching call alone), or are announced as in the earlier draft. It imports nothing of the product. Facts: the frames.

type Json = { [key: string]: unknown };
type Line = { dir: "agent" | "client"; frame: Json };
type Row = { kind: string; text?: string; toolCallId?: string; childId?: string; isUnattributed?: boolean };
type Session = Json & { id: string; parentId: string | null; rows: Row[]; launchToolCallId?: string };

const at = (value: unknown, ...keys: string[]): unknown => keys.reduce<unknown>((from, key) => (from as Json | undefined)?.[key], value);
const str = (value: unknown): string => (typeof value === "string" ? value : "");

/** How an agent marks things: the tag of a frame that is a child's, and what a launching call looks like. */
interface Marks {
  readonly tag?: (meta: unknown) => unknown;
  readonly launches: (call: Json) => boolean;
  /** Some of what a child says or does comes without a tag: whose it is cannot be checked, only that it is there once. */
  readonly isPartlyTagged?: boolean;
}

const claude: Marks = {
  tag: (meta) => at(meta, "claudeCode", "parentToolUseId"),
  launches: ({ _meta }) => /^(Agent|Task)$/.test(str(at(_meta, "claudeCode", "toolName"))),
};
const opencode: Marks = { launches: ({ kind, rawInput }) => kind === "think" && at(rawInput, "subagent_type") !== undefined };

/** By the head of the folder's name. */
export const marks: { readonly [agent: string]: Marks } = {
  claude,
  codex: { launches: ({ title, rawInput }) => title === "spawnAgent" || at(rawInput, "activityKind") === "started" },
  qwen: { tag: (meta) => at(meta, "parentToolCallId"), launches: ({ _meta }) => at(_meta, "toolName") === "agent" },
  copilot: {
    tag: (meta) => at(meta, "github.com/copilot", "agentId"),
    launches: ({ rawInput }) => at(rawInput, "agent_type") !== undefined,
    isPartlyTagged: true,
  },
  cline: { launches: ({ title }) => str(title).startsWith("spawn_agent"), isPartlyTagged: true },
  opencode,
  kilo: opencode,
  gemini: { launches: ({ toolCallId }) => str(toolCallId).startsWith("invoke_agent") },
};

/** The owner of a frame, as the frames name it: a session's id, or a session's id and a tag. */
type Owner = string;

export class FlatChecker {
  readonly #marks: Marks;
  /** Text by owner and kind; `all` for agents that tag a part only. */
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<string, { owner: Owner; isLaunch: boolean }>();
  readonly #tags = new Set<Owner>();
  readonly #announced = new Map<string, { parent: string; task: string }>();
  readonly #prompts = new Map<string, string>();
  readonly #asked = new Map<string, string>();
  #isDraft = false;

  constructor(agent: string) {
    this.#marks = marks[agent] ?? { launches: () => false };
  }

  read({ dir, frame }: Line): void {
    const params = (frame.params ?? {}) as Json;
    const session = this.#folded(str(params.sessionId));
    const { method } = frame;
    if (method === "initialize") this.#isDraft = at(params, "clientCapabilities", "_meta", "jetbrains", "air") !== undefined;
    if (dir === "client" && method === "session/prompt")
      for (const item of params.prompt as Json[]) this.#add(session, "user_message", item);
    if (dir === "agent" && method === "session/request_permission") this.#asks(session, params.toolCall as Json);
    if (dir === "agent" && method === "session/update") this.#updated(session, params.update as Json);
  }

  /** A later run of an announced child has an id of its own; the child is the same. */
  readonly #folded = (id: string): string => id.replace(/:generation:\d+$/, "");

  #ownerOf(session: string, update: Json, callId: string): Owner {
    const tag = this.#isDraft ? undefined : this.#marks.tag?.(update._meta);
    if (typeof tag !== "string" || tag === callId) return session;
    this.#tags.add(`${session} ${tag}`);
    return `${session} ${tag}`;
  }

  #add(owner: Owner, kind: string, content: unknown): void {
    const key = `${this.#marks.isPartlyTagged ? "all" : owner} ${kind}`;
    this.#texts.set(key, (this.#texts.get(key) ?? "") + str(at(content, "text")));
  }

  #asks(session: string, call: Json): void {
    const id = str(call.toolCallId);
    if (!this.#calls.has(id)) this.#calls.set(id, { owner: session, isLaunch: false });
    this.#asked.set(id, this.#calls.get(id)?.owner ?? session);
  }

  #updated(session: string, update: Json): void {
    const kind = str(update.sessionUpdate);
    const id = str(update.toolCallId);
    const known = this.#calls.get(id);
    // The runtime's word to the model is no user's message, and its word on a cancel is not the model's.
    const isNote = /^<task-notification>|^Info: Operation cancelled by user$/.test(str(at(update, "content", "text")));
    if (kind.endsWith("_chunk") && !isNote) this.#add(this.#ownerOf(session, update, ""), kind.slice(0, -6), update.content);
    if (kind === "tool_call" || (kind === "tool_call_update" && (known || update.status))) {
      const isLaunch = (known?.isLaunch ?? false) || (this.#marks.launches(update) && !(this.#isDraft && this.#marks === claude));
      this.#calls.set(id, { owner: known?.owner ?? this.#ownerOf(session, update, id), isLaunch });
      if (isLaunch) this.#prompts.set(str(at(update, "rawInput", "prompt")), id);
    }
    const child = this.#folded(str(update.subagentSessionId));
    if (kind === "subagent_spawned" && !this.#announced.has(child)) this.#announced.set(child, { parent: session, task: str(update.task) });
  }

  /** Every difference between the frames and a `replay --json` document, one sentence each. */
  compare(sessions: readonly Session[], requests: readonly { toolCallId: string; sessionId: string }[]): string[] {
    const holders = new Map<Owner, Set<string>>();
    const wrong: string[] = [];
    const children = sessions.filter(({ parentId }) => parentId !== null);
    for (const [id, { owner, isLaunch }] of this.#calls) {
      const places = sessions.flatMap((session) => session.rows.filter((row) => row.toolCallId === id).map((row) => ({ session, row })));
      const [place] = places;
      if (places.length !== 1 || !place) wrong.push(`the call ${id} is drawn ${places.length} times`);
      else if (place.row.isUnattributed) {
        // It has a tag that no launch names: it stands on the stream that it came on.
        if (owner.split(" ")[0] !== place.session.id) wrong.push(`the call ${id} of nobody is in ${place.session.id}`);
      } else {
        holders.set(owner, (holders.get(owner) ?? new Set()).add(place.session.id));
        if (isLaunch !== (place.row.childId !== undefined))
          wrong.push(`the call ${id} ${isLaunch ? "launches and has no card" : "has a card"}`);
      }
    }
    for (const [owner, holder] of holders) wrong.push(...this.#held(owner, [...holder], sessions));
    wrong.push(...this.#cards(children, sessions), ...this.#counted(children), ...this.#said(sessions, holders));
    for (const [id, owner] of this.#asked) {
      const asking = requests.find((request) => request.toolCallId === id)?.sessionId;
      if (!asking || !holders.get(owner)?.has(asking)) wrong.push(`the request about ${id} is shown with ${asking}`);
    }
    return wrong;
  }

  /** What has one tag is in one child, the one that its tag names; what has none is in its own session. */
  *#held(owner: Owner, held: readonly string[], sessions: readonly Session[]): Iterable<string> {
    const [session = "", tag] = owner.split(" ");
    if (held.length > 1 && !(tag === undefined && this.#marks.isPartlyTagged)) yield `what is of ${owner} is in ${held.join(" and ")}`;
    if (tag === undefined && !this.#marks.isPartlyTagged && held[0] !== session) yield `what is of ${session} is in ${held[0]}`;
    if (tag === undefined) return;
    const holder = sessions.find(({ id }) => id === held[0]);
    if (!holder?.parentId) yield `what is tagged ${tag} is in a parent`;
    if (this.#calls.get(tag)?.isLaunch && holder?.launchToolCallId !== tag)
      yield `what is tagged ${tag} is in the child of ${holder?.launchToolCallId}`;
  }

  /** Every child has one card, with its parent, at the call that launched it. */
  *#cards(children: readonly Session[], sessions: readonly Session[]): Iterable<string> {
    for (const child of children) {
      const cards = sessions.flatMap((session) =>
        session.rows.filter(({ childId }) => childId === child.id).map((row) => ({ session, row })),
      );
      if (cards.length !== 1 || cards[0]?.session.id !== child.parentId) yield `${child.id} has ${cards.length} cards`;
      // A call that is only named, in a session gone on with, was never seen: its card stands for itself.
      else if (cards[0].row.toolCallId !== undefined && cards[0].row.toolCallId !== child.launchToolCallId)
        yield `the card of ${child.id} is not at its call`;
    }
  }

  *#counted(children: readonly Session[]): Iterable<string> {
    const launches = [...this.#calls].filter(([, call]) => call.isLaunch).length;
    const alone = [...this.#announced].filter(([, { task }]) => !this.#prompts.has(task));
    for (const [id, { parent }] of alone)
      if (children.find((child) => child.id === id)?.parentId !== parent) yield `${id} is not a child of ${parent}`;
    const isCallTag = this.#marks !== marks.copilot;
    const unseen = isCallTag ? [...this.#tags].filter((owner) => !this.#calls.get(owner.split(" ")[1] ?? "")?.isLaunch).length : 0;
    const said = launches + alone.length + unseen;
    if (children.length !== said) yield `${children.length} children, the frames tell of ${said}`;
  }

  *#said(sessions: readonly Session[], holders: ReadonlyMap<Owner, ReadonlySet<string>>): Iterable<string> {
    for (const [key, text] of this.#texts) {
      const parts = key.split(" ");
      const kind = parts.pop() ?? "";
      const [session = "", tag] = parts;
      const held = holders.get(parts.join(" "))?.values().next().value;
      const of = tag === undefined ? session : (sessions.find(({ launchToolCallId }) => launchToolCallId === tag)?.id ?? held);
      const shown = sessions
        .filter(({ id }) => session === "all" || id === of)
        .flatMap(({ rows }) => rows.filter((row) => row.kind === kind));
      const all = shown.map((row) => row.text ?? "").join("");
      const isSame = session === "all" ? [...all].sort().join("") === [...text].sort().join("") : all === text;
      if (!isSame && (sessions.length > 0 || kind !== "user_message"))
        yield `${kind} of ${parts.join(" ")}: shown ${JSON.stringify(all)}, said ${JSON.stringify(text)}`;
    }
  }
}
