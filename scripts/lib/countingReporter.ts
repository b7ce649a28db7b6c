import { appendFileSync, writeFileSync } from "node:fs";
import { format } from "node:util";
import type Mocha from "mocha";

/**
 * Mocha's spec reporter, which as its last act writes `{passed, failed}` into the file named by ACP_TEST_RESULT: a run that
 * died on the way leaves no such file, whatever its exit code says. With ACP_TEST_OUTPUT its lines go to that file, since
 * inside an editor the console is not ours. `mocha` is handed in because that editor's Node may not know how to require it.
 */
export function countingReporter(mocha: typeof Mocha): Mocha.ReporterConstructor {
  const { ACP_TEST_OUTPUT: output, ACP_TEST_RESULT: result } = process.env;
  if (output) mocha.reporters.Base.consoleLog = (...words: unknown[]) => appendFileSync(output, `${format(...words)}\n`);
  return class extends mocha.reporters.Spec {
    constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
      super(runner, options);
      runner.once("end", () => {
        if (result) writeFileSync(result, JSON.stringify({ passed: runner.stats?.passes, failed: runner.stats?.failures }));
      });
    }
  };
}
