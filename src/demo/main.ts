import { Readable, Writable } from "node:stream";
import { ndJsonStream } from "../acp/sdk.ts";
import { createClock } from "./clock.ts";
import { DemoAgent } from "./demoAgent.ts";
import { displayForm } from "./display.ts";
import { type DemoOptions, parseOptions } from "./options.ts";
import { type Connectable, inSecondVersion } from "./protocol2.ts";
import { RecordFolder } from "./record.ts";
import { DemoSignIn } from "./signIn.ts";
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
  const signIn = new DemoSignIn(options.stateDir, options.wantsSignIn);
  const given = { isForgetful: options.isForgetful, display: options.display, folder, signIn, environment: process.env, warn };
  const createAgent = (): Connectable => {
    const app = new DemoAgent({ ...given, clock: createClock(options.speed) }).app();
    return options.protocol === 1 ? app : inSecondVersion(app, options.protocol);
  };
  if (options.listen === "pipe") servePipe(createAgent(), end);
  else void listen(createAgent, options, end);
}

function servePipe(app: Connectable, end: () => void): void {
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
  const connection = app.connect(ndJsonStream(Writable.toWeb(process.stdout), input));
  void connection.closed.then(end);
}

/** Each connection has an agent of its own; they share the folder of sessions. It ends with its input, like over the pipe. */
async function listen(createAgent: () => Connectable, { listen: scheme, port, token }: DemoOptions, end: () => void): Promise<void> {
  process.stdin.on("end", end).resume();
  const { startDemoServer } = await import("./server.ts");
  const server = await startDemoServer({ createAgent, port, token });
  process.stdout.write(`${scheme}://${server.address}\n`);
}

const options = parseOptions(process.argv.slice(2));
if ("problem" in options) {
  warn(options.problem);
  process.exitCode = 2;
} else if (options.signsInNow) {
  new DemoSignIn(options.stateDir, true).signIn();
  process.stdout.write("You are signed in to the demo agent.\n");
} else {
  serve(options);
}
