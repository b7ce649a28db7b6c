import { looksSecret } from "../../base/secretNames.ts";
import { isObject } from "../../session/content.ts";

const mask = "•••";

/**
 * Secrets that show themselves inside of other text; where there is a first group it stays. Texts are as long as an
 * agent likes, so each pattern takes time that is linear in the text: it begins with a rare literal, or at the start of
 * a run, and no two places where it begins look through the same stretch. A stretch of any length is written `x{8}x*`:
 * `x{8,}` needs memory for every character.
 */
const secretTexts: readonly RegExp[] = [
  /\b(bearer\s+|basic\s+)[A-Za-z0-9._~+/=-]{8}[A-Za-z0-9._~+/=-]*/gi,
  // Keys by the prefixes of well-known services.
  /\b()(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16}[A-Za-z0-9_-]*/g,
  /\b()gh[pousr]_[A-Za-z0-9]{20}[A-Za-z0-9]*/g,
  /\b()github_pat_\w{20}\w*/g,
  /\b()glpat-[\w-]{16}[\w-]*/g,
  /\b()xox[abeoprs]-[\w-]{10}[\w-]*/g,
  /\b()npm_[A-Za-z0-9]{30}[A-Za-z0-9]*/g,
  /\b()hf_[A-Za-z0-9]{20}[A-Za-z0-9]*/g,
  /\b()(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b()AIza[\w-]{30}[\w-]*/g,
  /\b()ya29\.[\w-]{16}[\w-]*/g,
  // A JSON web token. That two dots follow is made sure at the start of the run, once for all places where it can begin.
  /(?<![\w-])(?=[\w-]{11}[\w-]*\.[\w-]{8}[\w-]*\.)((?:[\w-]*?-)??)eyJ[\w-]{8}[\w-]*\.[\w-]{8}[\w-]*\.[\w-]*/g,
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g,
  // Name and password in an address.
  /(:\/\/[^\s/:@]+:)[^\s/@]+(?=@)/g,
  // `NAME_TOKEN=…`, `"apiKey": "…"` and the like.
  /((?:api[-_]?key|access[-_]?key|token|secret|password|passwd)\\*["']?\s*[=:]\s*\\*["']?)[^\s"',;&}\\]{6}[^\s"',;&}\\]*/gi,
  // `--api-key …`, `Authorization: …`
  /(--(?:api-?key|token|secret|password)[ =]["']?)[^\s"']{4}[^\s"']*/gi,
  /\b((?:set-)?cookie:\s*|authorization:\s*)[^\r\n"']{6}[^\r\n"']*/gi,
];

/**
 * A copy of a JSON value with its secrets masked: values under names that look like secrets, all variables and headers
 * that are handed to an MCP server or a terminal, what was written into forms, and the shapes of well-known keys in any text. A secret that is cut
 * over several frames, as streamed text can be, is not found.
 */
export function maskSecrets(value: unknown, maskString: (text: string) => string = maskText): unknown {
  if (typeof value === "string") return maskString(value);
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, maskString));
  if (!isObject(value)) return value;
  // What a person wrote into a form: the frame does not say which field asked for a secret.
  if (value.action === "accept" && isObject(value.content)) return { ...value, content: maskStrings(value.content) };
  const isSecretPair = typeof value.name === "string" && looksSecret(value.name) && typeof value.value === "string";
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecretPair && name === "value" ? mask : maskField(name, inner, maskString)]),
  );
}

/** Values shorter than this are no keys, and would be found in every text. */
const shortestKey = 6;

/**
 * Masks what `maskSecrets` and `maskText` know by its shape, and beside it the exact values that this window has handed
 * out: keys from the secret storage, which may look like anything.
 */
export class Masker {
  readonly #known = new Set<string>();

  /** From now on this value is masked wherever it stands. */
  learn(value: string): void {
    if (value.length >= shortestKey) this.#known.add(value);
  }

  /** True when one of the learned values stands in these bytes, as JSON writes it. */
  knows(bytes: Uint8Array): boolean {
    if (this.#known.size === 0) return false;
    const within = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return [...this.#known].some((value) => within.includes(JSON.stringify(value).slice(1, -1)));
  }

  /** A text in which nothing but the learned values is masked. */
  readonly learned = (text: string): string => {
    let masked = text;
    for (const value of this.#known) masked = masked.replaceAll(value, mask);
    return masked;
  };

  readonly text = (text: string): string => maskText(this.learned(text));

  /** A copy of a JSON value in which nothing but the learned values is masked. */
  learnedIn(value: unknown): unknown {
    if (typeof value === "string") return this.learned(value);
    if (Array.isArray(value)) return value.map((item) => this.learnedIn(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, this.learnedIn(inner)]));
  }

  /** A copy of a JSON value with its secrets masked. */
  value(value: unknown): unknown {
    return maskSecrets(value, this.text);
  }
}

/** A text with the secrets in it masked. */
export function maskText(text: string): string {
  return secretTexts.reduce((masked, pattern) => masked.replace(pattern, `$1${mask}`), text);
}

function maskField(name: string, value: unknown, maskString: (text: string) => string): unknown {
  if (looksSecret(name)) return maskStrings(value);
  if (name === "env" || name === "headers") return maskVariables(value, maskString);
  return maskSecrets(value, maskString);
}

/** Variables and headers, either as a list of `{name, value}` or as an object: the names stay. */
function maskVariables(variables: unknown, maskString: (text: string) => string): unknown {
  if (Array.isArray(variables))
    return variables.map((pair) => (isObject(pair) && "value" in pair ? { ...pair, value: mask } : maskSecrets(pair, maskString)));
  return maskStrings(variables);
}

/** Masks every string inside; numbers and booleans are no secrets (`{"maxTokens": 5}`). */
function maskStrings(value: unknown): unknown {
  if (typeof value === "string") return mask;
  if (Array.isArray(value)) return value.map(maskStrings);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskStrings(inner)]));
}
