// Mocha inside a real VS Code: the desktop's where it can be had, else a code-server behind a stand-in program.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Writable } from "node:stream";
import { runTests, TestRunFailedError } from "@vscode/test-electron";
import { build } from "esbuild";
import { type Tally, tallyOfRun } from "../../scripts/lib/tally.ts";
import { cache, root, say, temporary } from "../../scripts/setup.mjs";
import { Profile } from "../workbench/profile.ts";

/** Where to run: a program to start, or undefined for the desktop VS Code that `runTests` downloads. */
export type Editor = string | undefined;

/**
 * Decides where to run. `folder` takes the stand-in: a program that `runTests` starts as if it were the desktop's, and that
 * does the same work with a server and a browser.
 */
export async function chooseEditor(folder: string): Promise<Editor> {
  if (await canUseDesktop()) return undefined;
  say("no desktop VS Code here (no display, or its download is out of reach): using code-server.");
  const program = join(folder, "code");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "test", "host", "standIn.ts")}" "$@"\n`, { mode: 0o755 });
  return program;
}

async function canUseDesktop(): Promise<boolean> {
  const { DISPLAY: x11, WAYLAND_DISPLAY: wayland } = process.env;
  if (process.platform === "linux" && !x11 && !wayland) return false;
  try {
    const address = "https://update.code.visualstudio.com/api/releases/stable";
    return (await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(5_000) })).ok;
  } catch (error) {
    say(`the download of VS Code cannot be reached: ${error instanceof Error ? error.message : error}.`);
    return false;
  }
}

/** Bundles test files for the editor's own Node into the cache, and returns their paths there, the entry's first. */
export async function bundleTests(files: readonly string[]): Promise<readonly string[]> {
  const outdir = join(cache, "host-tests");
  const outbase = join(root, "test", "host");
  const entryPoints = [join(outbase, "entry.ts"), ...files];
  const format = { bundle: true, platform: "node", format: "cjs", target: "node20", sourcemap: "inline", logLevel: "warning" } as const;
  await build({ entryPoints, outdir, outbase, outExtension: { ".js": ".cjs" }, external: ["vscode", "mocha"], ...format });
  return entryPoints.map((file) => join(outdir, relative(outbase, file).replace(/\.ts$/, ".cjs")));
}

/** Today's editor, or with `ACP_EDITOR=oldest` the oldest that the manifest allows. */
function desktopVersion(): string {
  if (process.env.ACP_EDITOR !== "oldest") return "stable";
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return engines.vscode.slice(1);
}

/** What is installed from inside the editor finds no registry. npm takes such names in any case. */
const offline = { NPM_CONFIG_REGISTRY: "http://127.0.0.1:9/" };

/** What a run inside the editor gave. */
export interface EditorRun {
  readonly tally: Tally;
  /** The test reporter's lines. */
  readonly output: string;
  /** What the editor printed: long, and of interest when something went wrong. */
  readonly noise: string;
}

/**
 * Runs bundled test files in the editor, on an empty folder, with the extension under development.
 * `isShown`: prints the test reporter's lines as they come.
 */
export async function runInEditor(editor: Editor, [entry = "", ...files]: readonly string[], isShown: boolean): Promise<EditorRun> {
  const folder = mkdtempSync(join(temporary, "acp-host-"));
  const profile = new Profile();
  const [result, output] = [join(folder, "result.json"), join(folder, "output.txt")];
  writeFileSync(output, "");
  const stopShowing = isShown ? showAsItGrows(output) : () => undefined;
  const noise = new TextSink();
  let code: number | null = 0;
  try {
    await runTests({
      vscodeExecutablePath: editor,
      version: desktopVersion(),
      cachePath: join(cache, "vscode-test"),
      extensionDevelopmentPath: root,
      extensionTestsPath: entry,
      launchArgs: [mkdtempSync(join(folder, "open-")), `--user-data-dir=${profile.userData}`, `--extensions-dir=${profile.extensions}`],
      extensionTestsEnv: { ACP_TEST_FILES: JSON.stringify(files), ACP_TEST_RESULT: result, ACP_TEST_OUTPUT: output, ...offline },
      stdout: noise,
      stderr: noise,
    });
  } catch (error) {
    if (!(error instanceof TestRunFailedError)) throw error;
    code = error.code ?? null;
  } finally {
    stopShowing();
    profile.remove();
  }
  // The editor's own code is not to be trusted when its extension host died: it is 0 then. The file of counts is missing.
  const run = { tally: tallyOfRun(result, code, false), output: readFileSync(output, "utf8"), noise: noise.text };
  rmSync(folder, { recursive: true, force: true });
  return run;
}

class TextSink extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Copies what is appended to a file to standard output; returns how to stop, after a last look. */
function showAsItGrows(file: string): () => void {
  let shown = 0;
  const show = () => {
    const text = readFileSync(file, "utf8");
    process.stdout.write(text.slice(shown));
    shown = text.length;
  };
  const timer = setInterval(show, 200);
  return () => {
    clearInterval(timer);
    show();
  };
}
