import assert from "node:assert/strict";
import { Gathered } from "../../../src/views/gathered.ts";
import { TestTimer } from "./scene.ts";

describe("what comes at once", () => {
  it("is told together; what comes later by itself; nothing after the end", () => {
    const timer = new TestTimer();
    const told: string[] = [];
    const gathered = new Gathered<string>(timer, 500, (items) => told.push(items.join(" ")));
    gathered.add("a");
    timer.pass(400);
    gathered.add("b");
    timer.pass(100);
    gathered.add("c");
    timer.pass(500);
    gathered.add("d");
    gathered.dispose();
    timer.pass(1000);
    assert.deepEqual(told, ["a b", "c"]);
  });
});
