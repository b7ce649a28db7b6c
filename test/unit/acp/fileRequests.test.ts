import assert from "node:assert/strict";
import { RequestFailure, type RequestHandlers, type RequestSurroundings } from "../../../src/acp/requests/agentRequests.ts";
import type { DiskEntry, FileTree } from "../../../src/acp/requests/filePlaces.ts";
import { fileRequests } from "../../../src/acp/requests/fileRequests.ts";
import { pickLines } from "../../../src/acp/requests/pickLines.ts";
import { Emitter } from "../../../src/base/emitter.ts";
import type { Question } from "../../../src/dialects/logEntry.ts";
import type { JsonObject } from "../../../src/session/content.ts";
import { toRequestId, toSessionId } from "../../../src/session/ids.ts";
import { SessionStore } from "../../../src/session/store.ts";

/** An agent, the files of an editor on the workspace `/code`, and a person who answers as told. */
class Desk {
  readonly files = new Map<string, string>();
  readonly links = new Map<string, string>();
  readonly entries = new Map<string, DiskEntry>();
  readonly questions: Question[] = [];
  readonly store = new SessionStore();
  answer: "once" | "always" | "no" | "cancelled" = "once";
  whileAsked: () => void = () => undefined;
  beforeWrite: () => Promise<void> = async () => undefined;
  readonly #handlers: RequestHandlers;

  constructor(isRemote = false) {
    const surroundings: RequestSurroundings = {
      label: "Agent",
      model: this.store,
      isRemote,
      ask: async (question) => {
        this.questions.push(question);
        this.whileAsked();
        return this.answer === "cancelled" ? { type: "cancelled" } : { type: "selected", optionId: this.answer };
      },
      tellTerminal: () => undefined,
      turn: async () => undefined,
      onDidClose: new Emitter<string>().event,
    };
    const tree: FileTree = { readLink: async (path) => this.links.get(path), identity: async (path) => path };
    const files = {
      folders: () => ["/code"],
      read: async ({ resolved }: { resolved: string }) => this.files.get(resolved),
      write: async ({ resolved }: { resolved: string }, content: string) => void this.files.set(resolved, content),
    };
    const entry = async (path: string) => this.entries.get(path);
    const beforeWrite = () => this.beforeWrite();
    this.#handlers = fileRequests({ files, tree, entry, os: "linux", beforeWrite })(surroundings);
    this.store.apply({ t: 0, event: { type: "rootOpened", sessionId: toSessionId("R"), cwd: "/repo" } });
    this.store.apply({
      t: 0,
      event: { type: "childUpdated", sessionId: toSessionId("C"), parentId: toSessionId("R"), dialect: "standard", patch: { cwd: "/etc" } },
    });
    this.store.apply({
      t: 0,
      event: { type: "childUpdated", sessionId: toSessionId("G"), parentId: toSessionId("C"), dialect: "standard", patch: {} },
    });
  }

  /** What the agent gets: the content read, `ok`, or the error. */
  async ask(method: "read" | "write", params: JsonObject, signal = new AbortController().signal): Promise<string> {
    const given: JsonObject = { sessionId: "R", ...params };
    const sessionId = typeof given.sessionId === "string" ? toSessionId(given.sessionId) : undefined;
    try {
      const result = await this.#handlers[`fs/${method}_text_file`]?.(given, { requestId: toRequestId("1"), sessionId, signal });
      return String(result?.content ?? "ok");
    } catch (error) {
      return error instanceof RequestFailure ? `${error.code} ${error.message}` : String(error);
    }
  }
}

