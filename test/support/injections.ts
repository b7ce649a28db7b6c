// What an agent, or a file that it read, may write so that it is taken for something else than text. Everything that shows words of
// an agent is tried with all of it: `test/webview/safety.test.ts` in a page, `test/workbench/injections.test.ts` in the editor.

const esc = "\u001b";
const bell = "\u0007";

/** Each sets this name on the page's `globalThis` if it runs. */
export const canary = "wasRun";
const runs = `globalThis.${canary}=1`;
/** Nothing may be fetched from here. */
export const trap = "https://trap.invalid";

/** Most of it in few characters, for a place that cuts long texts. */
export const shortInjection = "$(beaker)[x](command:a.b)<b>&Go\u202e";

/** By what it is meant to become. */
export const injections: { readonly [name: string]: string } = {
  "links to commands": `[run](command:workbench.action.quit) <command:workbench.action.quit> [files](command:workbench.action.files.newUntitledFile)`,
  icons: "$(beaker) $(rocket~spin) $(telescope)$(squirrel) \\$(piano)",
  "a mnemonic": "&Allow &&Deny &amp; _Yes (&Y)",
  script: `<script>${runs}</script>`,
  "a script after what closes everything": `</textarea></title></style></pre></code>--></svg>]]><script>${runs}</script>`,
  "an image that fails": `<img src=x onerror="${runs}">`,
  "an image from elsewhere": `<img src="${trap}/pixel.png"> ![pixel](${trap}/pixel.png)`,
  "an SVG": `<svg onload="${runs}"><script>${runs}</script><a xlink:href="javascript:${runs}"><text>x</text></a></svg>`,
  "an SVG as data": `![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)`,
  "a frame": `<iframe srcdoc="<script>parent.${canary}=1</script>"></iframe><object data="${trap}"></object><embed src="${trap}">`,
  "a form": `<form action="${trap}"><button formaction="javascript:${runs}">Allow</button><input autofocus onfocus="${runs}"></form>`,
  "a style": `<style>*{display:none}</style><link rel=stylesheet href="${trap}/a.css"><p style="position:fixed;inset:0">over everything</p>`,
  "another base": `<base href="${trap}/"><meta http-equiv="refresh" content="0;url=${trap}">`,
  "markup that is mended wrongly": `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${runs}&gt;">`,
  "an attribute that ends": `x" onmouseover="${runs}" autofocus onfocus='${runs}' x='`,
  "a template": `\${${runs}} {{${runs}}} <%= ${runs} %> lit$123456$ <!--?lit$123456$-->`,
  "links to programs": `[js](javascript:${runs}) [JS](JaVaScRiPt:${runs}) [tab](java\tscript:${runs}) [vb](vbscript:x) [data](data:text/html,<script>${runs}</script>)`,
  "links to the editor": `[ext](vscode://acp-subagents.acp-subagents/x) [res](vscode-resource:/etc/passwd) [file](file:///etc/passwd) [web](vscode-webview://x/y)`,
  "a link by reference": `[x][y]\n\n[y]: javascript:${runs}\n\n<javascript:${runs}>`,
  "colours and a cleared screen": `${esc}[2J${esc}[31mred${esc}[0m ${esc}[?1049h${esc}c`,
  "a link of a terminal (OSC 8)": `${esc}]8;;${trap}/osc8${bell}click${esc}]8;;${bell}`,
  "the clipboard (OSC 52)": `${esc}]52;c;cm0gLXJmIC8=${bell}`,
  "a title and a folder (OSC 0, 7, 633)": `${esc}]0;title${bell}${esc}]7;file:///etc${bell}${esc}]633;E;rm -rf /${bell}`,
  "controls of eight bits": "\u009b31mred\u009d0;title\u009c \u0000\u0008\u007f",
  "another order": "rm \u202efdp.tset\u202c \u2066a\u2069 \u200fb\u200e",
  "nothing to be seen": "ad\u200bmin pay\u2060pal\ufeff \u00ad\u034f\u3164\u2800\u{e0041}",
  "letters that look like others": "/hоme/me/.ѕѕh/authоrized_keys аpple.com раураl",
  "accents without end": `Z${"\u0301\u0336\u0489".repeat(80)}algo`,
  "one word without end": "x".repeat(5000),
  "line breaks": "one\r\ntwo\n\n\n\u2028three\u2029four\u0085five\rsix",
  "halves of pairs": "\ud800 \udc00 \udfff",
  "names of every object": "__proto__ constructor toString",
  "a fence that never ends": "```html\n<script>x</script>\n````\n~~~",
  "a table, a list and a quote":
    "|a|b|\n|-|-|\n|<b onclick=x>|![](javascript:1)|\n\n- [ ] <input type=checkbox>\n> <details open ontoggle=x>",
  "an entity": `&lt;script&gt; &#60;script&#62;${runs}&#60;/script&#62; &#x202e;`,
  "a patch of a page": `{"type":"patch","ops":[{"op":"busy","text":"<script>"}]}`,
};

/** All of it in one text. */
export const everyInjection = Object.values(injections).join("\n\n");
