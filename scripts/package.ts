// npm run package: builds, and leaves dist/acp-subagents.vsix.

import { build, main, packageVsix } from "./lib/steps.ts";
import { say } from "./setup.mjs";

await main(async () => {
  await build();
  say(`packaged ${await packageVsix()}`);
});
