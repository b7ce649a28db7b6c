/**
 * For each pattern of `secrets.ts` its rarest pair of characters, and what stands around the pair: `before` it, then `after`
 * it. `*` as the second of a pair is any one character. Letters mean both cases.
 */
const shapes: readonly (readonly [before: string, pair: string, after: string])[] = [
  // Names of fields that end in …key, token, cookie and so on, and words before `=` or `:` in texts.
  ["", "ke", "y"],
  ["o", "ke", "n"],
  ["o", "ki", "e"],
  ["", "sw", ""],
  ["", "_w", "o"],
  ["", "-w", "o"],
  ["", "ph", "r"],
  ["ori", "za", "t"],
  ["", "cr", "et"],
  ["", "cr", "ed"],
  // Variables and headers.
  ["n", 'v"', ""],
  ['"', "va", 'lue"'],
  ["he", "ad", "er"],
  // bearer, basic; sk-…, pk_…; the prefixes of services; a web token; a name and password in an address.
  ["", "be", "arer"],
  ["", "ba", "sic"],
  ["", "sk", "-"],
  ["", "sk", "_"],
  ["", "pk", "-"],
  ["", "pk", "_"],
  ["", "rk", "-"],
  ["", "rk", "_"],
  ...[..."pousr"].map((letter) => ["", "gh", `${letter}_`] as const),
  ["hu", "b_", "p"],
  ["", "lp", "at-"],
  ["", "xo", "x"],
  ["np", "m_", ""],
  ["h", "f_", ""],
  ["a", "ki", "a"],
  ["a", "si", "a"],
  ["ai", "za", ""],
  ["", "ya", "29"],
  ["e", "yj", ""],
  ["", "@*", ""],
  // What was written into a form: `"action":"accept"` beside its content.
  ['"a', "cc", 'ept"'],
  // A letter that is written as an escape: nobody does, so such a line is looked at in full.
  ["", "\\u", "002"],
  ["", "\\u", "003"],
  ["", "\\u", "004"],
  ["", "\\u", "005"],
  ["", "\\u", "006"],
  ["", "\\u", "007"],
];

interface Shape {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const star = 42;
const lower = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte | 32 : byte));
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Two bytes → 1 + the place of their shapes in `found`; 0 = nothing to look at. Small, so that it stays near the processor. */
const places = new Uint8Array(0x1_0000);
const found: (readonly Shape[])[] = [];

const all = shapes.map(([before, pair, after]) => {
  const [first, second] = bytesOf(pair) as unknown as [number, number];
  return { first, second, shape: { before: bytesOf(before), after: bytesOf(after) } };
});
const known = new Map<string, number>();
const firsts = new Set(all.map(({ first }) => first));
for (let byte = 0; byte < 0x1_0000; byte++) {
  if (!firsts.has(lower[byte >> 8] as number)) continue;
  const fitting = all.filter(({ first, second }) => lower[byte >> 8] === first && (second === star || lower[byte & 255] === second));
  if (fitting.length === 0) continue;
  const name = fitting.map((each) => all.indexOf(each)).join();
  const place = known.get(name) ?? found.push(fitting.map(({ shape }) => shape));
  known.set(name, place);
  places[byte] = place;
}

/**
 * True when the bytes of a JSON text (UTF-8) may hold something that `maskSecrets` would mask; false is certain, but for
 * names with separators inside of words (`to-ken`). Looks at neighbouring bytes only, so that the many lines without a
 * secret need not be taken apart.
 */
export function mayHoldSecret(bytes: Uint8Array): boolean {
  let pair = 0;
  for (let at = 0; at < bytes.length; at++) {
    pair = ((pair << 8) | (bytes[at] as number)) & 0xffff;
    const place = places[pair] as number;
    if (place !== 0 && isThere(bytes, at, place)) return true;
  }
  return false;
}

/** `at`: the place of the second byte of the pair. */
function isThere(bytes: Uint8Array, at: number, place: number): boolean {
  for (const { before, after } of found[place - 1] ?? []) {
    if (fits(bytes, at + 1, after) && fits(bytes, at - 1 - before.length, before)) return true;
  }
  return false;
}

function fits(bytes: Uint8Array, from: number, wanted: Uint8Array): boolean {
  for (let index = 0; index < wanted.length; index++) {
    if (wanted[index] !== star && lower[bytes[from + index] ?? 0] !== wanted[index]) return false;
  }
  return true;
}
