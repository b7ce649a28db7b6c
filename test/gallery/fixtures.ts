// What the gallery shows: every kind of row, every state of a card, and all that stands around them.

import type { TimelinePart } from "../../src/shared/timeline.ts";
import type { TranscriptState } from "../../src/shared/transcriptState.ts";
import { calls, code, unfoldedCalls } from "../webview/support/calls.ts";
import { asking, form, page } from "../webview/support/forms.ts";

import type { Transcript } from "../webview/support/harness.ts";
import { around, everyMark, everyRow, options, ownTab, terminals, unfolded } from "../webview/support/scenes.ts";
import { card, cardView, composer, rowWindow, says, sessionView, state } from "../webview/support/states.ts";
import { withPast } from "../webview/support/timelines.ts";

/** One page of the gallery. */
export type Fixture = TranscriptFixture | TimelineFixture;

interface PageFixture {
  /** A word: the pictures are named by it. */
  readonly name: string;
  /** Its look differs from machine to machine, as it is drawn with whatever fonts are there: looked at, not compared. */
  readonly isOfThisMachine?: boolean;
}

export interface TranscriptFixture extends PageFixture {
  readonly state: TranscriptState;
  /** The cards that are open, by session. */
  readonly open: readonly string[];
  /** What the reader does before the picture is taken. */
  readonly act?: (view: Transcript) => Promise<void>;
}

export interface TimelineFixture extends PageFixture {
  readonly timeline: TimelinePart;
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
/** Rows that other pages have too. */
const elsewhere: readonly string[] = ["b1", "b2", "b7", "b8", "b9"];
const [kinds, statuses] = [/^k\d$/, /^t\d$/];

/** The transcript with so many letters of its first message. */
function shortened(scene: TranscriptState, letters: number): TranscriptState {
  const [row] = scene.windows.root?.rows ?? [];
  if (row?.kind !== "agent_message") return scene;
  return { ...scene, windows: { root: rowWindow("root", [{ ...row, text: row.text.slice(0, letters) }]) } };
}

/** Nothing said, and nobody to write to. */
const bare: Partial<TranscriptState> = { windows: { root: rowWindow("root", []) }, composer: null };

/** The root's turn has ended, and left files changed. */
function turnOver(scene: TranscriptState): TranscriptState {
  const { sessions, cards } = scene;
  const { root } = sessions;
  const ended = { ...cards, root: { ...cardView("root"), isTurnToReview: true } };
  return root ? { ...scene, sessions: { ...sessions, root: { ...root, isWorking: false } }, cards: ended } : scene;
}

/** A child's own tab, with few of its rows. */
function childOnly(): TranscriptState {
  const scene = ownTab();
  return { ...scene, windows: { review: rowWindow("review", (scene.windows.review?.rows ?? []).slice(-2)) } };
}

/** A prompt that waits is changed while another is written, with the agent's commands on offer. */
function writing(): TranscriptState {
  const commands = [
    { name: "compact", description: "Shorten the conversation" },
    { name: "review", description: "Look at what changed", hint: "a branch" },
  ];
  const queued = [
    { id: "p1", text: "Then write a changelog entry" },
    { id: "p2", text: "And look at the tests", attachmentCount: 2 },
  ];
  const attachments = [
    { id: "f", kind: "file" as const, name: "store.ts", detail: "src" },
    { id: "i", kind: "image" as const, name: "shot.png", detail: "12 KB" },
  ];
  return state({
    windows: [rowWindow("root", [says("a", "First this. Then that."), says("b", "Nearly there.")])],
    rest: { composer: composer({ isTurnOpen: true, queued, attachments, commands }) },
  });
}

async function write(view: Transcript): Promise<void> {
  await view.page.locator('[data-queued-id="p1"] button').first().click();
  await view.page.locator("vscode-text-area textarea").click();
  await view.page.keyboard.type("/");
  await view.page.locator(".completion").waitFor();
}

/** A search that found words here and in a folded card. */
function searched(): TranscriptState {
  return state({
    sessions: [sessionView("child", { label: "Look in the barn", role: "explorer", words: "Read barn.ts" })],
    windows: [rowWindow("root", [says("a", "Look for the needle."), card("b", "child"), says("c", "The needle is found.")])],
    rest: { composer: null },
  });
}

async function search(view: Transcript): Promise<void> {
  await view.do({ do: "find" });
  await view.page.locator(".find-field:focus").waitFor();
  await view.page.keyboard.type("needle");
  const { asked } = await view.posted("find", ({ text }) => text === "needle");
  const at = { sessionId: "root", unit: "c", index: 2, ordinal: 0, of: 1, isBody: false, position: 3, step: 1 };
  await view.patch({ op: "find", find: { asked, total: 3, isComplete: true, isLimited: false, counts: { child: 1 }, at } });
}

/** In the order in which the gallery shows them. */
export const fixtures: readonly Fixture[] = [
  {
    name: "rows",
    state: only(everyRow(), (id) => !kinds.test(id) && !statuses.test(id) && ![...scripts, ...elsewhere].includes(id), { composer: null }),
    open: [],
  },
  { name: "calls", state: { ...calls(), composer: null }, open: [] },
  { name: "statuses", state: only(everyRow(), (id) => statuses.test(id), { busyText: "", composer: null }), open: [] },
  { name: "code", state: { ...shortened(code(), 560), composer: null }, open: [] },
  { name: "marks", state: everyMark(), open: ["again"] },
  { name: "terminals", state: only(terminals(), (id) => id !== "row-x4", { composer: null }), open: [] },
  { name: "options", state: only(options(), (id) => !["n2", "t1", "x1"].includes(id)), open: ["worker"] },
  { name: "around", state: turnOver(only(around(), (id) => /^(u1|r[0-3]|bad|c\d|s0)$/.test(id), { composer: null })), open: ["migrate"] },
  { name: "own-tab", state: childOnly(), open: [] },
  { name: "form", state: asking(form("q")), open: [] },
  { name: "sign-in", state: { ...asking(page("https://agent.example/sign-in?next=home&state=0123456789abcdef")), ...bare }, open: [] },
  { name: "timeline", timeline: withPast() },
  { name: "writing", state: writing(), open: [], act: write },
  { name: "search", state: searched(), open: [], act: search },
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
