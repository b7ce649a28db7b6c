/** The shortest stretch of the axis that fills the chart, in axis units (ms). */
const shortest = 20;

/**
 * Which part of the axis is in sight, in axis units. It begins with all of it and grows with it; once the reader zoomed
 * or moved it is the reader's, and only goes on with the end when the end is in sight.
 */
export class AxisWindow {
  #from = 0;
  #to = 1;
  #length = 1;
  #isWhole = true;

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** The axis is this long now. */
  setLength(length: number): void {
    const hadEnd = this.#to >= this.#length;
    const grown = length - this.#length;
    this.#length = Math.max(1, length);
    if (this.#isWhole) this.showAll();
    else if (hadEnd && grown > 0) this.#set(this.#from + grown, this.#to + grown);
    else this.#set(this.#from, this.#to);
  }

  showAll(): void {
    this.#isWhole = true;
    this.#from = 0;
    this.#to = this.#length;
  }

  /** Makes everything `factor` times as wide; the place at `share` of the window (0 to 1) stays where it is. */
  zoom(factor: number, share = 0.5): void {
    const width = Math.min(this.#length, Math.max(shortest, (this.#to - this.#from) / factor));
    if (width >= this.#length) {
      this.showAll();
      return;
    }
    const fixed = this.#from + (this.#to - this.#from) * share;
    this.#isWhole = false;
    this.#set(fixed - width * share, fixed + width * (1 - share));
  }

  /** Moves by a share of what is in sight; positive is later. */
  pan(share: number): void {
    const by = (this.#to - this.#from) * share;
    this.#set(this.#from + by, this.#to + by);
  }

  toStart(): void {
    this.#set(0, this.#to - this.#from);
  }

  toEnd(): void {
    this.#set(this.#length - (this.#to - this.#from), this.#length);
  }

  /** Brings a place into sight; one that is in sight moves nothing. */
  show(place: number): void {
    if (place >= this.#from && place <= this.#to) return;
    const half = (this.#to - this.#from) / 2;
    this.#set(place - half, place + half);
  }

  #set(from: number, to: number): void {
    const width = Math.min(to - from, this.#length);
    this.#from = Math.min(Math.max(0, from), this.#length - width);
    this.#to = this.#from + width;
  }
}
