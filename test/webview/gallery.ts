// Pictures of everything that the webview draws, for looking at: node test/webview/gallery.ts --out DIR [--only WORD]
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { TranscriptState } from "../../src/shared/protocol.ts";
import { calls, unfoldedCalls } from "./support/calls.ts";
import { asking, form, page } from "./support/forms.ts";
import { Bench } from "./support/harness.ts";
import { everyMark, everyRow, options, ownTab, sketch, terminals, unfolded } from "./support/scenes.ts";
import { noon, state } from "./support/states.ts";
import type { ThemeName } from "./support/themes.ts";

const scenes: { readonly [name: string]: { readonly state: TranscriptState; readonly open: readonly string[]; readonly height: number } } =
  {
    sketch: { state: sketch(), open: ["review"], height: 800 },
    rows: { state: everyRow(), open: [], height: 2000 },
    calls: { state: calls(), open: [], height: 1500 },
    marks: { state: everyMark(), open: ["again"], height: 900 },
    terminals: { state: terminals(), open: [], height: 1100 },
    options: { state: options(), open: ["worker"], height: 900 },
    ownTab: { state: ownTab(), open: ["count"], height: 700 },
    form: { state: asking(form("q")), open: [], height: 900 },
    page: { state: asking(page("https://agent.example/sign-in?next=home&state=0123456789abcdef")), open: [], height: 500 },
    empty: {
      state: state({ rest: { sessionId: null, emptyText: "No session yet. Start one with “ACP: Start Session…”.", composer: null } }),
      open: [],
      height: 300,
    },
  };

const { values } = parseArgs({ options: { out: { type: "string" }, only: { type: "string" } } });
if (values.out === undefined) throw new Error("Say where the pictures go: --out DIR");
const out = resolve(values.out);
await mkdir(out, { recursive: true });

const bench = await Bench.start();
try {
  for (const theme of ["dark", "light", "hc", "hcLight"] satisfies ThemeName[]) {
    for (const width of [220, 600, 900]) {
      for (const [name, scene] of Object.entries(scenes)) {
        const file = `${name}-${theme}-${width}.png`;
        if (values.only !== undefined && !file.includes(values.only)) continue;
        const saved = {
          folds: Object.fromEntries(scene.open.map((id) => [id, true])),
          openRows: [...unfolded, ...unfoldedCalls],
          places: { root: { rowId: "a0", index: 320, offset: 40 } },
        };
        const transcript = await bench.open({
          theme,
          width,
          height: scene.height,
          kind: width === 900 ? "panel" : "view",
          saved,
          now: noon,
        });
        await transcript.snapshot(scene.state);
        await transcript.page.screenshot({ path: join(out, file) });
        await transcript.close();
      }
    }
  }
} finally {
  await bench.stop();
}
