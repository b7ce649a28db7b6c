import { formatAmount, formatCount } from "../base/numbers.ts";
import { oneLine } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import type { Session } from "../session/session.ts";
import type { UsageView } from "../shared/composerView.ts";

/** How full the context is, in whole percent from 0 to 100; undefined while either number is missing or makes no sense. */
function percentOf(session: Session): number | undefined {
  const { used, size } = session.usage ?? {};
  if (used === undefined || size === undefined || size <= 0 || used < 0) return undefined;
  return Math.min(100, Math.round((used / size) * 100));
}

/** The context in use as this session reported it last; empty when it never did. */
export function contextWords(session: Session): string {
  const { used, size } = session.usage ?? {};
  if (used === undefined) return "";
  if (size === undefined) return t("{0} tokens", formatCount(used));
  const percent = percentOf(session);
  const words = t("{0} of {1} tokens", formatCount(used), formatCount(size));
  return percent === undefined ? words : t("{0} ({1}%)", words, percent);
}

/**
 * The cost as this session reported it last; empty when it never did. Figures of several sessions are never added or
 * subtracted: whether an agent counts its children's into its own is not on the wire, and that is said where it matters.
 */
export function costWords(session: Session): string {
  if (!session.cost) return "";
  const { amount, currency } = session.cost;
  const figure = `${formatAmount(amount)} ${oneLine(currency, 20)}`.trim();
  return session.children.length > 0 ? t("{0}, which may include its subagents", figure) : figure;
}

/** What the ring in the composer shows; undefined while nothing was reported. */
export function usageView(session: Session): UsageView | undefined {
  const context = contextWords(session);
  const cost = costWords(session);
  if (context === "" && cost === "") return undefined;
  const words = [context && t("Context: {0}", context), cost && t("Cost: {0}", cost)].filter((part) => part !== "").join("\n");
  return {
    percent: percentOf(session),
    words,
    cost: session.cost ? `${formatAmount(session.cost.amount)} ${oneLine(session.cost.currency, 20)}`.trim() : "",
  };
}

/** The tokens that its last run took, as its end told; empty when it never did. */
function tokenWords({ tokens, children }: Session): string {
  if (tokens === undefined) return "";
  const words = t("{0} tokens", formatCount(tokens));
  return children.length > 0 ? t("{0}, which may include its subagents", words) : words;
}

/** A session's own usage, by name: what is missing reads so (faults of peers, S25, S48). */
export function usageFacts(session: Session): readonly { readonly name: string; readonly value: string }[] {
  const [context, cost, tokens] = [contextWords(session), costWords(session), tokenWords(session)];
  const usage = { name: t("Usage"), value: tokens || t("not reported") };
  if (context === "" && cost === "") return [usage];
  return [
    { name: t("Context"), value: context || t("not reported") },
    { name: t("Cost"), value: cost || t("not reported") },
    ...(tokens === "" ? [] : [usage]),
  ];
}
