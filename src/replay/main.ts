// Headless replay: `npm run --silent replay -- FILE [--json]`.
import { readFile } from "node:fs/promises";
import { messageOf } from "../base/personError.ts";
import { t } from "../base/words.ts";
import { outline } from "./outline.ts";
import { replayTraffic } from "./replay.ts";
import { replayJson } from "./replayJson.ts";

const usage = () => t("Usage: npm run --silent replay -- FILE [--json]   (a file of ACP: Save Traffic…, one JSON object a line)");

/** Prints the replayed file and returns the exit code: 0, or 2 when the input or a line of it could not be read. */
async function main(args: readonly string[]): Promise<number> {
  const files = args.filter((arg) => !arg.startsWith("--"));
  const unknown = args.find((arg) => arg.startsWith("--") && arg !== "--json");
  const [file] = files;
  if (file === undefined || files.length > 1 || unknown !== undefined) {
    console.error(unknown === undefined ? usage() : `${t("Unknown option {0}.", unknown)}\n${usage()}`);
    return 2;
  }
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    console.error(t("{0} cannot be read: {1}. Give the path of a saved traffic file.", file, messageOf(error)));
    return 2;
  }
  const { model, errors } = replayTraffic(text);
  await write(args.includes("--json") ? JSON.stringify(replayJson(model), null, 2) : outline(model));
  for (const error of errors) console.error(t("{0}: line {1} {2}. It was left out.", file, error.line, error.message));
  return errors.length > 0 ? 2 : 0;
}

/** Writes to standard output and waits until it is out, so that a pipe gets all of it. */
function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(`${text}\n`, (error) => (error ? reject(error) : resolve())));
}

process.exitCode = await main(process.argv.slice(2));
