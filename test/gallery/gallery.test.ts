import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cache } from "../../scripts/setup.mjs";
import { Bench } from "../webview/support/harness.ts";
import { graveFaults } from "./axe.ts";
import { kept, keptLetters, keptNames } from "./baselines.ts";
import { openFixture, picturesOf, themeNames, widths } from "./camera.ts";
import { Darkroom } from "./darkroom.ts";
import { type Fixture, fixtures } from "./fixtures.ts";

/** The part of a picture's pixels that may differ. */
const mostDiffering = 0.005;
const failures = join(cache, "failures", "gallery");

describe("gallery", () => {
  let bench: Bench;
  let darkroom: Darkroom;
  before(async () => {
    bench = await Bench.start();
    darkroom = new Darkroom(await bench.blank());
  });
  after(() => bench.stop());

  it("has a picture of each page in each theme and width, and no other", async () => {
    const compared = fixtures.filter((fixture) => !fixture.isOfThisMachine);
    const wanted = compared.flatMap(({ name }) => themeNames.flatMap((theme) => widths.map((width) => `${name}-${theme}-${width}`)));
    assert.deepEqual([...(await keptNames())].sort(), wanted.sort(), "Look at the pages, then: npm run gallery -- --accept");
  });

  for (const fixture of fixtures) {
    it(`looks as accepted, and keeps nobody out: ${fixture.name}`, async () => {
      const complaints: string[] = [];
      for (const width of widths) {
        const view = await openFixture(bench, fixture, width);
        for await (const picture of picturesOf(view, fixture, width)) {
          if (width === 400) for (const fault of await graveFaults(view.page)) complaints.push(`${picture.name}: ${fault}`);
          if (await canCompare(fixture)) complaints.push(...(await differences(picture.name, picture.png)));
        }
        complaints.push(...view.faults);
        await view.page.close();
      }
      assert.deepEqual(complaints, []);
    }).timeout(90_000);
  }

  /** Letters of another machine are other pixels; on Linux the same fonts are to be had everywhere. */
  async function canCompare(fixture: Fixture): Promise<boolean> {
    if (fixture.isOfThisMachine) return false;
    const [here, there] = [await darkroom.letters(), await keptLetters()];
    if (here === there) return true;
    if (process.platform !== "linux") return false;
    throw new Error(`Letters look different here (${here}) from those of the kept pictures (${there}). Install DejaVu: fonts-dejavu-core.`);
  }

  async function differences(name: string, png: Buffer): Promise<readonly string[]> {
    const accepted = await kept(name);
    if (!accepted) return [`There is no accepted picture ${name}. Look at the page, then: npm run gallery -- --accept`];
    const { differing, all } = await darkroom.compare(png, accepted);
    if (differing <= all * mostDiffering) return [];
    await mkdir(failures, { recursive: true });
    await writeFile(join(failures, `${name}.png`), png);
    const part = ((differing / all) * 100).toFixed(2);
    return [
      `${name}: ${part} % of the pixels differ. See .cache/failures/gallery/${name}.png; if it is right: npm run gallery -- --accept`,
    ];
  }
});