describe("fs/read_text_file", () => {
  it("gives the text, or some lines of it; a missing file is a clear error", async () => {
    const desk = new Desk();
    desk.files.set("/code/a.txt", "one\ntwo\nthree\n");
    const read = (params: JsonObject) => desk.ask("read", { path: "/code/a.txt", ...params });
    assert.deepEqual(
      await Promise.all([read({}), read({ line: 2, limit: 1 }), read({ line: null, limit: null }), read({ path: "/code/none" })]),
      ["one\ntwo\nthree\n", "two\n", "one\ntwo\nthree\n", "-32002 There is no file /code/none."],
    );
  });

  it("reads and writes no device, pipe, process or share, however a link leads there, and nothing too large for an editor", async () => {
    const desk = new Desk();
    desk.links.set("/code/zero", "/dev/zero");
    desk.links.set("/code/self", "/proc/self");
    desk.entries.set("/code/pipe", { isFile: false, size: 0 });
    desk.entries.set("/code/huge", { isFile: true, size: 10 ** 10 });
    const read = async (path: string) => `${await desk.ask("read", { path })} | ${await desk.ask("write", { path, content: "x" })}`;
    const no = (path: string, why: string) => `-32602 ${path} ${why} | -32602 ${path} ${why}`;
    const system = "is no file that can be read or written: it belongs to the system.";
    assert.deepEqual(
      await Promise.all(["/proc/self/environ", "/code/self/environ", "/code/zero", "/sys/x", "/dev", "/code/pipe", "/code/huge"].map(read)),
      [
        no("/proc/self/environ", system),
        no("/code/self/environ", system),
        no("/code/zero", system),
        no("/sys/x", system),
        no("/dev", system),
        no("/code/pipe", "is a folder, device, pipe or socket, not a file."),
        no("/code/huge", "has 10000000000 bytes; files up to 52428800 bytes can be read and written."),
      ],
    );
    assert.deepEqual([desk.questions, [...desk.files]], [[], []]);
  });

  const cases: readonly (readonly [line: number | undefined, limit: number | undefined, lines: string])[] = [
    [undefined, undefined, "a\r\nb\nc"],
    [0, undefined, "a\r\nb\nc"],
    [1, 1, "a\r\n"],
    [2, undefined, "b\nc"],
    [3, 5, "c"],
    [4, undefined, ""],
    [1, 0, ""],
    [4_294_967_295, 4_294_967_295, ""],
  ];
  for (const [line, limit, lines] of cases)
    it(`line ${line}, limit ${limit}`, () => assert.equal(pickLines("a\r\nb\nc", line, limit), lines));

  it("a line break at the end begins no line of its own", () => {
    assert.deepEqual([pickLines("a\n", 2, 1), pickLines("", 1, 1)], ["", ""]);
  });

  it("an agent on this machine reads what it can read anyway; one on another machine is let out only by the person", async () => {
    const [here, remote] = [new Desk(), new Desk(true)];
    for (const desk of [here, remote]) {
      desk.files.set("/home/me/key", "secret");
      desk.files.set("/code/a", "public");
    }
    remote.answer = "no";
    assert.deepEqual([await here.ask("read", { path: "/home/me/key" }), here.questions.length], ["secret", 0]);
    assert.equal(await remote.ask("read", { path: "/code/a" }), "public");
    assert.equal(await remote.ask("read", { path: "/home/me/key" }), "-32001 The person did not allow reading /home/me/key.");
    assert.match(remote.questions[0]?.detail ?? "", /Agent runs on another machine/);
    remote.answer = "always";
    assert.equal(await remote.ask("read", { path: "/home/me/key" }), "secret");
    // Reading was allowed, not writing.
    remote.answer = "no";
    assert.match(await remote.ask("write", { path: "/home/me/key", content: "x" }), /^-32001/);
  });
});

