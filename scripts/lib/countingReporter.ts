import { appendFileSync, writeFileSync } from "node:fs";
import { format } from "node:util";
import Mocha from "mocha";

/**
 * Mocha's spec reporter, which as its last act writes `{passed, failed}` into the file named by ACP_TEST_RESULT: a run that
 * died on the way has no such file, whatever its exit code says. With ACP_TEST_OUTPUT its lines go to that file, since
 * inside an editor the console is not ours.
 */
export class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    const { ACP_TEST_OUTPUT: output, ACP_TEST_RESULT: result } = process.env;
    if (output) Mocha.reporters.Base.consoleLog = (...words: unknown[]) => appendFileSync(output, `${format(...words)}\n`);
    super(runner, options);
    runner.once("end", () => {
      if (result) writeFileSync(result, JSON.stringify({ passed: runner.stats?.passes, failed: runner.stats?.failures }));
    });
  }
}

/** Mocha loads a reporter by this name. */
export { CountingReporter as default };
