// npm run fuzz -- [options]: damaged recordings through the whole way, see test/fuzz/main.ts.
await import("../test/fuzz/main.ts");

export {};
