import { t } from "./words.ts";

/**
 * A number as it is written in the language of the sentences around it: 1,234.5 or 1.234,5. With at most `digits` places behind the
 * point.
 */
export function formatNumber(value: number, digits = 0): string {
  return inWords(value, { maximumFractionDigits: digits });
}

/** A number of things for reading: `950`, `5.2k`, `200k`, `1.5M`. */
export function formatCount(count: number): string {
  if (count < 1_000) return formatNumber(count);
  const [value, unit] = count < 999_500 ? [count / 1_000, "k"] : [count / 1_000_000, "M"];
  return `${formatNumber(value, value < 10 ? 1 : 0)}${unit}`;
}

/** A size in bytes as a person reads it. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`;
  return bytes < 1024 * 1024 ? `${formatNumber(bytes / 1024)} KB` : `${formatNumber(bytes / 1024 / 1024, 1)} MB`;
}

/** An amount of money, with at most four places behind the point, and never none of what is there. */
export function formatAmount(amount: number): string {
  const isTiny = amount !== 0 && Math.abs(amount) < 0.00005;
  return inWords(amount, isTiny ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 4 });
}

const formatters = new Map<string, Intl.NumberFormat>();

function inWords(value: number, options: Intl.NumberFormatOptions): string {
  // A translation of this one word names its own language (BCP 47), so that numbers and sentences never differ.
  const language = t("en");
  const key = `${language} ${JSON.stringify(options)}`;
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(language, options);
  formatters.set(key, formatter);
  return formatter.format(value);
}
