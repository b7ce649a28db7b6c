import assert from "node:assert/strict";
import { exactLine, exactText, exactWord, markedParts, quotedWord } from "../../../src/base/exactText.ts";

describe("exact text", () => {
  const cases: readonly (readonly [name: string, text: string, exact: string])[] = [
    ["what turns the order", "rm \u202etxt.lla\u202c \u2066x\u2069\u200f", "rm ⟨U+202E⟩txt.lla⟨U+202C⟩ ⟨U+2066⟩x⟨U+2069⟩⟨U+200F⟩"],
    ["what has no width", "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg", "a⟨U+200B⟩b⟨U+200C⟩c⟨U+200D⟩d⟨U+2060⟩e⟨U+FEFF⟩f⟨U+00AD⟩g"],
    ["letters and blanks that are empty", "x\u3164y\u2800z\u115f", "x⟨U+3164⟩y⟨U+2800⟩z⟨U+115F⟩"],
    ["tags", "a\u{e0041}\u{e007f}", "a⟨U+E0041⟩⟨U+E007F⟩"],
    ["terminal escapes", "\u001b[2K\u001b]52;c;eA==\u0007 \u009b0m", "⟨U+001B⟩[2K⟨U+001B⟩]52;c;eA==⟨U+0007⟩ ⟨U+009B⟩0m"],
    ["a carriage return by itself", "ls\rrm -rf /", "ls⟨U+000D⟩rm -rf /"],
    ["halves of a pair", "half \ud800 pair", "half ⟨U+D800⟩ pair"],
    ["line breaks and tabs stay", "a\r\n\tb\n", "a\r\n\tb\n"],
    ["letters that pass for Latin ones", "src/pаypal.ts сat αβ Μac", "src/pа⟨U+0430⟩ypal.ts с⟨U+0441⟩at αβ Μ⟨U+039C⟩ac"],
    ["words of another script, also beside Latin ones", "привет/src/файл.ts Δx", "привет/src/файл.ts Δx"],
    ["scripts and accents stay", "שלום عالم 日本語 e\u0301", "שלום عالم 日本語 e\u0301"],
    ["pictures stay", "👩‍👩‍👧‍👦 🏳️‍🌈 ⚠️ ❤️‍🔥 👍🏽", "👩‍👩‍👧‍👦 🏳️‍🌈 ⚠️ ❤️‍🔥 👍🏽"],
  ];
  for (const [name, text, exact] of cases) it(name, () => assert.equal(exactText(text), exact));

  it("is one line where a line is wanted, and one word where a word is", () => {
    assert.equal(exactLine(" rm a \r\n\t rm\u200b b ", 100), "rm a rm⟨U+200B⟩ b");
    assert.equal(exactLine("a long title of many words", 12), "a long…");
    assert.equal(exactWord("/tmp/a\n0 bytes; it is inside"), "/tmp/a⟨U+000A⟩0 bytes; it is inside");
    assert.equal(quotedWord("it's"), "'it'\\''s'");
  });

  it("is cut into words and marks", () => {
    assert.deepEqual(markedParts(exactText("a\u202eb")), ["a", "⟨U+202E⟩", "b"]);
    assert.deepEqual(markedParts("nothing"), ["nothing"]);
  });
});
