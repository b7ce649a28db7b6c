// The built page in a real browser, with the real port behind it: how soon it shows a long session, what it costs while fifty children stream.
import { setTimeout as delay } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { FrameLog } from "../../src/acp/traffic/frameLog.ts";
import { Translator } from "../../src/dialects/translator.ts";
import { toMessageId, toSessionId } from "../../src/session/ids.ts";
import { SessionStore } from "../../src/session/store.ts";
import type { WebviewMessage } from "../../src/shared/protocol.ts";
import type { LiveConnection } from "../../src/views/hub.ts";
import { Bench } from "../webview/support/harness.ts";
import { play } from "../webview/support/played.ts";
import type { Extent } from "./ingest.ts";
import { beginTimes, heapOf, takeFrames, traceTasks } from "./pageTimes.ts";
import { type Figure, figure, median } from "./report.ts";
import { traceLines, traceRoot } from "./trace.ts";

const longSession = { rows: 100_000, children: 200 };
/** A pace at which a person could watch, in frames a second, and for how long, in s. */
const watched = { pace: 2000, seconds: 10 };
/** Ten minutes of two hundred frames a second, played as fast as the page takes them. */
const tenMinutes = 120_000;
/** Frames that come between two patches of those ten minutes. */
const framesOfPatch = 32;

const root = toSessionId(traceRoot);
const scroller = "acp-feed > .scroller";
const lateChild = "late";

interface Told {
  readonly store: SessionStore;
  readonly connection: LiveConnection;
}

function told(): Told {
  const store = new SessionStore();
  store.apply({ t: 0, event: { type: "rootOpened", sessionId: root } });
  const connection: LiveConnection = {
    key: "bench",
    agentLabel: "Stream",
    model: store,
    startedAtEpoch: Date.now(),
    isReplay: false,
    queued: () => [],
  };
  return { store, connection };
}

/** A session as long as one gets, with its children. */
function longTold(): Told {
  const all = told();
  const { store } = all;
  for (let n = 0; n < longSession.children; n += 1) {
    const patch = { title: `Child ${n}`, state: { state: "running" } };
    store.apply({ t: 0, event: { type: "childUpdated", sessionId: toSessionId(`c${n}`), parentId: root, dialect: "standard", patch } });
  }
  for (let n = 0; n < longSession.rows; n += 1) {
    const content = { type: "text", text: `Message **${n}** with \`code\`.\n\n- and\n- a list` };
    const event = { type: "chunkReceived", sessionId: root, kind: "agent_message", messageId: toMessageId(`m${n}`), content } as const;
    store.apply({ t: n, event });
  }
  return all;
}

/** A child at the end of the root's rows, with rows of its own. */
function addLateChild({ store }: Told): void {
  const sessionId = toSessionId(lateChild);
  store.apply({ t: 0, event: { type: "childUpdated", sessionId, parentId: root, dialect: "standard", patch: { title: "Late" } } });
  for (let n = 0; n < 200; n += 1) {
    const content = { type: "text", text: `Message ${n}` };
    store.apply({ t: 0, event: { type: "chunkReceived", sessionId, kind: "agent_message", messageId: toMessageId(`l${n}`), content } });
  }
}

/** Takes the next frames of a trace into a model. */
function streamInto({ store }: Told, frames: number): (count: number) => void {
  const trace = traceLines({ frames, children: 50, form: "standard", seed: 1 });
  const translator = new Translator();
  const log = new FrameLog();
  const startedAt = performance.now();
  return (count) => {
    for (let n = 0; n < count; n += 1) {
      const line = trace.next();
      if (line.done) return;
      const entry = log.add(Math.round(performance.now() - startedAt), "agent", JSON.parse(line.value));
      for (const event of translator.translate(entry)) store.apply(event);
    }
  };
}

/** Until what was drawn is on the screen, in ms. */
const painted = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const startedAt = performance.now();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - startedAt;
  });

/** Opens or closes a card with rows: from the click until they, or none, are on the screen, in ms of the page's own clock. */
const fold = (card: Locator): Promise<number> =>
  card.evaluate(async (element) => {
    const isOpen = () => element.querySelector(".well acp-row") !== null;
    const wasOpen = isOpen();
    const clickedAt = performance.now();
    element.querySelector<HTMLElement>(".card-header")?.click();
    do await new Promise(requestAnimationFrame);
    while (isOpen() === wasOpen);
    // What a frame is asked for is done before it is painted; a message comes after that.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      requestAnimationFrame(() => port2.postMessage(undefined));
    });
    return performance.now() - clickedAt;
  });

const nodes = (page: Page): Promise<number> => page.evaluate(() => document.querySelectorAll("*").length);

