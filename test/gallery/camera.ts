// Takes the pictures of the gallery: each fixture in every theme and width, in the built webview.
import type { Bench, Transcript } from "../webview/support/harness.ts";
import { noon } from "../webview/support/states.ts";
import { type ThemeName, themes } from "../webview/support/themes.ts";
import { type Fixture, openRows } from "./fixtures.ts";

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

/** Opens one fixture in a page of its own, for `walk`. */
export async function openFixture(bench: Bench, fixture: Fixture, width: number): Promise<Transcript> {
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
export async function* picturesOf(view: Transcript, fixture: Fixture, width: number): AsyncGenerator<Picture & { theme: ThemeName }> {
  for (const theme of themeNames) {
    await view.dress(theme);
    const png = await view.page.screenshot({ animations: "disabled", caret: "hide" });
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
