// Works on pictures inside the browser, which has a decoder for them: fewer colours for keeping, and what differs.
import type { Page } from "playwright-core";
import { encodePng, type IndexedImage } from "./palettePng.ts";

/** How far a colour may be from the kept one in each of red, green and blue, of 255: keeping a picture rounds its colours. */
const tolerance = 80;
/** How many colours a kept picture has at most, and so many suffice for most pages; what shows more of them gets more. */
const [mostColours, sufficientColours] = [64, 6];

/** How two pictures compare. */
export interface Difference {
  /** Pixels that differ, and all there are; where only one picture has pixels, they differ. */
  readonly differing: number;
  readonly all: number;
}

/** A page without anything, in the browser whose pictures are worked on. */
export class Darkroom {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The picture with few colours, as a small PNG. `fewColours`: with so many at least, where it shows so many. */
  async develop(png: Buffer, fewColours = sufficientColours): Promise<Buffer> {
    const { width, height, palette, indices } = await this.#page.evaluate(reduceColours, {
      png: png.toString("base64"),
      fewColours,
      mostColours,
    });
    const image: IndexedImage = { width, height, palette: Buffer.from(palette, "base64"), indices: Buffer.from(indices, "base64") };
    return encodePng(image);
  }

  compare(png: Buffer, kept: Buffer): Promise<Difference> {
    return this.#page.evaluate(countDifferences, { one: png.toString("base64"), other: kept.toString("base64"), tolerance });
  }

  /** A word that two machines share when they draw letters alike. */
  letters(): Promise<string> {
    return this.#page.evaluate(drawnLetters);
  }
}

interface Reduced {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each colour, and one for each pixel; base64. */
  readonly palette: string;
  readonly indices: string;
}

/** Runs in the page. The commonest colours stay as they are, unless they are close to one that is more common still. */
async function reduceColours({ png, fewColours, mostColours }: { png: string; fewColours: number; mostColours: number }): Promise<Reduced> {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser has no canvas.");
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const distance = (a: number, b: number) =>
    Math.max(Math.abs((a >> 16) - (b >> 16)), Math.abs(((a >> 8) & 255) - ((b >> 8) & 255)), Math.abs((a & 255) - (b & 255)));
  // Each next colour is the one that most is gained by: many pixels of it, and far from all that were chosen.
  const distances = new Map([...counts.keys()].map((colour) => [colour, Number.POSITIVE_INFINITY]));
  const chosen: number[] = [];
  let next = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
  while (chosen.length < mostColours) {
    chosen.push(next);
    let [most, badly] = [0, 0];
    for (const [colour, before] of distances) {
      const now = Math.min(before, distance(colour, chosen.at(-1) ?? 0));
      distances.set(colour, now);
      const count = counts.get(colour) ?? 0;
      if (now > 64) badly += count;
      const gain = now ** 3 * count;
      if (gain > most) [most, next] = [gain, colour];
    }
    if (most === 0 || (chosen.length >= fewColours && badly < width * height * 0.0015)) break;
  }
  const nearest = new Map<number, number>();
  for (const colour of counts.keys()) {
    let best = 0;
    for (const [index, other] of chosen.entries()) if (distance(colour, other) < distance(colour, chosen[best] ?? 0)) best = index;
    nearest.set(colour, best);
  }
  const indices = new Uint8Array(width * height);
  for (let at = 0; at < indices.length; at++) {
    const from = at * 4;
    indices[at] = nearest.get(((data[from] ?? 0) << 16) | ((data[from + 1] ?? 0) << 8) | (data[from + 2] ?? 0)) ?? 0;
  }
  const base64 = (bytes: Uint8Array) => {
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  const palette = Uint8Array.from(chosen.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return { width, height, palette: base64(palette), indices: base64(indices) };
}

/** Runs in the page. */
async function countDifferences(given: { one: string; other: string; tolerance: number }): Promise<Difference> {
  const decode = async (png: string) => createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const [one, other] = await Promise.all([decode(given.one), decode(given.other)]);
  const [width, height] = [Math.max(one.width, other.width), Math.max(one.height, other.height)];
  const pixels = (bitmap: ImageBitmap) => {
    const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("The browser has no canvas.");
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  };
  const [a, b] = [pixels(one), pixels(other)];
  let differing = 0;
  for (let at = 0; at < a.length; at += 4) {
    for (let channel = 0; channel < 4; channel++) {
      if (Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) <= given.tolerance) continue;
      differing++;
      break;
    }
  }
  return { differing, all: width * height };
}

/** Runs in the page. Draws a line in both fonts and adds up how dark each column is, roughly. */
function drawnLetters(): string {
  const context = new OffscreenCanvas(400, 48).getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("The browser has no canvas.");
  context.font = "13px 'DejaVu Sans'";
  context.fillText("Handgloves & 0123456789 ⚑ مرحبا", 2, 16);
  const width = Math.round(context.measureText("Handgloves & 0123456789").width * 10);
  context.font = "12px 'DejaVu Sans Mono'";
  context.fillText("const it = [1, 2];", 2, 40);
  const { data } = context.getImageData(0, 0, 400, 48);
  let dark = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 127) dark++;
  return `${width}/${Math.round(context.measureText("const it").width * 10)}/${Math.round(dark / 50)}`;
}
