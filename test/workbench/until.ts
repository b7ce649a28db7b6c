import { setTimeout as delay } from "node:timers/promises";

/** Waits until something is true, asking again and again; fails with what it waited for. */
export async function until(what: string, isTrue: () => Promise<boolean> | boolean, limitMs = 60_000): Promise<void> {
  const giveUpAt = Date.now() + limitMs;
  while (!(await isTrue())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited ${limitMs / 1000} s until ${what}, and it did not come.`);
    await delay(100);
  }
}
