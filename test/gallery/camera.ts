// Takes the pictures of the gallery: each fixture in every theme and width, in the built webview.

import { dress } from "../webview/support/dressing.ts";
import type { Bench, Transcript } from "../webview/support/harness.ts";
import { noon } from "../webview/support/states.ts";
import { type ThemeName, themes } from "../webview/support/themes.ts";
import { noon as timelineNoon } from "../webview/support/timelines.ts";
import { type Fixture, openRows, type TimelineFixture, type TranscriptFixture } from "./fixtures.ts";

/** In CSS pixels; the widest is an editor tab, the others are the side bar. */
export const widths: readonly number[] = [220, 400, 900];
export const themeNames = Object.keys(themes) as readonly ThemeName[];

/** How high a picture is at most, in pixels: a page that needs more scrolls, and shows its beginning. */
const mostHeight = 3200;

/** One picture, as the browser took it. */
export interface Picture {
  /** `fixture-theme-width`. */
  readonly name: string;
  readonly png: Buffer;
}

/** When a timeline is looked at, in epoch ms: forty seconds after its work began. */
const timelineNow = timelineNoon + 40_000;
/** How high a timeline is: five lanes with their axis fit. In CSS pixels. */
const timelineHeight = 240;

/** A page that shows a fixture. */
export type Shown = Pick<Transcript, "page" | "faults">;

/** Opens one fixture in a page of its own. */
export function openFixture(bench: Bench, fixture: Fixture, width: number): Promise<Shown> {
  return "timeline" in fixture ? openTimeline(bench, fixture, width) : openTranscript(bench, fixture, width);
}

async function openTimeline(bench: Bench, { timeline }: TimelineFixture, width: number): Promise<Shown> {
  const view = await bench.openTimeline({ width, height: timelineHeight, now: timelineNow });
  await view.page.emulateMedia({ reducedMotion: "reduce" });
  await view.snapshot(timeline, timelineNow);
  await view.page.evaluate(() => document.fonts.ready);
  return view;
}

async function openTranscript(bench: Bench, fixture: TranscriptFixture, width: number): Promise<Shown> {
  const rows = Object.values(fixture.state.windows).find((window) => window.sessionId === fixture.state.sessionId);
  const first = rows?.rows[0];
  const view = await bench.open({
    width,
    height: mostHeight,
    kind: width > 600 ? "panel" : "view",
    now: noon,
    saved: {
      folds: Object.fromEntries(fixture.open.map((id) => [id, true])),
      openRows,
      // The reader is at the beginning, whatever the height.
      places: first ? { [String(fixture.state.sessionId)]: { rowId: first.id, index: rows?.from ?? 0, offset: 40 } } : {},
    },
  });
  await view.page.emulateMedia({ reducedMotion: "reduce" });
  await view.snapshot(fixture.state);
  await view.page.evaluate(() => document.fonts.ready);
  await view.page.waitForFunction(() => !document.querySelector("[data-colours=awaited]"));
  await fixture.act?.(view);
  await coloured(view);
  await fitHeight(view, width);
  return view;
}

/** Dresses an open fixture in one theme after the other, and takes a picture of each. */
export async function* picturesOf({ page }: Shown, fixture: Fixture, width: number): AsyncGenerator<Picture & { theme: ThemeName }> {
  for (const theme of themeNames) {
    await dress(page, theme);
    const png = await page.screenshot({ animations: "disabled", caret: "hide" });
    yield { name: `${fixture.name}-${theme}-${width}`, theme, png };
  }
}

/** Makes the page as high as what it shows. */
async function fitHeight(view: Transcript, width: number): Promise<void> {
  const needed = await view.page.evaluate(() => {
    const scroller = document.querySelector("acp-feed > .scroller");
    const [content] = scroller?.children ?? [];
    const unused = scroller && content ? scroller.clientHeight - content.scrollHeight : 0;
    const isEmpty = !scroller;
    return isEmpty ? 240 : Math.ceil(document.documentElement.clientHeight - Math.max(0, unused)) + 8;
  });
  await view.page.setViewportSize({ width, height: Math.min(mostHeight, needed) });
  await view.settled();
}

/** Code is coloured by a script that comes later. */
async function coloured(view: Transcript): Promise<void> {
  await view.page.waitForFunction(() => !document.querySelector('code[class*="language-"]') || document.querySelector('[class*="hljs-"]'));
  await view.settled();
}
