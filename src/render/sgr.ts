import Anser from "anser";

/** The sixteen colours that every theme has, in the order of their numbers, with the values by which others are compared. */
const themeColours: readonly (readonly [name: string, r: number, g: number, b: number])[] = [
  ["black", 0, 0, 0],
  ["red", 205, 49, 49],
  ["green", 13, 188, 121],
  ["yellow", 229, 229, 16],
  ["blue", 36, 114, 200],
  ["magenta", 188, 63, 188],
  ["cyan", 17, 168, 205],
  ["white", 204, 204, 204],
  ["bright-black", 102, 102, 102],
  ["bright-red", 241, 76, 76],
  ["bright-green", 35, 209, 139],
  ["bright-yellow", 245, 245, 67],
  ["bright-blue", 59, 142, 234],
  ["bright-magenta", 214, 112, 214],
  ["bright-cyan", 41, 184, 219],
  ["bright-white", 255, 255, 255],
];

/** The steps of the 6×6×6 cube of the 256 colours. */
const cube = [0, 95, 135, 175, 215, 255];

/** The looks that are drawn. Nothing an agent writes blinks or is hidden. */
const drawn: ReadonlySet<string> = new Set(["bold", "dim", "italic", "underline", "strikethrough"]);

/** What of Anser's state its types leave out. */
type Decorated = { decorations: string[] };

/** The colours and looks that a program's output has set (SGR), as class names: `fg-red`, `bg-bright-blue`, `sgr-bold` … */
export class Sgr {
  readonly #anser = new Anser();
  /** Class names joined by spaces; empty for plain text. */
  classes = "";

  /** Takes the parameters of a CSI sequence that ends in `m`. */
  set(params: string): void {
    // Others, such as `>4;1`, say something of keys.
    if (!/^[\d;:]*$/.test(params)) return;
    const options = { json: true, use_classes: true };
    const set = this.#anser.processChunkJson(`${spelledOut(params)}m`, options, true);
    // A program may say the same thing a thousand times.
    const decorations = [...new Set(set.decorations)];
    (this.#anser as unknown as Decorated).decorations = decorations;
    let [fg, bg] = [colourName(set.fg, set.fg_truecolor), colourName(set.bg, set.bg_truecolor)];
    if (decorations.includes("reverse")) [fg, bg] = [bg ?? "reversed", fg ?? "reversed"];
    const looks = decorations.filter((look) => drawn.has(look)).map((look) => `sgr-${look}`);
    this.classes = [...(fg ? [`fg-${fg}`] : []), ...(bg ? [`bg-${bg}`] : []), ...looks].join(" ");
  }
}

/** The parameters as Anser reads them: colons of the newer spelling as semicolons, and no colour of underlines. */
function spelledOut(params: string): string {
  const spelled = params.split(";").map((part) => {
    if (!part.includes(":")) return part;
    const numbers = part.split(":");
    if (numbers[0] === "4") return numbers[1] === "0" ? "24" : "4";
    // `38:2:<colour space>:r:g:b`; the colour space is mostly empty.
    if (numbers[1] === "2" && numbers.length > 5) numbers.splice(2, 1);
    return numbers.join(";");
  });
  return spelled.join(";").replace(/(^|;)58;(?:5;\d+|2;\d+;\d+;\d+)/g, "");
}

/** Anser's class of a colour as one of the sixteen: exact values would need styles, and would not follow the theme. */
function colourName(klass: string | null, trueColour: string | null): string | undefined {
  if (klass === null) return undefined;
  if (klass === "ansi-truecolor") return nearest((trueColour ?? "").split(", ").map(Number));
  const palette = /^ansi-palette-(\d+)$/.exec(klass);
  return palette ? nearest(paletteColour(Number(palette[1]))) : klass.replace(/^ansi-/, "");
}

function paletteColour(index: number): readonly number[] {
  if (index >= 232) return Array.from({ length: 3 }, () => 8 + (index - 232) * 10);
  const place = index - 16;
  return [Math.floor(place / 36), Math.floor(place / 6) % 6, place % 6].map((step) => cube[step] ?? 0);
}

function nearest([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const distances = themeColours.map(([name, r, g, b]) => ({ name, distance: (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 }));
  return distances.reduce((best, each) => (each.distance < best.distance ? each : best)).name;
}
