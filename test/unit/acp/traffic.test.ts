import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { parseTraffic, Traffic } from "../../../src/acp/traffic.ts";

const textOf = (traffic: Traffic) => traffic.save();

describe("Traffic", () => {
  it("is saved one object a line, secrets masked, and read again", () => {
    const traffic = new Traffic();
    traffic.add(3, "client", '{"jsonrpc":"2.0","id":0,"method":"authenticate","params":{"apiKey":"abc"}}');
    traffic.add(9, "agent", '{"jsonrpc":"2.0","id":0,"result":{}}');
    const saved = textOf(traffic);
    assert.equal(
      saved,
      '{"t":3,"dir":"client","frame":{"jsonrpc":"2.0","id":0,"method":"authenticate","params":{"apiKey":"•••"}}}\n' +
        '{"t":9,"dir":"agent","frame":{"jsonrpc":"2.0","id":0,"result":{}}}\n',
    );
    const { entries, errors } = parseTraffic(saved);
    assert.deepEqual(errors, []);
    assert.deepEqual(
      entries.map(
        (entry) =>
          entry.type === "frame" && [entry.t, entry.dir, entry.message.type, entry.message.type === "response" && entry.message.method],
      ),
      [
        [3, "client", "request", false],
        [9, "agent", "response", "authenticate"],
      ],
    );
  });

  it("keeps the last frames only, by count and by length", () => {
    const byCount = new Traffic({ frames: 3, characters: 1000 });
    for (let n = 0; n < 10; n += 1) byCount.add(n, "agent", `{"n":${n}}`);
    assert.equal(textOf(byCount).replaceAll(/.*"n":(\d).*\n/g, "$1"), "789");
    const byLength = new Traffic({ frames: 1000, characters: 14 });
    for (let n = 0; n < 10; n += 1) byLength.add(n, "agent", `{"n":${n}}`);
    assert.equal(textOf(byLength).replaceAll(/.*"n":(\d).*\n/g, "$1"), "89");
    byLength.add(10, "agent", JSON.stringify({ n: "x".repeat(100) }));
    assert.equal(byLength.size, 0);
  });

  it("is read with a mark at its start, CRLF and blank lines; broken lines are named, the others kept", () => {
    const good = '{"t":1,"dir":"agent","frame":{"jsonrpc":"2.0","method":"m"}}';
    const { entries, errors } = parseTraffic(
      [`\ufeff${good}\r`, "", "{", "[]", '{"t":"1"}', '{"t":1,"dir":"up"}', '{"t":1,"dir":"agent","frame":5}', good].join("\n"),
    );
    assert.equal(entries.length, 2);
    assert.deepEqual(
      errors.map(({ line, message }) => `${line}: ${message.replace(/^.*JSON.*position.*$/, "a JSON error")}`),
      [
        "3: a JSON error",
        "4: the line is not a JSON object",
        "5: “t” is not a number of milliseconds",
        "6: “dir” is neither “agent” nor “client”",
        "7: “frame” is not a JSON object",
      ],
    );
  });

  it("reads every recording without an error, and pairs every answer in it", () => {
    const files = globSync("test/recordings/*/*.jsonl");
    assert.ok(files.length > 20, "the recordings were found");
    const unpaired = files.flatMap((file) => {
      const { entries, errors } = parseTraffic(readFileSync(file, "utf8"));
      const lost = entries.filter(
        (entry) => entry.type !== "frame" || (entry.message.type === "response" && entry.message.method === undefined),
      );
      return errors.length + lost.length === 0 ? [] : [`${file}: ${errors.length} errors, ${lost.length} not paired`];
    });
    assert.deepEqual(unpaired, []);
  });
});
