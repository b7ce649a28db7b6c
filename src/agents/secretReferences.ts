const reference = /\$\{secret:([A-Za-z_][\w.-]*)\}/g;

/** The names in `${secret:NAME}` of these texts, each once, in order of sight. */
export function secretsIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => Array.from(text.matchAll(reference), ([, name = ""]) => name)))];
}

/** A text with its `${secret:NAME}` replaced; a name without a value stays as it is. */
export function filledFrom(text: string, values: { readonly [name: string]: string }): string {
  return text.replace(reference, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
