import assert from "node:assert/strict";
import { LineSplitter } from "../../../src/acp/traffic/lineSplitter.ts";

/** What the splitter tells of these chunks: lines in quotes, a line over the limit with its head. */
function split(chunks: readonly Uint8Array[], limit = 1000): readonly string[] {
  const told: string[] = [];
  const splitter = new LineSplitter(
    { line: (text) => told.push(JSON.stringify(text)), tooLong: (head) => told.push(`too long: ${head}`) },
    limit,
  );
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return told;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const oneByOne = (text: string) => [...bytes(text)].map((byte) => Uint8Array.of(byte));

describe("LineSplitter", () => {
  it("cuts lines over chunks, and keeps the tail without a newline", () => {
    assert.deepEqual(split([bytes("ab\ncd"), bytes("ef\n\ng"), bytes("h")]), ['"ab"', '"cdef"', '"gh"']);
  });

  it("keeps characters whole that are split over chunks", () => {
    assert.deepEqual(split(oneByOne("é漢🙂\nשלום")), ['"é漢🙂"', '"שלום"']);
  });

  it("drops a byte order mark at the start of a line", () => {
    assert.deepEqual(split([bytes("\ufeffa\n\ufeffb")]), ['"a"', '"b"']);
  });

  it("shows invalid bytes as replacement marks and goes on", () => {
    assert.deepEqual(split([Uint8Array.of(0x61, 0xff, 0x62, 10, 0x63)]), ['"a\ufffdb"', '"c"']);
  });

  it("tells of a line over the limit once, when it happens, skips it to its newline and reads on", () => {
    assert.deepEqual(split([bytes("12345\n123"), bytes("456"), bytes("78\nab\n")], 5), ['"12345"', "too long: 123456", '"ab"']);
  });

  it("[P08] tells of a line without an end", () => {
    assert.deepEqual(split([bytes("123456"), bytes("x".repeat(5000))], 5), ["too long: 123456"]);
  });

  it("cuts nothing at other line ends: CR, U+2028", () => {
    assert.deepEqual(split([bytes("a\r\nb\rc\u2028d\n")]), ['"a\\r"', '"b\\rc\u2028d"']);
  });
});
