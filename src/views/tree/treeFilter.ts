import { isWorking, type Session, withBelow } from "../../session/session.ts";
import { stateGroup, type Told } from "../stateWords.ts";
import { childrenOf } from "./treeOrder.ts";

/** Which sessions the tree shows; sessions above a shown one stay. */
export type TreeFilter = "all" | "running" | "waiting" | "failed" | "cancelled" | "finished";

/** True when a session or anything below it passes the filter. */
export function isVisible(session: Session, told: Told, filter: TreeFilter): boolean {
  if (filter === "all") return true;
  for (const each of withBelow(session, (above) => childrenOf(above, told.model))) if (stateGroup(each, told) === filter) return true;
  return false;
}

/** True when at least one child passes the filter; stops at the first. */
export function hasVisibleChild(session: Session, told: Told, filter: TreeFilter): boolean {
  return session.children.some((id) => {
    const child = told.model.get(id);
    return child !== undefined && isVisible(child, told, filter);
  });
}

/**
 * The children to show: as announced while there are no more than `limit`; else those that work first, then the newest.
 * `hidden` counts those that do not fit.
 */
export function shownChildren(
  session: Session,
  told: Told,
  filter: TreeFilter,
  limit: number,
): { readonly shown: readonly Session[]; readonly hidden: number } {
  const passing = childrenOf(session, told.model).filter((child) => isVisible(child, told, filter));
  if (passing.length <= limit) return { shown: passing, hidden: 0 };
  const newestFirst = passing.toReversed();
  const ordered = [...newestFirst.filter(isWorking), ...newestFirst.filter((child) => !isWorking(child))];
  return { shown: ordered.slice(0, limit), hidden: passing.length - limit };
}
