// npm run --silent replay -- FILE [--json]: recorded traffic as a tree to read, or as one JSON document.
// A relative FILE counts from where the person stands, although npm runs scripts in the project's folder.
process.chdir(process.env.INIT_CWD ?? process.cwd());
await import("../src/replay/main.ts");

export {};
