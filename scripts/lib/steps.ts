// The steps that several scripts share: build, and package.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run, SetupError } from "../setup.mjs";

/** The packaged extension, as `npm run package` leaves it. */
export const vsixPath = join(root, "dist", "acp-subagents.vsix");

/** Builds everything that runs into dist/. Throws a SetupError when it does not compile; the compiler's words are on standard error. */
export async function build(args: readonly string[] = []): Promise<void> {
  const limitSeconds = args.includes("--watch") ? 24 * 3600 : 120;
  const { code } = await run(process.execPath, [join(root, "esbuild.mjs"), ...args], { limitSeconds });
  if (code !== 0) throw new SetupError("The build failed. The messages above name file and line.");
}

/** Packages what dist/ holds as a VSIX and returns its path. */
export async function packageVsix(): Promise<string> {
  const vsce = join(root, "node_modules", "@vscode", "vsce", "vsce");
  const args = [vsce, "package", "--no-dependencies", "--allow-missing-repository", "--no-rewrite-relative-links", "--out", vsixPath];
  const { code } = await run(process.execPath, args, { limitSeconds: 120 });
  if (code !== 0 || !existsSync(vsixPath)) throw new SetupError("The extension could not be packaged. The messages above say why.");
  return vsixPath;
}

/** Ends a script with a person's sentence instead of a stack trace. */
export async function main(script: () => Promise<void>): Promise<void> {
  try {
    await script();
  } catch (error) {
    if (!(error instanceof SetupError || isWrongOption(error))) throw error;
    process.stderr.write(`acp-subagents: ${error.message}\n`);
    process.exitCode = 1;
  }
}

/** What node:util's parseArgs throws; its message names the option. */
function isWrongOption(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
