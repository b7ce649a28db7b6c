// Loads the built extension beside an editor that is not there, and prints what that took: see loadExtension.ts.
// What the editor itself has loaded of Node long before is not ours to count.
import "node:crypto";
import "node:fs/promises";
import Module, { createRequire } from "node:module";
import "node:os";
import { basename, dirname, join } from "node:path";
import "node:timers/promises";
import "node:util";

/** Stands for every value of the editor's API: whatever is asked of it is there, and does nothing. */
const anything: object = new Proxy(class {}, { get: (_target, name) => (name === Symbol.toPrimitive ? () => "" : anything) });

type Loader = { _load(request: string, ...rest: unknown[]): unknown };
const loader = Module as unknown as Loader;
const load = loader._load.bind(loader);
loader._load = (request, ...rest) => (request === "vscode" ? anything : load(request, ...rest));

const require = createRequire(import.meta.url);
const extension = join(import.meta.dirname, "..", "..", "dist", "extension.cjs");
const before = process.cpuUsage();
require(extension);
const { user, system } = process.cpuUsage(before);
const ms = (user + system) / 1000;
const files = Object.keys(require.cache)
  .filter((path) => dirname(path) === dirname(extension))
  .map((path) => basename(path));
process.stdout.write(JSON.stringify({ ms, files }));
process.exit(0);
