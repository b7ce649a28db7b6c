/** The words beside what is pointed at. By keyboard they are read out too. */
export class Tooltip {
  readonly #element: HTMLElement;
  readonly #live: HTMLElement;

  constructor(element: HTMLElement, live: HTMLElement) {
    this.#element = element;
    this.#live = live;
  }

  /** `x` and `y` in pixels of the chart. */
  show(lines: readonly string[], x: number, y: number, isSpoken: boolean): void {
    this.#element.replaceChildren(
      ...lines.map((line) => {
        const paragraph = document.createElement("p");
        paragraph.textContent = line;
        paragraph.dir = "auto";
        return paragraph;
      }),
    );
    this.#element.hidden = false;
    const room = this.#element.offsetParent ?? document.body;
    const { offsetWidth: width, offsetHeight: height } = this.#element;
    const below = y + 16;
    this.#element.style.setProperty("left", `${Math.max(4, Math.min(x + 10, room.clientWidth - width - 4))}px`);
    this.#element.style.setProperty("top", `${below + height > room.clientHeight ? Math.max(4, y - height - 14) : below}px`);
    if (isSpoken) this.#live.textContent = lines.join(". ");
  }

  hide(): void {
    this.#element.hidden = true;
  }
}
