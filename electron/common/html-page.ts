/** The frame of pages that are given to others: readable in light, in dark and on paper, with no file beside them. */
import { Html, html } from './html.ts';

const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --sheet: #ffffff; --ink: #1d232b; --dim: #525c69; --line: #d6dbe2;
  --good: #1c6429; --bad: #9f1f18; --warn: #7a4c00; --other: #434d59; --code: #eef1f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12151a; --sheet: #191e24; --ink: #dbe0e7; --dim: #a5afbc; --line: #343c46;
    --good: #8fd89d; --bad: #ffaca5; --warn: #f2c666; --other: #c3cbd5; --code: #232a32;
  }
}
@media print {
  :root {
    --page: #ffffff; --sheet: #ffffff; --ink: #000000; --dim: #333333; --line: #999999;
    --good: #1c6429; --bad: #9f1f18; --warn: #7a4c00; --other: #333333; --code: #ffffff;
  }
  article + article { break-before: page; }
  tr, li, .verdict { break-inside: avoid; }
  details:not([open]) { display: none; }
  main { padding: 0; border: 0; }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
  overflow-wrap: anywhere;
}
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
article, .sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 6px; padding: 1.25rem 1.5rem; margin: 0 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .75rem; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 .75rem; }
h2.part, h3 { font-size: 1rem; margin: 1.5rem 0 .4rem; }
p { margin: 0 0 .6rem; }
a { color: inherit; }
.verdict { border-inline-start: 6px solid currentColor; padding: .35rem 0 .35rem .9rem; margin: 0 0 1rem; }
.verdict strong { display: block; font-size: 1.25rem; }
.verdict > span { color: var(--ink); }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .other { color: var(--other); }
td.state { font-weight: 600; }
td.state, td.aspect, th { white-space: nowrap; }
.dim { color: var(--dim); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1.25rem; margin: 0; }
dt { color: var(--dim); } dd { margin: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: start; vertical-align: top; padding: .3rem .9rem .3rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--dim); font-weight: 600; }
tbody th { font-weight: 600; padding-top: .8rem; }
ol { list-style: none; margin: 0; padding: 0; }
li { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .9rem; padding: .2rem 0; border-bottom: 1px solid var(--line); }
li > .dim, td.number { font-variant-numeric: tabular-nums; }
.request { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .8rem; color: var(--dim); }
pre { background: var(--code); padding: .6rem .8rem; margin: .3rem 0; border-radius: 4px; font-size: .8rem; white-space: pre-wrap; }
pre.note { font: inherit; }
summary { cursor: pointer; color: var(--dim); font-size: .85rem; }
footer { color: var(--dim); font-size: .85rem; }
@media (max-width: 40rem) { li, dl { grid-template-columns: minmax(0, 1fr); gap: 0; } main { padding: .75rem; } article, .sheet { padding: .9rem; } td.aspect { white-space: normal; } }
`;

/** A whole page. It needs no script, and its policy lets nothing in it load or send anything. */
export function htmlPage(title: string, body: Html): string {
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;
}
