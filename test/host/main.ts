// The host suite: the tests in an editor, then the check that this way of running them can tell a failure.
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { check, sum, type Tally } from "../../scripts/lib/tally.ts";
import { cache, root, temporary } from "../../scripts/setup.mjs";
import { bundleTests, chooseEditor, runInEditor } from "./editor.ts";

const scratch = mkdtempSync(join(temporary, "acp-editor-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));

const editor = await chooseEditor(scratch);
const files = globSync("test/host/**/*.test.ts", { cwd: root }).map((file) => join(root, file));
const run = await runInEditor(editor, await bundleTests(files), true);
if (run.tally.failed > 0) keepNoise(run.noise);

const checks = await Promise.all([
  tellsFailure("a failing test", "failing", /1 failing/),
  tellsFailure("the death of the extension host", "dying", /^(?!.*(passing|failing))/s),
]);

const { passed, failed, reasons } = sum([run.tally, ...checks]);
for (const reason of reasons) process.stdout.write(`  ✗ ${reason}\n`);
const { ACP_TEST_RESULT: result } = process.env;
if (result) writeFileSync(result, JSON.stringify({ passed, failed }));
process.exitCode = failed > 0 ? 1 : 0;

/** Runs a file that must fail, and checks that it was really run and is told as failed. */
async function tellsFailure(what: string, name: string, output: RegExp): Promise<Tally> {
  const run = await runInEditor(editor, await bundleTests([join(root, "test", "host", "selfCheck", `${name}.ts`)]), false);
  const isTold = run.tally.failed === 1 && run.output.includes("self check") && output.test(run.output);
  if (isTold) process.stdout.write(`  ✔ self check: ${what} is told\n`);
  return check(isTold ? undefined : `The self check: ${what} was not told.\n${run.output}\n${run.noise}`);
}

/** What the editor printed is long, and seldom what one looks for. */
function keepNoise(noise: string): void {
  const file = join(cache, "failures", "host.log");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, noise);
  process.stdout.write(`  what the editor printed: ${file}\n`);
}
