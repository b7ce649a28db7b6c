/** A label as the name of a file, without an ending: letters, digits and hyphens; never empty. */
export function fileStem(label: string): string {
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join("-").slice(0, 60).replace(/-+$/, "") || "transcript";
}
