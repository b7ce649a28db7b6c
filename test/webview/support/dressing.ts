// What every page of the webview can be made to do, whatever it shows.
import type { Page } from "playwright-core";
import { type ThemeName, themeClass, themes } from "./themes.ts";

/** Two frames: what was drawn is laid out, and what that set off is drawn too. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** The person changes the theme. */
export async function dress(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(changeTheme, { variables: themes[theme], className: themeClass[theme] });
  await settled(page);
}

/** Runs in the page. */
function changeTheme(theme: { readonly variables: { readonly [name: string]: string }; readonly className: string }): void {
  const { style } = document.documentElement;
  for (const name of [...style]) if (name.startsWith("--vscode-")) style.removeProperty(name);
  for (const [name, value] of Object.entries(theme.variables)) style.setProperty(`--vscode-${name}`, value);
  const { classList } = document.body;
  classList.remove(...[...classList].filter((name) => name.startsWith("vscode-")));
  classList.add(...theme.className.split(" "));
}
