// npm run soak -- [options]: a window that lives long, see test/soak/main.ts.
await import("../test/soak/main.ts");

export {};
