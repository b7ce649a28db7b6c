/** A header that carries a key: its name, and what stands before the key in its value. An empty name is no header at all. */
export interface KeyHeader {
  readonly name: string;
  readonly prefix: string;
}

const keyHeaders: { readonly [apiType: string]: KeyHeader } = {
  anthropic: { name: "x-api-key", prefix: "" },
  openai: { name: "Authorization", prefix: "Bearer " },
  azure: { name: "api-key", prefix: "" },
};

/**
 * The header by which the servers of a protocol (schema `LlmProtocol`) take a key. Undefined where there is not one such
 * header: Vertex AI and Bedrock sign in by accounts or signatures, and of protocols that we do not know nothing is guessed.
 */
export function keyHeader(apiType: string): KeyHeader | undefined {
  return Object.hasOwn(keyHeaders, apiType) ? keyHeaders[apiType] : undefined;
}

/** The headers that carry what the person entered; none for nothing. */
export function headersWith({ name, prefix }: KeyHeader, entered: string): { readonly [name: string]: string } {
  const value = entered.trim();
  return name === "" || value === "" ? {} : { [name]: prefix + value };
}

/** True for a name that a header can have (RFC 9110 §5.6.2, `token`), and for none. */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]*$/.test(text);
}
