// What an agent may do wrong as a process, moment by moment: whatever it is, everything that waits is settled in words, the model
// says that the agent is gone, and no process of it is left.
import assert from "node:assert/strict";
import { Agent } from "../../../src/acp/agent.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { messageOf } from "../../../src/base/personError.ts";
import { toSessionId } from "../../../src/session/ids.ts";
import { isWorking } from "../../../src/session/session.ts";
import { isRunning, until } from "./processes.ts";
import { scriptedLaunch, testHost } from "./scripted.ts";

/** An agent that misbehaves, and what is told of it, line by line. */
class Trial {
  readonly agent: Agent;
  readonly told: string[] = [];
  /** The processes that it started, which print their pids as noise. */
  readonly pids: number[] = [];
  readonly #waiting: Promise<void>[] = [];

  constructor(overrides: object = {}) {
    this.agent = new Agent({ launch: scriptedLaunch(overrides), host: testHost, log: silentLogger });
    this.agent.onDidLog((entry) => {
      if (entry.type === "noise" && /^\d+$/.test(entry.text)) this.pids.push(Number(entry.text));
      if (entry.type === "closed") this.told.push(`closed: ${flat(entry.reason)}`);
    });
  }

  async session(): Promise<ReturnType<typeof toSessionId>> {
    return this.agent.newSession("/w");
  }

  /** A prompt, named for what becomes of it, with which the agent starts a process of its own; returns its session when that runs. */
  async breeds(name: string, prompt: string): Promise<ReturnType<typeof toSessionId>> {
    await this.agent.start();
    const session = await this.session();
    this.waits(name, this.agent.sendPrompt(session, prompt));
    await until("the grandchild runs", () => this.pids.length === 1);
    return session;
  }

  /** Something that waits for the agent; how it ends is a line under this name. */
  waits(name: string, work: Promise<unknown>): void {
    const told = work.then(
      (value) => `${name}: ${JSON.stringify(value) ?? "done"}`,
      (error: unknown) => `${name}: ${flat(messageOf(error))}`,
    );
    this.#waiting.push(told.then((line) => void this.told.push(line)));
  }

