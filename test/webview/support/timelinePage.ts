import type { Locator, Page } from "playwright-core";
import type { TimelineAction, TimelineMessage, TimelinePart } from "../../../src/shared/timeline.ts";
import { settled } from "./dressing.ts";

/** One open timeline, and the host's side of it. */
export class TimelinePage {
  readonly page: Page;
  readonly messages: TimelineMessage[] = [];
  readonly faults: string[] = [];
  readonly #waiting = new Set<() => void>();
  #seq = 0;

  constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.faults.push(error.message));
  }

  /** To be called with each message of the page. */
  took(message: TimelineMessage): void {
    this.messages.push(message);
    if (message.type === "fault") this.faults.push(message.message);
    for (const check of this.#waiting) check();
  }

  /** Waits until a message of this type, that fits, was posted, and returns it. */
  async posted<Type extends TimelineMessage["type"]>(
    type: Type,
    fits: (message: Extract<TimelineMessage, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<TimelineMessage, { type: Type }>> {
    return await new Promise((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`Never posted: ${type}. Posted: ${JSON.stringify(this.messages.slice(-10))}`)),
        10_000,
      );
      const check = () => {
        const found = this.messages.find(
          (message): message is Extract<TimelineMessage, { type: Type }> => message.type === type && fits(message as never),
        );
        if (!found) return;
        clearTimeout(limit);
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** `now`: the host's clock in epoch ms. */
  snapshot(part: TimelinePart, now: number): Promise<void> {
    return this.#send({ type: "snapshot", now, part });
  }

  patch(part: TimelinePart, now: number): Promise<void> {
    return this.#send({ type: "patch", now, part });
  }

  do(action: TimelineAction): Promise<void> {
    return this.#send({ type: "do", action });
  }

  /** Loses the message that would come next. */
  loseOne(): void {
    this.#seq++;
  }

  /** The lanes that are drawn, by their names for a screen reader. */
  async lanes(): Promise<readonly string[]> {
    return await this.page
      .locator(".lane > button")
      .evaluateAll((all) =>
        all
          .toSorted((a, b) => Number(a.parentElement?.dataset.row) - Number(b.parentElement?.dataset.row))
          .map((button) => button.textContent?.replace(/\s+/g, " ").trim() ?? ""),
      );
  }

  lane(id: string): Locator {
    return this.page.locator(`.lane[data-lane-id="${id}"] > button`);
  }

  settled(): Promise<void> {
    return settled(this.page);
  }

  async #send(message: object): Promise<void> {
    const seq = ++this.#seq;
    await this.page.evaluate((json) => window.postMessage(JSON.parse(json)), JSON.stringify({ ...message, seq }));
    await this.posted("ack", (ack) => ack.seq === seq);
    await this.settled();
  }
}
