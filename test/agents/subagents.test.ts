// Real agents, as they are on npm, against models that say what the scripts say: what a person would see of their subagents.
import assert from "node:assert/strict";
import type { SessionId } from "../../src/session/ids.ts";
import { kits } from "./kits.ts";
import { Trial } from "./trial.ts";

for (const kit of kits) {
  describe(kit.name, () => {
    let trial: Trial;

    beforeEach(async () => {
      trial = await Trial.open(kit);
    });
    afterEach(function () {
      if (this.currentTest?.state === "failed") process.stdout.write(`${trial.report()}\n`);
      return trial.end();
    });

    const isRunning = (script: string): boolean => trial.find(script)?.state?.state === "running";
    /** The coder, which is still at work, ends, and with it the turn. */
    const endWithCoder = async (turn: Promise<unknown>): Promise<void> => {
      assert.equal(isRunning("coder"), true);
      trial.server.open("coder");
      await trial.until("the coder to be done", () => isIdle("coder"));
      trial.server.open("parallel");
      assert.equal(await turn, "end_turn");
    };
    const isIdle = (script: string): boolean => trial.find(script)?.state?.state === "idle";

    it("shows two subagents that work at the same time, each with its own steps", async () => {
      await trial.startAgent();
      const turn = trial.prompt(await trial.newSession(), "parallel");
      await trial.shows(`\
root: its turn is open
  | Two helpers, side by side.
  coder: running, can be cancelled
    | Looking.
    | echo coder: completed
  reader: running, can be cancelled
    | Reading.
    | echo reader: completed
`);
      trial.server.open("reader");
      await trial.until("the reader to be done", () => isIdle("reader"));
      await endWithCoder(turn);
      await trial.shows(`\
root: its turn is over
  | Two helpers, side by side.
  | Are they back?
  | echo parallel: completed
  | Nobody is at work any more.
  coder: idle (end_turn)
    | Looking.
    | echo coder: completed
    | It prints hello.
  reader: idle (end_turn)
    | Reading.
    | echo reader: completed
    | It is a sample.
`);
    });

    /** Lets a helper of a helper do its work, to the end of the turn. */
    async function runNested(root: SessionId): Promise<void> {
      const turn = trial.prompt(root, "nested");
      for (const script of ["counter", "surveyor"]) {
        await trial.until(`the ${script} at work`, () => isRunning(script) && trial.server.isAt(script));
        trial.server.open(script);
        await trial.until(`the ${script} to be done`, () => isIdle(script));
      }
      trial.server.open("nested");
      assert.equal(await turn, "end_turn");
    }

    it("shows a subagent's own subagent below it", async () => {
      await trial.startAgent();
      await runNested(await trial.newSession());
      await trial.shows(nested(""));
    });

    it("asks for permission in the subagent's name, and the subagent goes on when it is allowed", async () => {
      await trial.startAgent({ asks: true });
      const turn = trial.prompt(await trial.newSession(), "asking");
      await trial.until("the request", () => trial.model.openRequests.length > 0);
      const [request, ...others] = trial.model.openRequests;
      const careful = trial.child("careful");
      assert.ok(request);
      assert.deepEqual([request.sessionId, request.wireSessionId, careful.openRequestCount], [careful.id, careful.id, 1]);
      assert.deepEqual([others, trial.hasFile("made.txt")], [[], false]);
      assert.ok(request.kind === "permission");
      const once = request.options.find(({ kind }) => kind === "allow_once");
      assert.ok(once);
      assert.equal(trial.agent.answer(request.id, { type: "selected", optionId: once.optionId }), true);
      await trial.until("the careful one to be done", () => isIdle("careful"));
      assert.deepEqual([trial.model.openRequests, trial.hasFile("made.txt")], [[], true]);
      trial.server.open("asking");
      assert.equal(await turn, "end_turn");
      await trial.shows(`\
root: its turn is over
  | A helper will make a file.
  | Are they back?
  | echo asking: completed
  | The file is there.
  careful: idle (end_turn)
    | May I?
    | touch made.txt: completed
    | Made it.
`);
    });

    it("shows the same in the second version of the protocol, also when a fresh process tells the history", async () => {
      await trial.startAgent({ protocol: 2 });
      const root = await trial.newSession();
      await runNested(root);
      await trial.shows(nested(""));
      await trial.endAgent();
      await trial.startAgent({ protocol: 2 });
      await trial.loadSession(root);
      await trial.shows(nested(kit.loaded));
    });

    it("cancels one subagent while the other works on", async () => {
      await trial.startAgent();
      const turn = trial.prompt(await trial.newSession(), "parallel");
      const areAtWork = () => ["reader", "coder"].every((script) => isRunning(script) && trial.server.isAt(script));
      await trial.until("both at work", areAtWork);
      await trial.agent.cancel(trial.child("reader").id);
      await trial.until("the reader to be stopped", () => isIdle("reader"));
      await endWithCoder(turn);
      await trial.shows(`\
root: its turn is over
  | Two helpers, side by side.
  | Are they back?
  | echo parallel: completed
  | Nobody is at work any more.
  coder: idle (end_turn)
    | Looking.
    | echo coder: completed
    | It prints hello.
  reader: idle (cancelled)
    | Reading.
    | echo reader: completed
`);
    });

    it("brings the subagents back when a fresh process loads the session, none of which can be cancelled", async () => {
      await trial.startAgent();
      const root = await trial.newSession();
      await runNested(root);
      await trial.endAgent();
      await trial.startAgent();
      await trial.loadSession(root);
      await trial.shows(nested(kit.loaded));
      assert.deepEqual([trial.child("surveyor").canCancel, trial.child("counter").canCancel], [false, false]);
    });
  });
}

/** What is seen of a helper that has a helper; `mark` follows the states of the two. */
function nested(mark: string): string {
  return `\
root: its turn is over
  | A helper will survey.
  | Are they back?
  | echo nested: completed
  | The survey is there.
  surveyor: idle (end_turn)${mark}
    | I will delegate the counting.
    | Are they back?
    | echo surveyor: completed
    | Surveyed.
    counter: idle (end_turn)${mark}
      | Counting.
      | echo counter: completed
      | Two files.
`;
}