  /** Ends it where it has not ended by itself, and tells what is left. */
  async outcome(): Promise<readonly string[]> {
    await Promise.all(this.#waiting);
    return this.end();
  }

  async end(): Promise<readonly string[]> {
    const { agent, pids, told } = this;
    await agent.end();
    await Promise.all(this.#waiting);
    await until("its processes to be gone", () => !pids.some(isRunning));
    const { isConnectionLost, openRequests, sessions } = agent.model;
    const working = [...sessions].filter(isWorking);
    told.push(`left: ${pids.filter(isRunning).length} processes, ${openRequests.length} requests, ${working.length} at work`);
    assert.equal(isConnectionLost, true);
    return told;
  }
}

/** A sentence with its lines on one. */
const flat = (text: string) => text.replaceAll("\n", " / ");

const nothingLeft = "left: 0 processes, 0 requests, 0 at work";
const ready = "scripted agent is ready";
const killed = `Scripted was killed (SIGKILL). It wrote: ${ready}`;

interface Case {
  readonly what: string;
  readonly overrides?: object;
  run(trial: Trial): Promise<readonly string[]>;
  readonly told: readonly string[];
}

const cases: readonly Case[] = [
  {
    what: "is killed while it initializes",
    overrides: { initialize: { dies: true } },
    run: async (trial) => {
      trial.waits("start", trial.agent.start());
      return trial.outcome();
    },
    told: [
      `closed: Scripted could not be started: it was killed (SIGKILL). It wrote: ${ready}`,
      `start: Scripted could not be started: it was killed (SIGKILL). It wrote: ${ready}`,
      nothingLeft,
    ],
  },
  {
    what: "is killed while it opens a session",
    overrides: { "session/new": { dies: true } },
    run: async (trial) => {
      await trial.agent.start();
      trial.waits("new", trial.session());
      return trial.outcome();
    },
    told: [`closed: ${killed}`, `new: There was no answer to session/new: ${killed}`, nothingLeft],
  },
  {
    what: "is killed while it loads a session",
    overrides: { "session/load": { dies: true } },
    run: async (trial) => {
      await trial.agent.start();
      trial.waits("load", trial.agent.sessions.load(toSessionId("old"), "/w"));
      return trial.outcome();
    },
    told: [`closed: ${killed}`, `load: There was no answer to session/load: ${killed}`, nothingLeft],
  },
  {
    what: "is killed at rest",
    run: async (trial) => {
      await trial.agent.start();
      trial.waits("prompt", trial.agent.sendPrompt(await trial.session(), "perish"));
      await until("it is gone", () => trial.agent.isClosed);
      return trial.outcome();
    },
    told: ['prompt: {"type":"ended","stopReason":"end_turn"}', `closed: ${killed}`, nothingLeft],
  },
  {
    what: "is killed while a child works, a request waits, a prompt is queued and another session is told nothing",
    run: async (trial) => {
      await trial.agent.start();
      const asking = await trial.session();
      trial.waits("first", trial.agent.sendPrompt(asking, "child c1\nmay c1"));
      await until("it asks", () => trial.agent.model.openRequests.length === 1);
      trial.waits(
        "queued",
        trial.agent.sendPrompt(asking, "say never").then(({ type }) => type),
      );
      trial.waits("other", trial.agent.sendPrompt(await trial.session(), "die"));
      return trial.outcome();
    },
    told: [
      `closed: ${killed}`,
      'queued: "withdrawn"',
      `first: There was no answer to session/prompt: ${killed}`,
      `other: There was no answer to session/prompt: ${killed}`,
      nothingLeft,
    ],
  },
  {
    what: "exits, and leaves a grandchild that ignores SIGTERM and has its output",
    run: async (trial) => {
      const session = await trial.breeds("breed", "breed");
      trial.waits("exit", trial.agent.sendPrompt(session, "exit 4"));
      return trial.outcome();
    },
    told: [
      'breed: {"type":"ended","stopReason":"end_turn"}',
      `closed: Scripted ended with exit code 4. It wrote: ${ready} / cannot go on`,
      `exit: There was no answer to session/prompt: Scripted ended with exit code 4. It wrote: ${ready} / cannot go on`,
      nothingLeft,
    ],
  },
  {
    what: "closes its output and goes on running",
    run: async (trial) => {
      await trial.agent.start();
      trial.waits("prompt", trial.agent.sendPrompt(await trial.session(), "mute"));
      return trial.outcome();
    },
    told: [
      `closed: Scripted closed its input or output. It wrote: ${ready}`,
      `prompt: There was no answer to session/prompt: Scripted closed its input or output. It wrote: ${ready}`,
      nothingLeft,
    ],
  },
  {
    what: "heeds no cancel: it is shown as stopping until it is ended, with its grandchild",
    run: async (trial) => {
      const session = await trial.breeds("prompt", "breed\nstay");
      await trial.agent.cancel(session);
      trial.told.push(`is stopping: ${trial.agent.model.get(session)?.isStopping}`);
      return trial.end();
    },
    told: [
      "is stopping: true",
      "closed: Scripted was stopped.",
      "prompt: There was no answer to session/prompt: Scripted was stopped.",
      nothingLeft,
    ],
  },
  {
    what: "reads nothing more: a long prompt is sent, a stop shows at once, and it can be ended",
    run: async (trial) => {
      await trial.agent.start();
      const session = await trial.session();
      const other = await trial.session();
      trial.waits("deaf", trial.agent.sendPrompt(session, "deafen\nstay"));
      trial.waits("long", trial.agent.sendPrompt(other, `say ${"x".repeat(2_000_000)}`));
      await trial.agent.cancel(session);
      trial.told.push(`is stopping: ${trial.agent.model.get(session)?.isStopping}`);
      return trial.end();
    },
    told: [
      "is stopping: true",
      "closed: Scripted was stopped.",
      "deaf: There was no answer to session/prompt: Scripted was stopped.",
      "long: There was no answer to session/prompt: Scripted was stopped.",
      nothingLeft,
    ],
  },
];

/** What goes on in all of an agent's work: a session, a child, a request that is answered, words, the end. */
async function usualWork(trial: Trial): Promise<void> {
  const { agent } = trial;
  await agent.start();
  const session = await trial.session();
  agent.model.onDidChange((change) => {
    for (const delta of change) if (delta.type === "requestOpened") agent.answer(delta.request.id, { type: "selected", optionId: "yes" });
  });
  await agent.sendPrompt(session, "child c1\nmay c1\nidle c1\nsay done");
}

describe("an agent that", function () {
  this.timeout(60_000);
  // Some take seconds of waiting, so all are under way at once.
  let outcomes: readonly Promise<readonly string[]>[] = [];
  before(() => {
    outcomes = cases.map(({ overrides, run }) => run(new Trial(overrides)));
    for (const outcome of outcomes) outcome.catch(() => undefined);
  });
  for (const [index, { what, told }] of cases.entries()) {
    it(what, async function () {
      if (process.platform === "win32") this.skip();
      assert.deepEqual(await outcomes[index], told);
    });
  }

  it("hangs while it initializes, and is given up", async () => {
    const trial = new Trial({ initialize: { hang: true } });
    trial.waits("start", trial.agent.start());
    await until("it was asked", () => trial.agent.counts.frames === 1);
    assert.deepEqual(await trial.end(), ["closed: Scripted was stopped.", "start: Scripted was stopped.", nothingLeft]);
  });

  for (const frames of [1, 2, 3, 4, 5, 6, 7]) {
    it(`is killed after its frame ${frames}, wherever its work was then`, async function () {
      if (process.platform === "win32") this.skip();
      const trial = new Trial({ "*": { diesAfter: frames } });
      trial.waits("work", usualWork(trial));
      await until("it is gone", () => trial.agent.isClosed);
      const told = await trial.outcome();
      assert.deepEqual([told[0], told.at(-1), told.length], [`closed: ${killed}`, nothingLeft, 3], told.join("\n"));
      assert.equal(trial.agent.counts.frames >= frames, true);
    });
  }
});
