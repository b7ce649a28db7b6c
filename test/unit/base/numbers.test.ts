import assert from "node:assert/strict";
import { formatAmount, formatCount, formatNumber, formatSize } from "../../../src/base/numbers.ts";
import { useTranslations } from "../../../src/base/words.ts";

const told = () => [
  [0, 999, 200_000, 1234.5].map((value) => formatNumber(value, 1)),
  [0, 950, 5_200, 9_999, 200_400, 999_499, 1_540_000].map(formatCount),
  [12, 2048, 1_234_567, 5 * 1024 * 1024].map(formatSize),
  [0, 0.25, 12, 1234.56789, 0.0000123, -0.00002].map(formatAmount),
];

describe("numbers", () => {
  it("are written as in English", () => {
    assert.deepEqual(told(), [
      ["0", "999", "200,000", "1,234.5"],
      ["0", "950", "5.2k", "10k", "200k", "999k", "1.5M"],
      ["12 B", "2 KB", "1.2 MB", "5 MB"],
      ["0", "0.25", "12", "1,234.5679", "0.000012", "-0.00002"],
    ]);
  });

  it("are written as the sentences around them, in the language of these", () => {
    useTranslations({ en: "de" });
    try {
      assert.deepEqual(told(), [
        ["0", "999", "200.000", "1.234,5"],
        ["0", "950", "5,2k", "10k", "200k", "999k", "1,5M"],
        ["12 B", "2 KB", "1,2 MB", "5 MB"],
        ["0", "0,25", "12", "1.234,5679", "0,000012", "-0,00002"],
      ]);
    } finally {
      useTranslations({});
    }
  });
});
