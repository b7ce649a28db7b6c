import * as vscode from "vscode";
import type { WorkspaceMemory } from "../workspaceMemory.ts";

/** The tab of a review: its label is all that the editor tells of such a tab; it may write behind our title how many files there are. */
export function isTabOf({ input, label }: vscode.Tab, title: string): boolean {
  return !(input instanceof vscode.TabInputText) && (label === title || label.startsWith(`${title} (`));
}

/** The tabs of the reviews of a title. */
export function tabsOf(title: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter((tab) => isTabOf(tab, title)));
}

/** Closes the tabs of the reviews of a title. */
export async function closeTabsOf(title: string): Promise<void> {
  const tabs = tabsOf(title);
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}

/** Closes the tabs of reviews that the editor restored: their texts went with the window. */
export async function closeLeftTabs(memory: WorkspaceMemory): Promise<void> {
  const titles = memory.reviewTitles;
  if (titles.length === 0) return;
  memory.setReviewTitles([]);
  for (const title of titles) await closeTabsOf(title);
}
