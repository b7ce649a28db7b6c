import type { StateMark } from "./sessionView.ts";

/** How a mark is drawn: a codicon (`~spin` turns) and the id of a theme colour; no colour = the surface's own. */
export interface MarkIcon {
  readonly icon: string;
  readonly color?: string;
}

const dim = "disabledForeground";

/** The table of states in `interface.md`. Green is not in it: nothing on the wire says success. */
const icons: { readonly [Mark in StateMark]: MarkIcon } = {
  running: { icon: "loading~spin", color: "charts.blue" },
  stalled: { icon: "watch", color: "charts.yellow" },
  waiting: { icon: "bell-dot", color: "charts.yellow" },
  finished: { icon: "check" },
  finishedWithError: { icon: "warning", color: "charts.yellow" },
  failed: { icon: "error", color: "charts.red" },
  cancelled: { icon: "circle-slash", color: dim },
  warning: { icon: "warning", color: "charts.yellow" },
  idle: { icon: "circle-outline" },
  unknown: { icon: "question", color: dim },
  notReported: { icon: "circle-large-outline", color: dim },
  disconnected: { icon: "debug-disconnect", color: dim },
  stopping: { icon: "loading~spin", color: dim },
  detached: { icon: "circle-large-outline", color: dim },
};

/** The icon of a state, the same in tree and transcript. A dim one keeps its glyph. */
export function markIcon(mark: StateMark, isDim: boolean): MarkIcon {
  const icon = icons[mark];
  return isDim ? { icon: icon.icon, color: dim } : icon;
}
