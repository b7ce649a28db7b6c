import assert from "node:assert/strict";
import { PromptQueue } from "../../../src/acp/promptQueue.ts";
import { type SessionId, toSessionId } from "../../../src/session/ids.ts";

const a = toSessionId("a");
const b = toSessionId("b");
const text = (words: string) => [{ type: "text", text: words }];

/** A queue whose sends are ended by hand, with a transcript of what happens. */
class Bench {
  readonly told: string[] = [];
  readonly queue = new PromptQueue((sessionId, content) => {
    this.told.push(`sent ${sessionId} ${content[0]?.text}`);
    return new Promise((resolve, reject) => this.#open.push({ resolve, reject }));
  });
  readonly #open: { readonly resolve: (stopReason: string) => void; readonly reject: (error: Error) => void }[] = [];

  constructor() {
    this.queue.onDidChange((id) => this.told.push(`waiting in ${id}: ${this.queue.waiting(id).map((prompt) => prompt.text)}`));
  }

  add(sessionId: SessionId, words: string): void {
    void this.queue.add(sessionId, text(words)).then(
      (end) => this.told.push(end.type === "ended" ? `ended ${words}: ${end.stopReason}` : `withdrawn ${end.prompt.text}`),
      (error: Error) => this.told.push(`failed ${words}: ${error.message}`),
    );
  }

  async end(stopReason: string): Promise<void> {
    this.#open.shift()?.resolve(stopReason);
    await new Promise(setImmediate);
  }

  async fail(message: string): Promise<void> {
    this.#open.shift()?.reject(new Error(message));
    await new Promise(setImmediate);
  }
}

describe("PromptQueue", () => {
  it("sends one prompt at a time for each session, and the waiting ones in their order", async () => {
    const bench = new Bench();
    bench.add(a, "1");
    bench.add(b, "2");
    bench.add(a, "3");
    bench.add(a, "4");
    await bench.end("end_turn");
    await bench.end("end_turn");
    await bench.end("cancelled");
    await bench.end("end_turn");
    bench.add(a, "5");
    assert.deepEqual(bench.told, [
      "sent a 1",
      "sent b 2",
      "waiting in a: 3",
      "waiting in a: 3,4",
      "sent a 3",
      "waiting in a: 4",
      "ended 1: end_turn",
      "ended 2: end_turn",
      "sent a 4",
      "waiting in a: ",
      "ended 3: cancelled",
      "ended 4: end_turn",
      "sent a 5",
    ]);
  });

  it("takes prompts back: one, those of a session, all", async () => {
    const bench = new Bench();
    for (const [id, words] of [
      [a, "1"],
      [a, "2"],
      [a, "3"],
      [b, "4"],
      [b, "5"],
      [a, "6"],
    ] as const)
      bench.add(id, words);
    bench.told.length = 0;
    const second = bench.queue.waiting(a)[0]?.id ?? "";
    assert.deepEqual([bench.queue.withdraw(second), bench.queue.withdraw(second), bench.queue.withdraw("nonsense")], [true, false, false]);
    bench.queue.withdrawAll(b);
    bench.queue.withdrawAll();
    await bench.end("end_turn");
    assert.deepEqual(bench.told, [
      "waiting in a: 3,6",
      "waiting in b: ",
      "waiting in a: ",
      "withdrawn 2",
      "withdrawn 5",
      "withdrawn 3",
      "withdrawn 6",
      "ended 1: end_turn",
    ]);
  });

  it("holds what waits for a cancelled turn, each a prompt of its own, until it is sent, changed or taken back", async () => {
    const bench = new Bench();
    for (const words of ["1", "2", "3", "4"]) bench.add(a, words);
    bench.add(b, "5");
    bench.add(b, "6");
    bench.told.length = 0;
    bench.queue.hold(a);
    const [second = "", third = "", fourth = ""] = bench.queue.waiting(a).map(({ id }) => id);
    await bench.end("cancelled");
    await bench.end("end_turn");
    bench.queue.release(third);
    bench.queue.release(fourth);
    bench.queue.edit(second, "zwei");
    bench.queue.withdraw(second);
    await bench.end("end_turn");
    await bench.end("end_turn");
    assert.deepEqual([bench.queue.release(second), bench.queue.waiting(a)], [false, []]);
    assert.deepEqual(bench.told, [
      "waiting in a: 2,3,4",
      "ended 1: cancelled",
      "sent b 6",
      "waiting in b: ",
      "ended 5: end_turn",
      "sent a 3",
      "waiting in a: 2,4",
      "waiting in a: 2,4",
      "waiting in a: zwei,4",
      "waiting in a: 4",
      "withdrawn zwei",
      "ended 6: end_turn",
      "sent a 4",
      "waiting in a: ",
      "ended 3: end_turn",
    ]);
  });

  it("changes the text of a waiting prompt, which keeps its place and what goes with it", async () => {
    const sent: string[] = [];
    const ends: (() => void)[] = [];
    const queue = new PromptQueue((_, content) => {
      sent.push(content.map((block) => block.text ?? block.type).join(" + "));
      return new Promise((resolve) => ends.push(() => resolve("end_turn")));
    });
    const image = { id: "i", kind: "image", name: "i.png", mimeType: "image/png", data: "AA", bytes: 1 } as const;
    const prompts = [
      queue.add(a, text("1")),
      queue.add(a, [...text("2"), { type: "image" }], [image]),
      queue.add(a, [{ type: "image" }], [image]),
      queue.add(a, text("4")),
    ];
    const [second, third] = queue.waiting(a).map(({ id }) => id);
    assert.deepEqual([queue.edit(second ?? "", "zwei"), queue.edit(third ?? "", "drei"), queue.edit("nonsense", "x")], [true, true, false]);
    assert.deepEqual(
      queue.waiting(a).map((prompt) => `${prompt.text} with ${prompt.attachments.length}`),
      ["zwei with 1", "drei with 1", "4 with 0"],
    );
    for (let index = 0; index < prompts.length; index++) {
      ends[index]?.();
      await prompts[index];
    }
    assert.deepEqual(sent, ["1", "zwei + image", "drei + image", "4"]);
    assert.equal(queue.edit(second ?? "", "too late"), false);
  });

  it("has a prompt of an earlier life wait, held, until the person says so", async () => {
    const bench = new Bench();
    const { queue } = bench;
    const left = ["1", "2", "3"].map((words) => queue.addHeld(a, text(words)));
    const [first, second, third] = queue.waiting(a);
    assert.deepEqual(
      [first, second, third].map((prompt) => prompt?.isHeld),
      [true, true, true],
    );
    bench.add(a, "new");
    await bench.end("end_turn");
    queue.release(second?.id ?? "");
    await bench.end("end_turn");
    queue.withdraw(third?.id ?? "");
    assert.deepEqual(await left[1], { type: "ended", stopReason: "end_turn" });
    assert.deepEqual(await left[2], { type: "withdrawn", prompt: third });
    assert.deepEqual(bench.told, [
      "waiting in a: 1",
      "waiting in a: 1,2",
      "waiting in a: 1,2,3",
      "sent a new",
      "ended new: end_turn",
      "sent a 2",
      "waiting in a: 1,3",
      "waiting in a: 1",
    ]);
  });

  it("sends neither a prompt that is open for editing nor what waits behind it, until that ends everywhere", async () => {
    const bench = new Bench();
    const { queue } = bench;
    for (const words of ["1", "2", "3"]) bench.add(a, words);
    bench.add(b, "4");
    bench.add(b, "5");
    const [second = "", third = ""] = queue.waiting(a).map(({ id }) => id);
    const edits = [queue.beginEdit(second), queue.beginEdit(second), queue.beginEdit(third), queue.beginEdit("nonsense")];
    bench.told.length = 0;
    await bench.end("end_turn");
    await bench.end("end_turn");
    bench.add(a, "6");
    queue.edit(second, "zwei");
    for (const edit of [edits[0], edits[0], edits[3]]) edit?.dispose();
    bench.told.push("the last editor closes");
    edits[1]?.dispose();
    await bench.end("end_turn");
    await bench.end("end_turn");
    queue.withdraw(third);
    edits[2]?.dispose();
    await bench.end("end_turn");
    assert.deepEqual(bench.told, [
      "ended 1: end_turn",
      "sent b 5",
      "waiting in b: ",
      "ended 4: end_turn",
      "waiting in a: 2,3,6",
      "waiting in a: zwei,3,6",
      "the last editor closes",
      "sent a zwei",
      "waiting in a: 3,6",
      "ended 5: end_turn",
      "ended 2: end_turn",
      "waiting in a: 6",
      "sent a 6",
      "waiting in a: ",
      "withdrawn 3",
      "ended 6: end_turn",
    ]);
  });

  it("keeps a prompt held that is held, or sent by the person, while it is open for editing", async () => {
    const bench = new Bench();
    const { queue } = bench;
    for (const words of ["1", "2", "3"]) bench.add(a, words);
    const [second = "", third = ""] = queue.waiting(a).map(({ id }) => id);
    const edits = [queue.beginEdit(second), queue.beginEdit(third)];
    queue.hold(a);
    await bench.end("cancelled");
    bench.told.length = 0;
    edits[0]?.dispose();
    assert.equal(queue.release(third), true);
    bench.told.push("the last editor closes");
    edits[1]?.dispose();
    assert.deepEqual(bench.told, ["waiting in a: 2,3", "the last editor closes", "sent a 3", "waiting in a: 2"]);
  });

  it("goes on after a prompt that fails", async () => {
    const bench = new Bench();
    bench.add(a, "1");
    bench.add(a, "2");
    await bench.fail("no");
    await bench.fail("still no");
    assert.deepEqual(bench.told, ["sent a 1", "waiting in a: 2", "sent a 2", "waiting in a: ", "failed 1: no", "failed 2: still no"]);
  });
});
