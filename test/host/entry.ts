// Runs inside the editor's extension host: the module whose `run` the editor calls.
import { basename } from "node:path";
import { countingReporter } from "../../scripts/lib/countingReporter.ts";

/** Runs the test files named by ACP_TEST_FILES (a JSON list of paths). Rejects when a test fails: so the editor learns of it. */
export async function run(): Promise<void> {
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({ timeout: 60_000, reporter: countingReporter(Mocha), forbidOnly: true, forbidPending: true });
  const files = JSON.parse(process.env.ACP_TEST_FILES ?? "[]") as readonly string[];
  for (const file of files) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed in ${files.map((file) => basename(file)).join(", ")}`);
}
