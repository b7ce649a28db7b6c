import { escapedMarkup } from "../base/markup.ts";
import { t } from "../base/words.ts";

/** What the page of a transcript or a timeline is made of. Addresses come from `webview.asWebviewUri`. */
export interface WebviewPage {
  /** `webview.cspSource`. */
  readonly cspSource: string;
  /** A fresh random word for each page, of letters and digits only. */
  readonly nonce: string;
  readonly scriptUri: string;
  /** Style sheets in order: codicons first, then ours. */
  readonly styleUris: readonly string[];
  /** `vscode.env.language`. */
  readonly lang: string;
  /** In the side bar or in an editor tab. */
  readonly kind: "view" | "panel";
  /** What the page calls itself. */
  readonly title: string;
  /** What the page can say in the language of the editor, by the English; nothing for English. */
  readonly words?: { readonly [message: string]: string };
}

/** JSON that cannot end the element it stands in. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/**
 * The page of a webview. Its policy allows the one script that carries the nonce and the extension's own
 * style sheets and fonts; images and sounds only as data. The toolkit reads `csp-nonce` for the one style element it probes with,
 * and its script has to be loaded with the page, or it misses the theme.
 */
export function webviewHtml(page: WebviewPage): string {
  const csp = [
    "default-src 'none'",
    `script-src 'nonce-${page.nonce}'`,
    `style-src ${page.cspSource} 'nonce-${page.nonce}'`,
    `font-src ${page.cspSource}`,
    "img-src data:",
    "media-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const styles = page.styleUris.map((uri) => `<link rel="stylesheet" href="${escapedMarkup(uri)}">`).join("\n  ");
  return `<!DOCTYPE html>
<html lang="${escapedMarkup(page.lang)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${escapedMarkup(csp)}">
  <meta property="csp-nonce" content="${escapedMarkup(page.nonce)}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapedMarkup(page.title)}</title>
  ${styles}
  <script type="application/json" id="words" nonce="${escapedMarkup(page.nonce)}">${scriptJson(page.words ?? {})}</script>
  <script type="module" nonce="${escapedMarkup(page.nonce)}" src="${escapedMarkup(page.scriptUri)}"></script>
</head>
<body class="kind-${page.kind}">
  <p class="loading">${escapedMarkup(t("Loading…"))}</p>
</body>
</html>
`;
}
