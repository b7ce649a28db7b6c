import type { Locator } from "playwright-core";
import type { TimelineAction, TimelineHostMessage, TimelineMessage, TimelinePart } from "../../../src/shared/timeline.ts";
import { PostingPage } from "./postingPage.ts";

/** One open timeline, and the host's side of it. */
export class TimelinePage extends PostingPage<TimelineMessage, TimelineHostMessage> {
  /** `now`: the host's clock in epoch ms. */
  snapshot(part: TimelinePart, now: number): Promise<void> {
    return this.send({ type: "snapshot", now, part });
  }

  patch(part: TimelinePart, now: number): Promise<void> {
    return this.send({ type: "patch", now, part });
  }

  do(action: TimelineAction): Promise<void> {
    return this.send({ type: "do", action });
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
}
