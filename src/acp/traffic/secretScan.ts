/**
 * For each pattern of `secrets.ts` a word that it cannot do without, and the place in it of three characters that are rare.
 * `*` is any one character; small letters mean both cases.
 */
const shapes: readonly (readonly [word: string, at: number])[] = [
  // Names of fields that end in …key, token, cookie and so on, and words before `=` or `:` in texts.
  ["key", 0],
  ["oken", 0],
  ["okie", 0],
  ["sswo", 1],
  ["sswd", 1],
  ["_wo", 0],
  ["-wo", 0],
  ["phra", 0],
  ["oriza", 2],
  ["ecret", 0],
  ["dential", 4],
  // Variables and headers.
  ['nv"', 0],
  ['"value"', 0],
  ["header", 1],
  // bearer, basic; sk-…, pk_…; the prefixes of services; a web token; a name and password in an address.
  ["bearer", 0],
  ["basic", 0],
  ...["s", "p", "r"].flatMap((letter) => [[`${letter}k-`, 0] as const, [`${letter}k_`, 0] as const]),
  ...[..."pousr"].map((letter) => [`gh${letter}_`, 0] as const),
  ["hub_p", 2],
  ["glpa", 0],
  ["xox", 0],
  ["npm_", 1],
  ["hf_", 0],
  ["AKIA", 1],
  ["ASIA", 1],
  ["aiza", 1],
  ["ya29", 0],
  ["eyj", 0],
  ["*@*", 0],
  // What was written into a form: `"action":"accept"` beside its content.
  ['"accept"', 2],
  // A letter that is written as an escape: nobody does, so such a line is looked at in full.
  ...[2, 3, 4, 5, 6, 7].map((digit) => [`\\u00${digit}`, 0] as const),
];

/** A word, and where in it the pair stands by which it was found. */
interface Shape {
  readonly word: Uint8Array;
  readonly at: number;
}

const star = 42;
const lower = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte | 32 : byte));
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const isLike = (byte: number, wanted: number | undefined): boolean => wanted === star || wanted === byte || wanted === lower[byte];

/** Two bytes, as they are read in one go → 1 + the place of their shapes in `found`; 0 = nothing to look at. Small, so that it stays near the processor. */
const places = new Uint8Array(0x1_0000);
const found: (readonly Shape[])[] = [];

/** All bytes that a character of a word means. */
const bytesLike = (wanted: number | undefined): readonly number[] => allBytes.filter((byte) => isLike(byte, wanted));
const allBytes = Array.from(lower.keys());

const byPair = new Map<number, Shape[]>();
for (const [text, from] of shapes) {
  const word = bytesOf(text);
  // Of three characters the first two or the last two stand at an even place.
  for (const at of [from, from + 1]) {
    for (const first of bytesLike(word[at])) {
      for (const second of bytesLike(word[at + 1])) {
        const [pair = 0] = new Uint16Array(Uint8Array.of(first, second).buffer);
        byPair.set(pair, [...(byPair.get(pair) ?? []), { word, at }]);
      }
    }
  }
}
const known = new Map<string, number>();
for (const [pair, fitting] of byPair) {
  const name = fitting.map(({ word, at }) => `${word}@${at}`).join();
  const place = known.get(name) ?? found.push(fitting);
  known.set(name, place);
  places[pair] = place;
}

/** The memory that was looked at last, two bytes at a time; lines lie in few large blocks. */
let pairs: Uint16Array = new Uint16Array();

/**
 * True when the bytes of a JSON text (UTF-8) may hold something that `maskSecrets` would mask; false is certain, but for
 * names with separators inside of words (`to-ken`). Looks at every second pair of bytes only, so that the many lines without
 * a secret need not be taken apart.
 */
export function mayHoldSecret(bytes: Uint8Array): boolean {
  const { buffer, byteOffset } = bytes;
  if (pairs.buffer !== buffer) pairs = new Uint16Array(buffer, 0, buffer.byteLength >> 1);
  const [view, end] = [pairs, (byteOffset + bytes.length) >> 1];
  for (let at = (byteOffset + 1) >> 1; at < end; at++) {
    const place = places[view[at] ?? 0] ?? 0;
    if (place !== 0 && isThere(bytes, at * 2 - byteOffset, place)) return true;
  }
  return false;
}

/** `from`: the place of the pair. */
function isThere(bytes: Uint8Array, from: number, place: number): boolean {
  for (const { word, at } of found[place - 1] ?? []) if (fits(bytes, from - at, word)) return true;
  return false;
}

function fits(bytes: Uint8Array, from: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) {
    const byte = bytes[from + index];
    if (byte === undefined || !isLike(byte, word[index])) return false;
  }
  return true;
}
