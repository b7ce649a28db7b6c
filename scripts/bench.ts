// npm run bench -- [options]: builds, then measures (test/bench/main.ts). Only the table, or the document of --json, is on standard output.
import { build, main } from "./lib/steps.ts";

await main(async () => {
  await build();
  await import("../test/bench/main.ts");
});
