// Loads the packaged extension once, beside an editor that is not there, and prints how long that took: `{"ms":…}`.
import Module, { createRequire } from "node:module";
import { join } from "node:path";

/** Stands for every value of the editor's API: whatever is asked of it is there, and does nothing. */
const anything: object = new Proxy(class {}, { get: (_target, name) => (name === Symbol.toPrimitive ? () => "" : anything) });

type Loader = { _load(request: string, ...rest: unknown[]): unknown };
const loader = Module as unknown as Loader;
const load = loader._load.bind(loader);
loader._load = (request, ...rest) => (request === "vscode" ? anything : load(request, ...rest));

const require = createRequire(import.meta.url);
const before = performance.now();
require(join(import.meta.dirname, "..", "..", "dist", "extension.cjs"));
process.stdout.write(JSON.stringify({ ms: performance.now() - before }));
process.exit(0);
