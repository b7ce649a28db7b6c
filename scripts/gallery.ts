// npm run gallery [-- --only WORD] [--accept]: every kind of row and every state, as the built webview draws them, in all
// themes and widths. The page to look at is .cache/gallery/index.html; --accept makes these pictures the ones to compare with.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { keep, mostBytes } from "../test/gallery/baselines.ts";
import { openFixture, picturesOf, themeNames, widths } from "../test/gallery/camera.ts";
import { Darkroom } from "../test/gallery/darkroom.ts";
import { fixtures } from "../test/gallery/fixtures.ts";
import { Bench } from "../test/webview/support/harness.ts";
import { build, main } from "./lib/steps.ts";
import { cache, SetupError, say } from "./setup.mjs";

const out = join(cache, "gallery");

await main(async () => {
  const { values } = parseArgs({ options: { only: { type: "string", default: "" }, accept: { type: "boolean", default: false } } });
  const chosen = fixtures.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0)
    throw new SetupError(`No page is called like "${values.only}". There are: ${fixtures.map((each) => each.name).join(", ")}.`);
  await build();
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const bench = await Bench.start();
  try {
    const darkroom = new Darkroom(await bench.blank());
    const accepted = new Map<string, Buffer>();
    for (const fixture of chosen) {
      for (const width of widths) {
        const view = await openFixture(bench, fixture, width);
        for await (const { name, png } of picturesOf(view, fixture, width)) {
          await writeFile(join(out, `${name}.png`), png);
          if (values.accept && !fixture.isOfThisMachine) accepted.set(name, await darkroom.develop(png));
        }
        await view.page.close();
      }
    }
    await writeFile(join(out, "index.html"), pageOf(chosen.map(({ name }) => name)));
    say(`look at ${join(out, "index.html")}`);
    if (values.accept) await accept(accepted, await darkroom.letters(), values.only);
  } finally {
    await bench.stop();
  }
});

/** Keeps the pictures. Those of pages that are no more go; those of pages that were not chosen stay. */
async function accept(pictures: ReadonlyMap<string, Buffer>, letters: string, only: string): Promise<void> {
  const isReplaced = (picture: string) => only === "" || fixtures.some(({ name }) => name.includes(only) && picture.startsWith(`${name}-`));
  const bytes = await keep(pictures, letters, isReplaced);
  say(`accepted ${pictures.size} pictures; all of them weigh ${Math.round(bytes / 1000)} kB`);
  if (bytes > mostBytes) throw new SetupError(`The kept pictures weigh ${bytes} bytes, and ${mostBytes} is the limit. Make pages shorter.`);
}

/** All pictures on one page, a row for each page of the gallery and theme. */
function pageOf(names: readonly string[]): string {
  const rows = names.flatMap((name) =>
    themeNames.map((theme) => {
      const pictures = widths.map(
        (width) => `<a href="${name}-${theme}-${width}.png"><img loading="lazy" src="${name}-${theme}-${width}.png" alt="${width} px"></a>`,
      );
      return `<h2>${name}, ${theme}</h2>\n<p>${pictures.join("\n")}</p>`;
    }),
  );
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>body { font: 14px sans-serif; background: #888; } p { display: flex; gap: 16px; align-items: start; }</style>
${rows.join("\n")}
</html>
`;
}
