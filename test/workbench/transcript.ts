import type { FrameLocator, Locator } from "playwright-core";
import { until } from "./until.ts";

/** What a person does in a transcript: one surface of the extension's webview, in the side bar or in an editor tab. */
export class Transcript {
  readonly frame: FrameLocator;

  constructor(frame: FrameLocator) {
    this.frame = frame;
  }

  /** Writes into the composer and sends. What takes the focus just then, as a tab that was opened does, takes the key with it: once more. */
  async send(prompt: string): Promise<void> {
    const field = this.frame.locator("acp-composer vscode-text-area textarea");
    await field.fill(prompt);
    await until("the key came to the composer", async () => {
      await field.press("Enter");
      return field.evaluate((element: HTMLTextAreaElement, words) => element.value !== words || document.hasFocus(), prompt);
    });
  }

  /** The card of the child with this label. */
  card(label: string): Locator {
    return this.frame.locator(".card").filter({ has: this.frame.locator(`> .card-line .card-label:text-is("${label}")`) });
  }

  /** Opens or closes a card by a click on its header. */
  async toggle(label: string): Promise<void> {
    await this.card(label).locator("> .card-line .card-header").click();
  }

  /** Whether a card is open. */
  async isOpen(label: string): Promise<boolean> {
    return (await this.card(label).getAttribute("data-open")) === "true";
  }

  /** The inside of an open card, which scrolls by itself. */
  well(label: string): Locator {
    return this.card(label).locator("> .well");
  }

  /** The bar with the request that waits. */
  get attention(): Locator {
    return this.frame.locator("acp-attention section.attention");
  }

  /** Rows of the root's own transcript, of one kind. */
  rows(kind: string): Locator {
    return this.frame.locator(`acp-feed .row[data-kind="${kind}"]`);
  }
}
