/** The style sheet of an exported page: light and dark by the reader's system, plain on paper. Holds nothing that was not written here. */
export const exportStyle = `
:root { color-scheme: light dark; --fg: #1f2328; --dim: #59636e; --bg: #ffffff; --well: #f6f8fa; --line: #d1d9e0; --accent: #0b62c4; --good: #1a7f37; --bad: #c4222d; --warn: #8a5a00; --add: #dafbe1; --del: #ffebe9;
  --t-black: #24292f; --t-red: #b62324; --t-green: #116329; --t-yellow: #7a5200; --t-blue: #0550ae; --t-magenta: #7a3e9d; --t-cyan: #1b6c75; --t-white: #57606a; }
@media (prefers-color-scheme: dark) {
  :root { --fg: #d6dae0; --dim: #9aa4b0; --bg: #16181c; --well: #1d2025; --line: #363b43; --accent: #6cb0ff; --good: #5fc97a; --bad: #ff8a80; --warn: #e5b454; --add: #12331d; --del: #40191b;
    --t-black: #8b949e; --t-red: #ff7b72; --t-green: #5fc97a; --t-yellow: #d9a53a; --t-blue: #79b8ff; --t-magenta: #d2a8ff; --t-cyan: #56d4dd; --t-white: #c9d1d9; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/1.55 system-ui, sans-serif; }
main { max-width: 920px; margin: 0 auto; padding: 24px 20px 60px; }
header { margin-bottom: 20px; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.5em; line-height: 1.3; overflow-wrap: anywhere; }
h3 { margin: 16px 0 4px; font-size: 1.05em; }
h4 { margin: 10px 0 2px; color: var(--dim); font-size: .8em; font-weight: 600; }
p { margin: 6px 0; overflow-wrap: anywhere; }
header > p { margin: 2px 0 10px; }
.dim { color: var(--dim); font-weight: normal; }
a { color: var(--accent); overflow-wrap: anywhere; }
article, details, .tool, .notice { margin: 8px 0; }
summary { cursor: pointer; border-radius: 4px; overflow-wrap: anywhere; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.card { border: 1px solid var(--line); border-inline-start: 3px solid var(--line); border-radius: 6px; padding: 4px 10px; }
.card[open] { background: var(--well); border-inline-start-color: var(--accent); }
.card .card { background: var(--bg); }
.well { padding: 2px 0 8px; }
.run + .run { border-top: 1px solid var(--line); margin-top: 12px; }
.glyph { font-weight: 600; }
.glyph.running, .glyph.stopping { color: var(--accent); }
.glyph.waiting, .glyph.warning, .glyph.finishedWithError { color: var(--warn); }
.glyph.failed, .notice.error b, .status { color: var(--bad); }
.user, .part.prompt, .part.answer { border-inline-start: 3px solid var(--line); padding-inline-start: 10px; }
.part.answer { border-inline-start-color: var(--accent); }
.user > h4, .part > h4:first-child { margin-top: 0; }
.part { margin: 10px 0; }
.quote { white-space: pre-wrap; overflow-wrap: anywhere; }
.kind { color: var(--dim); font-size: .85em; border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; }
.inside { border-inline-start: 1px solid var(--line); margin: 4px 0 4px 5px; padding-inline-start: 12px; }
pre, code { font-family: ui-monospace, Consolas, monospace; font-size: .88em; }
pre code { font-size: 1em; }
pre { margin: 6px 0; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--well); white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32em; overflow: auto; }
.card[open] pre { background: var(--bg); }
.markdown > :first-child { margin-top: 0; }
.markdown ul, .markdown ol { padding-inline-start: 24px; margin: 6px 0; }
.markdown blockquote { margin: 6px 0; padding-inline-start: 10px; border-inline-start: 3px solid var(--line); color: var(--dim); }
.markdown h1, .markdown h2, .markdown h3, .markdown h4, .markdown h5, .markdown h6 { margin: 14px 0 4px; font-size: 1.1em; color: inherit; }
.markdown li.task { list-style: none; }
.table { overflow-x: auto; }
table { border-collapse: collapse; margin: 6px 0; }
th, td { border: 1px solid var(--line); padding: 3px 8px; text-align: start; }
.align-center { text-align: center; } .align-right { text-align: right; } .align-left { text-align: left; }
.hljs-comment, .hljs-quote, .hljs-meta { color: var(--dim); } .hljs-emphasis { font-style: italic; } .hljs-strong { font-weight: 700; }
.hljs-keyword, .hljs-selector-tag, .hljs-section, .hljs-name, .hljs-doctag { color: var(--t-magenta); }
.hljs-string, .hljs-regexp, .hljs-template-tag, .hljs-link, .hljs-code, .hljs-addition { color: var(--t-green); }
.hljs-number, .hljs-bullet, .hljs-literal, .hljs-symbol, .hljs-attr, .hljs-attribute, .hljs-variable { color: var(--t-cyan); }
.hljs-title, .hljs-type, .hljs-built_in, .hljs-class { color: var(--t-blue); } .hljs-deletion { color: var(--t-red); }
.plan ul { list-style: none; padding: 0; margin: 2px 0; }
img { max-width: 100%; border-radius: 6px; }
.diff .added { background: var(--add); } .diff .removed { background: var(--del); }
.diff span { display: inline-block; min-width: 100%; }
.terminal { white-space: pre-wrap; }
${["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
  .map(
    (name) =>
      `.fg-${name}, .fg-bright-${name} { color: var(--t-${name}); } .bg-${name}, .bg-bright-${name} { background: var(--t-${name}); color: var(--bg); }`,
  )
  .join("\n")}
[class*="bg-"][class] { color: var(--bg); }
.sgr-bold { font-weight: 700; } .sgr-dim { opacity: .75; } .sgr-italic { font-style: italic; } .sgr-underline { text-decoration: underline; }
@media print { pre { max-height: none; } .card { break-inside: avoid-page; } }
`;
