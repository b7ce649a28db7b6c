/** The theme's colours for what is drawn on a canvas, which knows no style sheet. */
export interface Palette {
  readonly text: string;
  readonly line: string;
  readonly run: string;
  readonly wait: string;
  readonly failed: string;
  readonly focus: string;
  readonly back: string;
  readonly font: string;
  /** High contrast: shapes are outlined, not shaded. */
  readonly isOutlined: boolean;
}

/** Reads the colours that the workbench gives the page now. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.body);
  const colour = (name: string, other: string) => style.getPropertyValue(`--vscode-${name}`).trim() || other;
  const text = colour("foreground", style.color);
  return {
    text,
    line: colour("contrastBorder", "") || text,
    run: colour("charts-blue", text),
    wait: colour("charts-yellow", text),
    failed: colour("charts-red", text),
    focus: colour("focusBorder", text),
    back: colour("editor-background", "transparent"),
    font: `11px ${style.fontFamily}`,
    isOutlined: document.body.classList.contains("vscode-high-contrast"),
  };
}
