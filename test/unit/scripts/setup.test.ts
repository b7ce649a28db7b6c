import assert from "node:assert/strict";
import { canRunScripts, run, SetupError } from "../../../scripts/setup.mjs";

describe("set-up", () => {
  it("knows which Node strips types by itself", () => {
    const versions = ["18.20.0", "20.20.2", "22.17.1", "22.18.0", "22.23.5", "23.5.0", "23.6.0", "24.0.0", "26.1.0"];
    assert.deepEqual(versions.filter(canRunScripts), ["22.18.0", "22.23.5", "23.6.0", "24.0.0", "26.1.0"]);
  });

  it("runs a program to its end and tells its code", async () => {
    assert.deepEqual(await run(process.execPath, ["--eval", "process.exit(3)"], { limitSeconds: 60 }), { code: 3, timedOut: false });
  });

  it("tells that a program does not exist, rather than wait", async () => {
    assert.deepEqual(await run("there-is-no-such-program", [], { limitSeconds: 60 }), { code: null, timedOut: false });
  });

  it("ends a program at its time limit", async () => {
    const { timedOut } = await run(process.execPath, ["--eval", "setInterval(() => undefined, 1000)"], { limitSeconds: 0.2 });
    assert.equal(timedOut, true);
  });

  it("speaks to people in one kind of error", () => assert.equal(new SetupError("Do this.").name, "SetupError"));
});
