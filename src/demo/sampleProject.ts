/** The small project that the demo agent pretends to work on: relative path → text. */
export const sampleFiles = {
  "README.md": `# Todo

A list of things to do, kept in one store.

    npm test
`,
  "package.json": `{
  "name": "todo",
  "version": "1.0.0",
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "src/store.ts": `import type { Todo } from "./todo.ts";

/** Keeps the todos and tells whoever listens. */
export class Store {
  rows: Todo[] = [];
  listeners = new Set<() => void>();

  apply(todo: Todo): void {
    this.rows = [...this.rows, todo];
    for (const listener of this.listeners) listener();
  }

  done(id: number): void {
    const row = this.rows.find((candidate) => candidate.id === id);
    if (row) row.done = true;
  }
}
`,
  "src/todo.ts": `/** One thing to do. */
export interface Todo {
  id: number;
  title: string;
  done: boolean;
}
`,
  "src/list.ts": `import type { Store } from "./store.ts";

/** The open todos, oldest first. */
export function openTitles(store: Store): string[] {
  return store.rows.filter((row) => !row.done).map((row) => row.title);
}
`,
  "test/store.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../src/store.ts";

test("keeps what is applied", () => {
  const store = new Store();
  store.apply({ id: 1, title: "Water the plants", done: false });
  assert.equal(store.rows.length, 1);
});
`,
} as const;

/** A path of the sample project. */
export type SampleFile = keyof typeof sampleFiles;

/** What `npm test` prints in the sample project. */
export const testOutput = `▶ store
  ✔ keeps what is applied (0.8ms)
  ✔ marks a todo as done (0.3ms)
  ✔ tells its listeners once (0.4ms)
ℹ tests 3
ℹ pass 3
ℹ fail 0
`;
