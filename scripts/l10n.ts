// npm run l10n: writes the sentences of the source into l10n/, drops translations that nobody uses any more, and says what
// is still to be translated.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { allSentences, bundleFile, languages, problemsOf, readTexts, type Texts } from "./lib/sentences.ts";
import { main } from "./lib/steps.ts";
import { root, SetupError, say } from "./setup.mjs";

await main(async () => {
  const { sentences, unreadable } = allSentences();
  if (unreadable.length > 0)
    throw new SetupError(`The sentence of t() must be a text between quotes. It is not at: ${unreadable.join(", ")}.`);
  const english = Object.fromEntries(sentences.map((sentence) => [sentence, sentence]));
  write(bundleFile(), english);
  for (const language of languages) {
    const texts = readTexts(bundleFile(language));
    write(
      bundleFile(language),
      Object.fromEntries(sentences.flatMap((sentence) => (texts[sentence] ? [[sentence, texts[sentence]]] : []))),
    );
    for (const problem of problemsOf(language, english, readTexts(bundleFile(language)))) say(problem);
  }
});

function write(file: string, texts: Texts): void {
  writeFileSync(join(root, file), `${JSON.stringify(texts, null, 2)}\n`);
}
