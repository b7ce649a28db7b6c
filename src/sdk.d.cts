// The bundle that `esbuild.mjs` makes of `src/acp/sdk.ts`, beside the bundle that asks for it.
export * from "./acp/sdk.ts";
