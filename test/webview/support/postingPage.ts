import type { Page } from "playwright-core";
import { settled } from "./dressing.ts";

/** What every page of ours posts beside its own messages. */
type Posted =
  | { readonly type: string }
  | { readonly type: "ack"; readonly seq: number }
  | { readonly type: "fault"; readonly message: string };

/** A message without its number. */
type Unnumbered<Message> = Message extends unknown ? Omit<Message, "seq"> : never;

/** One open page of a webview, and the host's side of it: what the page posts, and numbered messages to it. */
export class PostingPage<Message extends Posted, Sent extends { readonly seq: number }> {
  readonly page: Page;
  /** Everything the page posted, in order. */
  readonly messages: Message[] = [];
  readonly faults: string[] = [];
  readonly #waiting = new Set<() => void>();
  #seq = 0;

  constructor(page: Page) {
    this.page = page;
    page.on("pageerror", (error) => this.faults.push(error.message));
  }

  /** To be called with each message of the page. */
  took(message: Message): void {
    this.messages.push(message);
    if (message.type === "fault" && "message" in message) this.faults.push(message.message);
    for (const check of this.#waiting) check();
  }

  /** The messages of one type. */
  of<Type extends Message["type"]>(type: Type): readonly Extract<Message, { type: Type }>[] {
    return this.messages.filter((message): message is Extract<Message, { type: Type }> => message.type === type);
  }

  /** Waits until a message of this type, that fits, was posted, and returns it. */
  async posted<Type extends Message["type"]>(
    type: Type,
    fits: (message: Extract<Message, { type: Type }>) => boolean = () => true,
    limitMs = 10_000,
  ): Promise<Extract<Message, { type: Type }>> {
    return await new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        this.#waiting.delete(check);
        reject(new Error(`Never posted: ${type}. Posted: ${JSON.stringify(this.messages.slice(-10))}`));
      }, limitMs);
      const check = () => {
        const found = this.of(type).find(fits);
        if (!found) return;
        clearTimeout(limit);
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Loses the message that would come next. */
  loseOne(): void {
    this.#seq++;
  }

  settled(): Promise<void> {
    return settled(this.page);
  }

  /** Sends a message, and waits until the page took and drew it. */
  protected async send(message: Unnumbered<Sent>): Promise<void> {
    const seq = await this.post(message);
    await this.posted("ack", (ack) => "seq" in ack && ack.seq === seq);
    await this.settled();
  }

  /** Sends a message, and returns its number. As JSON, as VS Code does it: the browser driver's own encoding loses a key `__proto__`. */
  protected async post(message: Unnumbered<Sent>): Promise<number> {
    const seq = ++this.#seq;
    await this.page.evaluate((json) => window.postMessage(JSON.parse(json)), JSON.stringify({ ...message, seq }));
    return seq;
  }
}
