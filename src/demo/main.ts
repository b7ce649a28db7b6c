import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "../acp/sdk.ts";
import { createClock } from "./clock.ts";
import { DemoAgent } from "./demoAgent.ts";
import { displayForm } from "./display.ts";
import { type DemoOptions, parseOptions } from "./options.ts";
import { RecordFolder } from "./record.ts";
import { beStubborn } from "./stubborn.ts";

/** Standard output belongs to the frames; everything else is said here. */
function warn(message: string): void {
  process.stderr.write(`acp-subagents-demo: ${message}\n`);
}

function serve(options: DemoOptions): void {
  if (options.isStubborn) beStubborn(options.stateDir, warn);
  const end = () => {
    if (!options.isStubborn) process.exit(0);
    warn("the input ended and I stay");
  };
  // A client that is gone reads neither; without listeners that would be an error of its own.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  const warning = displayForm(options.display).warning?.();
  if (warning !== undefined) warn(warning);
  const folder = new RecordFolder(options.stateDir, warn);
  const demo = new DemoAgent({ display: options.display, clock: createClock(options.speed), folder, warn });
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const connection = demo.app().connect(ndJsonStream(Writable.toWeb(process.stdout), input));
  void connection.closed.then(end);
}

const options = parseOptions(process.argv.slice(2));
if ("problem" in options) {
  warn(options.problem);
  process.exitCode = 2;
} else {
  serve(options);
}
