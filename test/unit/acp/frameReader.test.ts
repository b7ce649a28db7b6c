import assert from "node:assert/strict";
import { FrameReader } from "../../../src/acp/traffic/frameReader.ts";

/** What the reader finds in these lines: `value …` and `noise …`. */
function read(...lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  const reader = new FrameReader({
    value: (value) => found.push(`value ${JSON.stringify(value)}`),
    noise: (text, reason) => found.push(`noise ${JSON.stringify(text)} (${reason})`),
  });
  for (const line of lines) reader.line(line);
  reader.end();
  return found;
}

const frame = '{"jsonrpc":"2.0","method":"m"}';

describe("FrameReader", () => {
  it("reads one value a line, with CR, tabs and spaces around it", () => {
    assert.deepEqual(read(`${frame}\r`, `\t ${frame}  `, "", "  \r"), [`value ${frame}`, `value ${frame}`]);
  });

  it("takes what is nested without end for noise, in lines and in arrays, and reads on", () => {
    const nested = (depth: number) => `{"jsonrpc":"2.0","method":"m","params":${'{"a":'.repeat(depth)}1${"}".repeat(depth + 1)}`;
    const found = read(nested(400), nested(10_000), `${"[".repeat(10_000)}${"]".repeat(10_000)}`, frame);
    const short = found.map((line) => (line.startsWith("noise") ? line.slice(line.lastIndexOf("(")) : line.slice(0, 20)));
    const tooDeep = "(Something nested deeper than 500 levels was skipped.)";
    assert.deepEqual(short, ['value {"jsonrpc":"2.', tooDeep, tooDeep, 'value {"jsonrpc":"2.']);
  });

  it("gives a line's bytes on as they came, and a text where they are not what was read", () => {
    const found: string[] = [];
    const reader = new FrameReader({
      value: (_value, json) => found.push(typeof json === "string" ? `text ${json}` : `bytes ${Buffer.from(json).toString("latin1")}`),
      noise: (text) => found.push(`noise ${text}`),
    });
    const lines = ['{"a":"é"}', '\u001e{"a":1}', '{"a":"\xff"}', 'ok: {"id":1,"result":2}'];
    for (const line of lines) {
      const bytes = Buffer.from(line, line.includes("\xff") ? "latin1" : "utf8");
      reader.line(bytes.toString("utf8"), bytes);
    }
    assert.deepEqual(found, ['bytes {"a":"Ã©"}', 'text {"a":1}', 'text {"a":"\ufffd"}', "noise ok:", 'text {"id":1,"result":2}']);
  });

  it("drops control characters before a value", () => {
    assert.deepEqual(read(`\u0000${frame}`, `\u001e${frame}`, `\ufeff${frame}`), [`value ${frame}`, `value ${frame}`, `value ${frame}`]);
  });

  it("takes start-up banners and log lines for noise, brackets or not", () => {
    assert.deepEqual(read("Starting…", "[info] ready", "[1] 2 {3}", "{ a: 1 }", frame), [
      'noise "Starting…" (not JSON)',
      'noise "[info] ready" (not JSON)',
      'noise "[1] 2 {3}" (not JSON)',
      'noise "{ a: 1 }" (not JSON)',
      `value ${frame}`,
    ]);
  });

  it("salvages a frame that other text is glued to, and several frames on one line", () => {
    assert.deepEqual(read(`warn: ${frame}`, `\u001b[0m${frame}`, `${frame}${frame}`, `${frame}\r${frame}`, `[x] {"a":1} ${frame} done`), [
      'noise "warn:" (not JSON)',
      `value ${frame}`,
      'noise "\\u001b[0m" (not JSON)',
      `value ${frame}`,
      `value ${frame}`,
      `value ${frame}`,
      `value ${frame}`,
      `value ${frame}`,
      'noise "[x] {\\"a\\":1}" (not JSON)',
      `value ${frame}`,
      'noise " done" (not JSON)',
    ]);
  });

  it("does not hold a frame back behind an open bracket", () => {
    const found: string[] = [];
    const reader = new FrameReader({ value: () => found.push("value"), noise: (text) => found.push(text) });
    reader.line(`[0m{${frame}`);
    assert.deepEqual(found, ["[0m{", "value"]);
  });

  it("salvages no object that is no frame", () => {
    assert.deepEqual(read('cost: {"id":1,"price":2}'), ['noise "cost: {\\"id\\":1,\\"price\\":2}" (not JSON)']);
  });

  it("[P06] puts a pretty-printed frame together", () => {
    const value = { jsonrpc: "2.0", method: "m", params: { text: 'a } "b" {', list: [{ id: 1, result: {} }] } };
    assert.deepEqual(read(...JSON.stringify(value, undefined, 2).split("\n"), frame), [`value ${JSON.stringify(value)}`, `value ${frame}`]);
  });

  it("puts a pretty-printed batch together", () => {
    const batch = [JSON.parse(frame), JSON.parse(frame)];
    assert.deepEqual(read(...JSON.stringify(batch, undefined, 1).split("\n")), [`value ${JSON.stringify(batch)}`]);
  });

  it("gives up an object that is never closed as soon as a frame follows it", () => {
    assert.deepEqual(read("{ config: {", "  a: 1", frame, frame), [
      'noise "{ config: {\\n  a: 1" (not JSON)',
      `value ${frame}`,
      `value ${frame}`,
    ]);
  });

  it("takes a printed object of another language for noise", () => {
    assert.deepEqual(read("{", "  name: 'x',", "}", frame), ["noise \"{\\n  name: 'x',\\n}\" (not JSON)", `value ${frame}`]);
  });

  it("holds no endless object: a string over a line break, too many lines, the end of the stream", () => {
    assert.deepEqual(read('{ it"s', frame), ['noise "{ it\\"s" (not JSON)', `value ${frame}`]);
    const many = read("{", ...Array.from({ length: 6000 }, () => '  "a": 1,'), frame);
    assert.equal(many.at(-1), `value ${frame}`);
    assert.equal(many.length > 2, true);
    assert.deepEqual(read("{", '  "a": 1'), ['noise "{\\n  \\"a\\": 1" (not JSON)']);
  });
});
