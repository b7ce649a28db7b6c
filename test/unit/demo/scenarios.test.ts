import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clock, createClock } from "../../../src/demo/clock.ts";
import { scenarios } from "../../../src/demo/scenarios/scenarios.ts";
import { type BareClient, openSession, prompt, until } from "./bareClient.ts";
import { transcript } from "./transcript.ts";

const golden = join(import.meta.dirname, "golden");
const files = readdirSync(golden).filter((file) => file.endsWith(".txt"));
const isUpdate = process.env.UPDATE_GOLDEN === "1";

/**
 * Plays one prompt to its end. Permission requests are answered once two are open: the first allowed, the second
 * rejected. A background child is waited for, and what the root says of it.
 */
async function play(dir: string, text: string, clock: Clock = createClock(0)): Promise<string> {
  const client = await openSession(dir, clock);
  serve(client);
  const answered = prompt(client, text);
  if (text === "/permission") {
    await until(() => client.permissionRequests().length === 2);
    for (const [index, request] of client.permissionRequests().entries()) client.answer(request, index === 0 ? "allow-once" : "reject");
  }
  if (text === "/form") {
    for (const [index, content] of [
      { name: "ada", channel: "next", token: "hush", targets: ["linux"] },
      { who: "Ada" },
      undefined,
    ].entries()) {
      await until(() => client.received("elicitation/create").length > index);
      client.respond(client.received("elicitation/create")[index] ?? {}, { action: "accept", ...(content && { content }) });
    }
  }
  if (text === "/odd" || text === "/withdraw") {
    await until(() => client.permissionRequests().length === 3);
    if (text === "/withdraw") await until(() => client.received("$/cancel_request").length === 3);
    const choices = text === "/odd" ? ["folder", "never", "once"] : [];
    for (const [index, request] of client.permissionRequests().entries()) client.answer(request, choices[index]);
  }
  await answered;
  if (text === "/background") await until(() => /The benchmark is done.* 4 milliseconds\./.test(transcript(client.log)));
  assert.deepEqual(client.warnings, []);
  return `${transcript(client.log)}\n`;
}

/** Files and terminals of a client: what is outside the folder is not written, a command's output is its line. */
function serve({ services }: BareClient): void {
  const texts = new Map([["/workspace/README.md", "# Todo\n"]]);
  const lines: string[] = [];
  const killed = new Set<unknown>();
  services.set("fs/read_text_file", ({ path }) => ({ content: texts.get(String(path)) ?? "" }));
  services.set("fs/write_text_file", ({ path, content }) => {
    if (!String(path).startsWith("/workspace/")) return undefined;
    texts.set(String(path), String(content));
    return {};
  });
  services.set("terminal/create", ({ command }) => ({ terminalId: `term-${lines.push(String(command)) - 1}` }));
  services.set("terminal/kill", ({ terminalId }) => {
    killed.add(terminalId);
    return {};
  });
  services.set("terminal/wait_for_exit", ({ terminalId }) =>
    killed.has(terminalId) ? { exitCode: null, signal: "SIGTERM" } : { exitCode: lines.length - 1, signal: null },
  );
  services.set("terminal/output", ({ terminalId }) => ({ output: lines[Number(String(terminalId).slice(5))] ?? "", truncated: false }));
  services.set("terminal/release", () => ({}));
}

/** A clock on which every wait takes up to two seconds more than was asked for. */
function lateClock(): Clock {
  let now = 0;
  const wait = async (ms: number) => {
    now = Math.ceil((now + ms) / 2000) * 2000;
    await new Promise(setImmediate);
  };
  return { now: () => now, wait };
}

describe("demo scenarios", () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "demo-scenarios-"));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  for (const file of files) {
    it(`plays ${file}`, async () => {
      const path = join(golden, file);
      const expected = readFileSync(path, "utf8");
      const text = expected.slice(0, expected.indexOf("\n"));
      const actual = `${text}\n${await play(dir, text)}`;
      if (isUpdate) writeFileSync(path, actual);
      else assert.equal(actual, expected);
    });
  }

  it("keeps a frame list of every scenario but the hundred", () => {
    const kept = files.map((file) => file.replace(".txt", ""));
    const missing = scenarios.map(({ name }) => name).filter((name) => !kept.includes(name));
    assert.deepEqual(missing, ["hundred"]);
  });

  it("starts a hundred children and ends each once, four of them with an error", async () => {
    const lines = (await play(dir, "/hundred")).split("\n").filter((line) => line.startsWith("demo-1 subagent_update"));
    const count = (part: string) => lines.filter((line) => line.includes(part)).length;
    const counts = { running: count(`"running"`), end_turn: count(`"end_turn"`), error: count(`"error"`), all: lines.length };
    assert.deepEqual(counts, { running: 100, end_turn: 96, error: 4, all: 200 });
  });

  it("tells the same in the same order at another speed and with timers that are late", async () => {
    const expected = await play(dir, "/parallel");
    for (const clock of [createClock(0.01), lateClock()]) {
      rmSync(dir, { recursive: true });
      assert.equal(await play(dir, "/parallel", clock), expected);
    }
  });
});
