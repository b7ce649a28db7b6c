import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseTraffic, Traffic } from "../../../src/acp/traffic/traffic.ts";

describe("Traffic", () => {
  it("is saved one object a line, secrets masked, and read again", async () => {
    const traffic = new Traffic();
    traffic.add(3, "client", '{"jsonrpc":"2.0","id":0,"method":"authenticate","params":{"apiKey":"abc"}}');
    traffic.add(9, "agent", '{"jsonrpc":"2.0","id":0,"result":{}}');
    const saved = await traffic.save();
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

  it("keeps the last frames only, by count and by size, and forgets some at a time", async () => {
    const kept = async (traffic: Traffic) => (await traffic.save()).replaceAll(/.*"n":(\d+).*\n/g, "$1 ");
    const byCount = new Traffic({ frames: 20, bytes: 100_000, blockBytes: 1000 });
    for (let n = 0; n < 50; n += 1) byCount.add(n, "agent", `{"n":${n}}`);
    assert.equal(await kept(byCount), Array.from({ length: 20 }, (_, n) => `${n + 30} `).join(""));
    const bySize = new Traffic({ frames: 1000, bytes: 1000, blockBytes: 300 });
    for (let n = 0; n < 50; n += 1) bySize.add(n, "agent", `{"n":${n}}`);
    assert.match(await kept(bySize), /^(\d+ )+49 $/);
    assert.deepEqual([bySize.size, bySize.size + bySize.forgotten], [(await kept(bySize)).trim().split(" ").length, 50]);
    assert.ok(bySize.size >= 10 && bySize.size < 30, `${bySize.size} frames`);
    bySize.add(50, "agent", JSON.stringify({ n: "x".repeat(1000) }));
    assert.deepEqual([bySize.size, await bySize.save()], [0, ""], "one that is too large for the ring is not kept");
  });

  it("keeps every character", async () => {
    const traffic = new Traffic({ frames: 10, bytes: 10_000, blockBytes: 80 });
    const texts = ["é漢🙂", "\u2028", "שלום", "\n\t\u0000"];
    for (const text of texts) traffic.add(1, "agent", JSON.stringify({ text }));
    assert.deepEqual(
      (await traffic.save())
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).frame.text),
      texts,
    );
  });

  it("lets the host go on while it is saved, and leaves out what comes meanwhile", async () => {
    const traffic = new Traffic({ frames: 4000, bytes: 4_000_000, blockBytes: 100_000 });
    for (let n = 0; n < 3000; n += 1) traffic.add(n, "agent", JSON.stringify({ n, text: "a-b ".repeat(200) }));
    const before = traffic.size;
    let turns = 0;
    const later = setInterval(() => {
      turns += 1;
      for (let n = 0; n < 1000; n += 1) traffic.add(9999, "agent", '{"late":true}');
    }, 0);
    const saved = await traffic.save();
    clearInterval(later);
    assert.ok(turns >= 2, `${turns} turns`);
    assert.equal(saved.trimEnd().split("\n").length, before);
    assert.doesNotMatch(saved, /late/);
  });

  it("is read with a mark at its start, CRLF and blank lines; broken lines are named, the others kept", () => {
    const good = '{"t":1,"dir":"agent","frame":{"jsonrpc":"2.0","method":"m"}}';
    const { entries, errors } = parseTraffic(
      [`\ufeff${good}\r`, "", "{", "[]", '{"t":"1"}', '{"t":1,"dir":"up"}', '{"t":1,"dir":"agent","frame":5}', good].join("\n"),
    );
    assert.equal(entries.length, 2);
    assert.deepEqual(
      errors.map(({ line, message }) => `${line}: ${message}`),
      [
        "3: is not JSON",
        "4: is not a JSON object",
        "5: has a “t” that is not a number of milliseconds",
        "6: has a “dir” that is neither “agent” nor “client”",
        "7: has a “frame” that is not a JSON object",
      ],
    );
  });

  it("reads every recording without an error, and pairs every answer in it", () => {
    const files = globSync(fileURLToPath(new URL("../../recordings/*/*.jsonl", import.meta.url)));
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
