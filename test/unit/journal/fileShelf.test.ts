// Texts in a file without a name: what comes back, what the file costs, and what happens when the disk refuses.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { usualLimits } from "../../../src/base/limits.ts";
import { FileShelf } from "../../../src/journal/fileShelf.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";

describe("the file of older rows", () => {
  let folder: string;
  let shelf: FileShelf;
  const refusals: string[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "rows-"));
    refusals.length = 0;
    shelf = new FileShelf({ folder: join(folder, "rows"), onDidRefuse: (reason) => refusals.push(reason) });
  });

  afterEach(() => {
    shelf.dispose();
    rmSync(folder, { recursive: true });
  });

  it("gives texts back as they were, replaced ones as they are now", () => {
    const texts = ["", "plain", "ä€😀".repeat(5000), "x".repeat(200_000)];
    const shelved = texts.map((text) => shelf.put(text));
    assert.deepEqual(
      shelved.map((each) => each?.read()),
      texts,
    );
    assert.equal(shelved[1]?.write("grown ".repeat(3000)), true);
    assert.equal(shelved[3]?.write("small"), true);
    assert.deepEqual(
      shelved.map((each) => each?.read()),
      ["", "grown ".repeat(3000), texts[2], "small"],
    );
  });

  it("has no name, so that it goes with the process however that ends", () => {
    shelf.put("text");
    assert.deepEqual(readdirSync(join(folder, "rows")), []);
  });

  it("uses the places of replaced texts again", () => {
    const page = shelf.put("x".repeat(5000));
    for (let round = 0; round < 100; round++) page?.write("x".repeat(round % 2 === 0 ? 50_000 : 5000));
    assert.equal(shelf.size, 8192 + 65_536);
  });

  it("uses the places of texts that nobody holds any more again", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const put = () => shelf.put("x".repeat(5000));
    for (let n = 0; n < 10; n++) put();
    let [before, tries] = [0, 0];
    do {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
      before = shelf.size;
      put();
    } while (shelf.size > before && ++tries < 20);
    assert.equal(shelf.size, before);
  }).timeout(20_000);

  it("is refused once in words when the disk takes nothing, and all rows stay in memory", () => {
    writeFileSync(join(folder, "rows"), "in the way");
    const store = new SessionStore("r", { ...usualLimits, rowsInMemory: 50 }, shelf);
    const sessionId = toSessionId("S");
    for (let t = 0; t < 500; t++) store.apply({ t, event: { type: "noticeReported", sessionId, severity: "info", text: `note ${t}` } });
    const rows = store.get(sessionId)?.rows;
    assert.deepEqual(
      Array.from(rows?.values() ?? [], (row) => (row.kind === "notice" ? row.text : row.kind)),
      Array.from({ length: 500 }, (_, t) => `note ${t}`),
    );
    assert.equal(refusals.length, 1);
    assert.match(refusals[0] ?? "", /EEXIST|ENOTDIR/);
    rmSync(join(folder, "rows"));
    for (let t = 500; t < 600; t++) store.apply({ t, event: { type: "noticeReported", sessionId, severity: "info", text: `note ${t}` } });
    assert.ok(shelf.size > 0, "it is tried again");
    assert.equal([...(rows?.values() ?? [])].length, 600);
  });

  it("what cannot be read back says so in its place, and what comes later is as ever", () => {
    const store = new SessionStore("r", { ...usualLimits, rowsInMemory: 50 }, shelf);
    const sessionId = toSessionId("S");
    const note = (t: number) => store.apply({ t, event: { type: "noticeReported", sessionId, severity: "info", text: `note ${t}` } });
    for (let t = 0; t < 200; t++) note(t);
    shelf.dispose();
    note(200);
    const kinds = Array.from(store.get(sessionId)?.rows.values() ?? [], (row) => row.kind);
    assert.equal(kinds.length, 201);
    assert.equal(kinds[0], "error");
    assert.equal(kinds[200], "notice");
  });
});
