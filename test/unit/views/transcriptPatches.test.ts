// What a webview has after any patches is what a fresh snapshot would give it.
import assert from "node:assert/strict";
import { toSessionId, toTerminalId } from "../../../src/session/ids.ts";
import type { TerminalPatch } from "../../../src/session/terminals.ts";
import { applyPatch } from "../../../src/shared/applyPatch.ts";
import type { RowWindow, TranscriptState } from "../../../src/shared/transcriptState.ts";
import { requestViews } from "../../../src/views/attention.ts";
import { type TranscriptOptions, TranscriptView } from "../../../src/views/transcript/transcriptView.ts";
import { Scene, SceneHub, textContent } from "./scene.ts";

const options: TranscriptOptions = { foldDefault: "running", enterSends: true };

/** Numbers that are the same in every run with the same seed (mulberry32). */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit);
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

// An id is any string: some are names that every object answers to.
const ids = ["r", "a", "b", "__proto__", "constructor", "", "named"];
const states = ["running", "requires_action", "idle", "unknown", "_odd"];
const reasons = ["end_turn", "error", "cancelled", undefined];
const statuses = ["pending", "in_progress", "completed", "failed", undefined];

type Step = (scene: Scene, dice: Dice) => void;

const steps: readonly Step[] = [
  (scene, dice) => scene.says(dice.of(ids), `t${dice.below(99)} `),
  (scene, dice) => scene.says(dice.of(ids), `t${dice.below(99)} `, `m${dice.below(3)}`),
  (scene, dice) => scene.says(dice.of(ids), "hm ", undefined, "agent_thought"),
  (scene, dice) => scene.tool(dice.of(ids), `c${dice.below(4)}`, { title: `Tool ${dice.below(3)}`, status: dice.of(statuses) }),
  (scene, dice) =>
    scene.tool(dice.of(ids), `c${dice.below(4)}`, { status: dice.of(statuses), content: [textContent(`o${dice.below(9)}`)] }, false),
  (scene, dice) =>
    scene.child(dice.of(ids.slice(1)), dice.of(ids), { title: dice.of(["Task", "Other", undefined]), cwd: dice.of(["/w", "/x"]) }),
  (scene, dice) => scene.child(dice.of(ids.slice(1)), dice.of(ids), { state: { state: dice.of(states), stopReason: dice.of(reasons) } }),
  (scene, dice) =>
    scene.child(dice.of(ids.slice(1)), dice.of(ids), { prompt: `p${dice.below(9)}`, capabilities: { canCancel: dice.below(2) > 0 } }),
  (scene, dice) => scene.apply({ type: "childLinked", sessionId: toSessionId(dice.of(ids)), toolCallId: `c${dice.below(4)}` as never }),
  (scene, dice) => scene.message(dice.of(ids), `s${dice.below(3)}`, dice.of(ids), dice.of(ids), `hello ${dice.below(9)}`),
  (scene, dice) =>
    scene.apply({
      type: "planReported",
      sessionId: toSessionId(dice.of(ids)),
      entries: [{ content: `e${dice.below(9)}`, status: "pending" }],
    }),
  (scene, dice) =>
    dice.below(3) === 0 ? scene.apply({ type: "childRenamed", from: toSessionId(dice.of(ids)), to: toSessionId(dice.of(ids)) }) : scene,
  (scene) => scene.prompt("r", "go"),
  (scene, dice) => scene.turnEnded("r", dice.of(["end_turn", "refusal"])),
  (scene, dice) => scene.asks(dice.of(ids), `q${dice.below(5)}`, { title: "Write" }),
  (scene, dice) => scene.answers(`q${dice.below(5)}`),
  (scene, dice) => scene.cancel(dice.of(ids)),
  (scene, dice) =>
    scene.tool(dice.of(ids), `c${dice.below(4)}`, { title: "Run", content: [{ type: "terminal", terminalId: `x${dice.below(3)}` }] }),
  (scene, dice) => tellTerminal(scene, dice, { added: `o${dice.below(99)}\n` }),
  (scene, dice) => tellTerminal(scene, dice, { added: `${"o".repeat(dice.below(500))}\n` }),
  (scene, dice) => tellTerminal(scene, dice, dice.of([{ output: "anew" }, { exit: { code: 1 } }, { command: "ls" }, { isCut: true }])),
  (scene, dice) => (dice.below(10) === 0 ? scene.load("r") : scene),
  (scene) => scene.loaded("r"),
];

