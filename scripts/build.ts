// npm run build [-- --watch]
import { build, main } from "./lib/steps.ts";

await main(() => build(process.argv.slice(2)));
