import assert from "node:assert/strict";
import { bundleFile, languages, readTexts } from "../../scripts/lib/sentences.ts";
import { asking } from "./support/forms.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { everyMark, everyRow, options, ownTab, sketch, unfolded } from "./support/scenes.ts";
import { noon } from "./support/states.ts";

/** What the composer says in labels of its own, in the order in which they stand. */
function labels(view: Transcript): Promise<readonly string[]> {
  return view.page
    .locator("acp-composer [aria-label]")
    .evaluateAll((elements) => elements.map((each) => each.getAttribute("aria-label") ?? ""));
}

describe("webview: the languages that there are", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  for (const language of languages) {
    const words = readTexts(bundleFile(language));

    it(`speaks ${language} where it spoke English`, async () => {
      const [english, translated] = [await bench.open({ now: noon }), await bench.open({ now: noon, words })];
      for (const view of [english, translated]) await view.snapshot(sketch());
      const said = await labels(english);
      assert.ok(said.includes("Queue this prompt"), said.join(", "));
      const expected = said.map((label) => words[label]).filter((label) => label !== undefined);
      const found = await labels(translated);
      assert.deepEqual(
        expected.filter((label) => !found.includes(label)),
        [],
      );
      await english.close();
      await translated.close();
    });

    it(`fits into 220 pixels in ${language}`, async () => {
      const saved = { folds: { review: true, count: true, again: true }, openRows: unfolded };
      for (const scene of [sketch(), everyRow(), everyMark(), ownTab(), options(), asking()]) {
        const view = await bench.open({ now: noon, words, width: 220, saved });
        await view.snapshot(scene);
        assert.deepEqual(await view.overflows(), []);
        await view.close();
      }
    });
  }
});
