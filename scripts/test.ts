// npm test [-- suite …]: runs the suites, shows each one's output as it goes, and ends with the line `N passed, N failed`.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { endMarked } from "./lib/leftovers.ts";
import { main } from "./lib/steps.ts";
import { isSuiteName, runSuite, type SuiteName, suiteNames, usualSuites, warmUp } from "./lib/suites.ts";
import { sum, type Tally } from "./lib/tally.ts";
import { SetupError, stopRunning, temporary } from "./setup.mjs";

await main(async () => {
  const suites = chosenSuites(process.argv.slice(2));
  const scratch = mkdtempSync(join(temporary, "acp-"));
  process.on("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  const stopped = stopWhenTold();

  // What the later suites need is fetched while the first ones run.
  warmUp(suites);
  const tallies: Tally[] = [];
  for (const suite of suites) {
    process.stdout.write(`\n── ${suite} ${"─".repeat(70 - suite.length)}\n`);
    const startedAt = Date.now();
    const tally = await runSuite(suite, scratch);
    if (stopped.aborted) return;
    for (const reason of tally.reasons) process.stdout.write(`✗ ${suite}: ${reason}\n`);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    process.stdout.write(`── ${suite}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s\n`);
    tallies.push(tally);
  }

  const { passed, failed, reasons } = sum(tallies);
  process.stdout.write(`\n${reasons.map((reason) => `✗ ${reason}\n`).join("")}${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
});

/** At a signal: asks what runs to end, waits for it, ends the rest. Further signals change nothing. */
function stopWhenTold(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, async () => {
      if (stop.signal.aborted) return;
      stop.abort();
      stopRunning();
      await endMarked(8_000);
      process.exit(130);
    });
  }
  return stop.signal;
}

/** The usual ones when none is named. */
function chosenSuites(names: readonly string[]): readonly SuiteName[] {
  const unknown = names.find((name) => !isSuiteName(name));
  if (unknown !== undefined) throw new SetupError(`There is no suite "${unknown}". There are: ${suiteNames.join(", ")}.`);
  return names.length > 0 ? suiteNames.filter((name) => names.includes(name)) : usualSuites;
}