describe("fs/write_text_file", () => {
  it("waits until what stands in the file has been read", async () => {
    const desk = new Desk();
    desk.files.set("/code/a.txt", "before\n");
    let seen: string | undefined;
    desk.beforeWrite = async () => {
      seen = desk.files.get("/code/a.txt");
    };
    assert.equal(await desk.ask("write", { path: "/code/a.txt", content: "after\n" }), "ok");
    assert.deepEqual([seen, desk.files.get("/code/a.txt")], ["before\n", "after\n"]);
  });

  it("writes in the workspace and in the folder that the root was opened in, whoever below it asks", async () => {
    const desk = new Desk();
    for (const [sessionId, path] of [
      ["R", "/code/a"],
      ["C", "/repo/b"],
      ["G", "/repo/deep/c"],
      ["nobody", "/code/d"],
    ] as const)
      assert.equal(await desk.ask("write", { sessionId, path, content: sessionId }), "ok");
    assert.deepEqual(Object.fromEntries(desk.files), { "/code/a": "R", "/repo/b": "C", "/repo/deep/c": "G", "/code/d": "nobody" });
    assert.deepEqual(desk.questions, []);
  });

  it("asks first for everything else: also where only the agent says that a child works there", async () => {
    const desk = new Desk();
    desk.answer = "no";
    for (const [sessionId, path] of [
      ["C", "/etc/hosts"],
      ["nobody", "/repo/x"],
      ["R", "/code/../x"],
    ] as const)
      assert.match(await desk.ask("write", { sessionId, path, content: "x" }), /^-32001 The person did not allow writing/);
    assert.equal(desk.files.size, 0);
    assert.deepEqual(
      desk.questions.map(({ sessionId, title }) => `${sessionId}: ${title}`),
      ["C: Write outside the workspace: hosts", "nobody: Write outside the workspace: x", "R: Write outside the workspace: x"],
    );
  });

  it("shows where a link really leads, and as what it was asked for", async () => {
    const desk = new Desk();
    desk.links.set("/code/log", "/var/log");
    assert.equal(await desk.ask("write", { path: "/code/log/app", content: "héllo" }), "ok");
    assert.equal(
      desk.questions[0]?.detail,
      "/var/log/app\nasked for as /code/log/app\n6 bytes; it is outside the folders that this session works in.",
    );
    assert.deepEqual([...desk.files], [["/var/log/app", "héllo"]]);
  });

  it("shows a path to the letter: no line break in it begins a line of the question, and nothing in it is unseen", async () => {
    const desk = new Desk();
    await desk.ask("write", { path: "/etc/a\n0 bytes; it is inside\u202e", content: "x" });
    assert.match(desk.questions[0]?.detail ?? "", /^\/etc\/a⟨U\+000A⟩0 bytes; it is inside⟨U\+202E⟩\n1 bytes; /);
  });

  it("asks once for a folder that is allowed as a whole", async () => {
    const desk = new Desk();
    desk.answer = "always";
    for (const path of ["/tmp/out/a", "/tmp/out/b", "/tmp/out/deep/c", "/tmp/d"])
      assert.equal(await desk.ask("write", { path, content: "" }), "ok");
    assert.deepEqual(
      desk.questions.map(({ detail }) => detail.split("\n")[0]),
      ["/tmp/out/a", "/tmp/d"],
    );
    assert.equal(desk.questions[0]?.options[1]?.name, "Allow all in /tmp/out");
  });

  it("writes nothing when the link was turned while the person was asked, or the turn was cancelled", async () => {
    const desk = new Desk();
    desk.links.set("/code/log", "/var/log");
    desk.whileAsked = () => desk.links.set("/code/log", "/etc");
    assert.equal(await desk.ask("write", { path: "/code/log/x", content: "x" }), "-32602 /code/log/x leads to another file than before.");
    desk.answer = "cancelled";
    assert.match(await desk.ask("write", { path: "/x", content: "x" }), /^-32001/);
    assert.equal(desk.files.size, 0);
  });

  it("names what is wrong with a request", async () => {
    const desk = new Desk();
    const wrong: readonly JsonObject[] = [
      { path: "a.ts" },
      { path: 1 },
      { path: "/code/a\0b" },
      { path: "/code/a" },
      { path: "/code/a", sessionId: null, content: "" },
    ];
    assert.deepEqual(await Promise.all(wrong.map((params) => desk.ask("write", params))), [
      '-32602 "path" of fs/write_text_file must be a full path.',
      '-32602 "path" of fs/write_text_file must be a full path.',
      '-32602 "path" of fs/write_text_file must be a full path.',
      '-32602 "content" of fs/write_text_file must be a string.',
      '-32602 "sessionId" of fs/write_text_file must be a string.',
    ]);
    assert.equal(
      await desk.ask("read", { path: "/code/a", line: -1 }),
      '-32602 "line" of fs/read_text_file must be a number that is not negative.',
    );
    desk.links.set("/code/l", "/code/l");
    assert.equal(await desk.ask("read", { path: "/code/l" }), "-32602 /code/l leads through links in a circle.");
  });
});
