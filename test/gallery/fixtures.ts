// What the gallery shows: every kind of row, every state of a card, and all that stands around them.
import type { TranscriptState } from "../../src/shared/protocol.ts";
import { calls, code, unfoldedCalls } from "../webview/support/calls.ts";
import { asking, form, page } from "../webview/support/forms.ts";
import { around, everyMark, everyRow, options, ownTab, sketch, terminals, unfolded } from "../webview/support/scenes.ts";
import { rowWindow, state } from "../webview/support/states.ts";

/** One page of the gallery. */
export interface Fixture {
  /** A word: the pictures are named by it. */
  readonly name: string;
  readonly state: TranscriptState;
  /** The cards that are open, by session. */
  readonly open: readonly string[];
  /** Its look differs from machine to machine, as it is drawn with whatever fonts are there: looked at, not compared. */
  readonly isOfThisMachine?: boolean;
}

/** The rows that are unfolded, as `session/row`. */
export const openRows: readonly string[] = [...unfolded, ...unfoldedCalls];

/** The transcript with only the rows of the root that fit. */
function only(scene: TranscriptState, fits: (rowId: string) => boolean, more: Partial<TranscriptState> = {}): TranscriptState {
  const root = scene.windows.root;
  if (!root) return scene;
  const rows = root.rows.filter((row) => fits(row.id));
  return { ...scene, windows: { ...scene.windows, root: { ...root, count: root.from + rows.length, rows } }, ...more };
}

/** Rows in letters for which there may be no font. */
const scripts: readonly string[] = ["c3", "c4"];
const [kinds, statuses] = [/^k\d$/, /^t\d$/];

/** Nothing said, and nobody to write to. */
const bare: Partial<TranscriptState> = { windows: { root: rowWindow("root", []) }, composer: null };

/** A child's own tab, with few of its rows. */
function childOnly(): TranscriptState {
  const scene = ownTab();
  return { ...scene, windows: { review: rowWindow("review", (scene.windows.review?.rows ?? []).slice(-2)) } };
}

/** In the order in which the gallery shows them. */
export const fixtures: readonly Fixture[] = [
  { name: "sketch", state: sketch(), open: ["review"] },
  { name: "rows", state: only(everyRow(), (id) => !kinds.test(id) && !statuses.test(id) && !scripts.includes(id)), open: [] },
  { name: "calls", state: { ...calls(), composer: null }, open: [] },
  { name: "code", state: { ...code(), composer: null }, open: [] },
  { name: "statuses", state: only(everyRow(), (id) => statuses.test(id), { busyText: "", composer: null }), open: [] },
  { name: "marks", state: everyMark(), open: ["again"] },
  { name: "terminals", state: terminals(), open: [] },
  { name: "options", state: options(), open: ["worker"] },
  { name: "around", state: { ...around(), composer: null }, open: ["migrate"] },
  { name: "own-tab", state: childOnly(), open: [] },
  { name: "form", state: asking(form("q")), open: [] },
  { name: "sign-in", state: { ...asking(page("https://agent.example/sign-in?next=home&state=0123456789abcdef")), ...bare }, open: [] },
  {
    name: "empty",
    state: state({ rest: { sessionId: null, emptyText: "No session yet. Start one with “ACP: Start Session…”.", composer: null } }),
    open: [],
  },
  {
    name: "scripts",
    state: only(everyRow(), (id) => scripts.includes(id), { busyText: "", composer: null }),
    open: [],
    isOfThisMachine: true,
  },
];