const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Opens a page on the root. The host finds none of the files that texts name. */
async function open(bench: Bench, all: Told): ReturnType<typeof play> {
  const played = await play(bench, all, traceRoot);
  const { view, port } = played;
  const receive = view.onMessage;
  const answer = (message: WebviewMessage) => {
    if (message.type === "findFiles") port.do({ do: "files", sessionId: message.sessionId, asked: message.paths, found: [] });
  };
  view.onMessage = (message) => {
    receive(message);
    answer(message);
  };
  for (const message of view.messages) answer(message);
  return played;
}

export async function webview({ rounds }: Extent): Promise<readonly Figure[]> {
  const bench = await Bench.start();
  try {
    return [...(await longSessionFigures(bench, rounds)), ...(await watchedFigures(bench)), ...(await memoryFigures(bench))];
  } finally {
    await bench.stop();
  }
}

async function longSessionFigures(bench: Bench, rounds: number): Promise<readonly Figure[]> {
  const long = longTold();
  const firstRows: number[] = [];
  const scrolls: number[] = [];
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { view, port } = await open(bench, long);
    await painted(view.page);
    // To load the page is not part of it: what is there gets its snapshot again.
    view.messages.length = 0;
    const startedAt = performance.now();
    port.receive({ type: "resync", reason: "measured" });
    await view.posted("ack");
    await painted(view.page);
    firstRows.push(performance.now() - startedAt);
    for (const part of [0.5, 0, 1]) {
      await view.page.evaluate(
        ([selector, to]) => {
          const box = document.querySelector(String(selector));
          box?.dispatchEvent(new WheelEvent("wheel"));
          if (box) box.scrollTop = (box.scrollHeight - box.clientHeight) * Number(to);
        },
        [scroller, part] as const,
      );
      scrolls.push(await painted(view.page));
    }
    count = Math.max(count, await nodes(view.page));
    await view.close();
  }
  return [
    figure("webview", "first rows of 100 000 with 200 children, from the snapshot", median(firstRows), "ms", { target: 300 }),
    figure("webview", "scrolling to another place in it, until it is drawn", median(scrolls), "ms"),
    figure("webview", "elements of it", count, "elements", { target: 5000 }),
  ];
}

async function watchedFigures(bench: Bench): Promise<readonly Figure[]> {
  const all = told();
  const take = streamInto(all, watched.pace * watched.seconds);
  const { view } = await open(bench, all);
  // What comes first draws all fifty headers.
  take(1000);
  await painted(view.page);
  await beginTimes(view.page);
  const takeTasks = await traceTasks(view.page, await view.page.context().newCDPSession(view.page));
  const startedAt = performance.now();
  for (let taken = 1000; taken < watched.pace * watched.seconds; ) {
    const due = 1000 + Math.floor(((performance.now() - startedAt) / 1000) * watched.pace);
    take(due - taken);
    taken = due;
    await delay(4);
  }
  const frames = await takeFrames(view.page);
  const tasks = await takeTasks();
  const count = await nodes(view.page);
  const [opens, closes]: [number[], number[]] = [[], []];
  addLateChild(all);
  const card = view.page.locator(`${scroller} .card[data-session-id="${lateChild}"]`);
  for (const times of [opens, closes, opens, closes, opens, closes]) times.push(await fold(card));
  const figures = [
    figure("webview", "script of a frame while 50 children stream, p50", percentile(frames, 0.5), "ms"),
    figure("webview", "script of a frame while 50 children stream, p99", percentile(frames, 0.99), "ms"),
    figure("webview", "tasks over 50 ms while 50 children stream", tasks.filter(({ wall }) => wall > 50).length, "tasks", { target: 0 }),
    figure("webview", "of them over 50 ms of the thread's own time", tasks.filter(({ cpu }) => cpu > 50).length, "tasks"),
    figure("webview", "own time of the longest of all", Math.max(...tasks.map(({ cpu }) => cpu)), "ms"),
    figure("webview", "elements then", count, "elements", { target: 5000 }),
    figure("webview", "opening a card, until its rows are drawn", median(opens), "ms"),
    figure("webview", "closing a card, until it is drawn", median(closes), "ms"),
  ];
  await view.close();
  return figures;
}

async function memoryFigures(bench: Bench): Promise<readonly Figure[]> {
  const all = told();
  const take = streamInto(all, tenMinutes);
  const { view } = await open(bench, all);
  const devtools = await view.page.context().newCDPSession(view.page);
  const heaps: number[] = [];
  for (const minute of [1, 10]) {
    for (let taken = heaps.length === 0 ? 0 : tenMinutes / 10; taken < (tenMinutes / 10) * minute; taken += framesOfPatch) {
      take(framesOfPatch);
      await delay(1);
    }
    await delay(100);
    await painted(view.page);
    heaps.push(await heapOf(devtools));
  }
  const [first = 0, last = 0] = heaps;
  await view.close();
  return [
    figure("webview", "heap of the page after one minute of stream", first, "MB"),
    figure("webview", "heap of the page after ten minutes of stream", last, "MB", { floor: first, target: 1.2 }),
  ];
}
