/** The address that a text is, or undefined. (`URL.parse` is newer than the oldest editor that we run in.) */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
