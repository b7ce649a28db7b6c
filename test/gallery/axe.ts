// What axe-core says of a page: the faults that keep people out.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly help: string;
    readonly nodes: readonly { readonly html: string; readonly any: readonly { readonly message: string }[] }[];
  }[];
}

/** The serious and critical faults of what the page shows now, a line each. */
export async function graveFaults(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(context: Document, options: object): Promise<AxeResult> } }).axe.run(document, {
      resultTypes: ["violations"],
    }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes
        .filter(({ html }) => !isProgramsColour(id, html))
        .map(({ html, any }) => `${id}: ${help}: ${html.replace(/\s+/g, " ").slice(0, 160)} ${any[0]?.message ?? ""}`.trim()),
    );
}

/** A program's output is drawn in the colours it asks for, as the theme's own terminal has them. */
function isProgramsColour(rule: string, html: string): boolean {
  return rule === "color-contrast" && /class="[^"]*\b[fb]g-/.test(html);
}