function tellTerminal(scene: Scene, dice: Dice, patch: TerminalPatch): Scene {
  const [sessionId, terminalId] = [toSessionId(dice.of(ids)), toTerminalId(`x${dice.below(3)}`)];
  return scene.apply({ type: "terminalReported", sessionId, terminalId, patch });
}

/** The reader's side: what one surface has, and how it came to have it. */
class Surface {
  readonly #scene: Scene;
  readonly #hub: SceneHub;
  readonly #top: string;
  readonly #open = new Set<string>();
  readonly #tools = new Map<string, string>();
  readonly view: TranscriptView;
  state: TranscriptState;

  constructor(scene: Scene, hub: SceneHub, top: string) {
    this.#scene = scene;
    this.#hub = hub;
    this.#top = top;
    this.view = new TranscriptView(scene.connection, toSessionId(top), options);
    scene.store.onDidChange((change) => this.view.apply(change));
    this.state = this.view.snapshot();
  }

  get isThere(): boolean {
    return this.#scene.store.get(toSessionId(this.#top)) !== undefined;
  }

  click(dice: Dice): void {
    const id = dice.of(ids);
    const isOpen = !this.#open.delete(id);
    if (isOpen) this.#open.add(id);
    this.view.setOpen(id, isOpen);
    const rowId = this.#scene.store.get(toSessionId(id))?.rows.idAt(dice.below(5));
    if (rowId === undefined) return;
    const isToolOpen = !this.#tools.delete(rowId);
    if (isToolOpen) this.#tools.set(rowId, id);
    this.view.setToolOpen(id, rowId, isToolOpen);
  }

  patch(): void {
    this.view.setRequests(this.#requests());
    this.state = applyPatch(this.state, JSON.parse(JSON.stringify(this.view.takeOps())));
  }

  /** A view that is made now, of what is there now. */
  fresh(): TranscriptState {
    const view = new TranscriptView(this.#scene.connection, toSessionId(this.#top), options);
    view.setRequests(this.#requests());
    for (const id of this.#open) view.setOpen(id, true);
    view.snapshot();
    for (const [rowId, id] of this.#tools) view.setToolOpen(id, rowId, true);
    return view.snapshot();
  }

  #requests() {
    return requestViews(this.#hub, { connectionKey: "c1", sessionId: toSessionId(this.#top) });
  }
}

/** What crossed to the webview, without the fields that do not. A window that grew is cut to what a fresh one shows. */
function plain(state: TranscriptState): TranscriptState {
  const cut = (window: RowWindow): RowWindow => {
    const from = Math.max(window.from, window.count - 200);
    return { ...window, from, rows: window.rows.slice(from - window.from) };
  };
  const windows = Object.fromEntries(Object.entries(state.windows).map(([id, window]) => [id, cut(window)]));
  return JSON.parse(JSON.stringify({ ...state, windows }));
}

function play(seed: number, length: number): void {
  const dice = new Dice(seed);
  const scene = new Scene().root("r", { cwd: "/w" });
  const hub = new SceneHub(scene);
  const surfaces = [new Surface(scene, hub, "r"), new Surface(scene, hub, "a")];
  for (let at = 0; at < length; at++) {
    dice.of(steps)(scene.at(at * 100), dice);
    for (const surface of surfaces) {
      if (dice.below(8) === 0) surface.click(dice);
      // When the session of a surface comes or goes, its port gives a snapshot.
      if (surface.state.sessionId === null || !surface.isThere) surface.state = surface.view.snapshot();
      if (dice.below(3) > 0) continue;
      surface.patch();
      if (surface.state.sessionId !== null) assert.deepEqual(plain(surface.state), plain(surface.fresh()), `seed ${seed}, step ${at}`);
    }
  }
}

describe("transcript patches", () => {
  it("end in the same state as a fresh snapshot, whatever happened", () => {
    for (let seed = 1; seed <= 30; seed++) play(seed, 200);
  }).timeout(20_000);

  it("do so in long transcripts too", () => {
    play(1001, 3000);
  }).timeout(20_000);
});
