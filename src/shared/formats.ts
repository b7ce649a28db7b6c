/** A length of time for reading: `8s`, `1m 12s`, `2h 5m`. `ms` is in milliseconds; less than a second reads `0s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${seconds % 60}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** A file with the line or the lines that it is about: `list.ts:3–6`. */
export function placeName(name: string, { line, endLine }: { readonly line?: number; readonly endLine?: number }): string {
  if (line === undefined) return name;
  return endLine === undefined ? `${name}:${line}` : `${name}:${line}–${endLine}`;
}

/** The own name of a file, without the folders around it. */
export function lastOf(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}
