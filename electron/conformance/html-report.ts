/** The result of a pre-check as one HTML page to give to others: no script, no other file. */

import { checkHeadline } from '#shared/check-headline.ts';
import { type Html, html } from '../common/html.ts';
import { htmlPage } from '../common/html-page.ts';
import { DISCLAIMER } from '../common/rows/text.ts';
import type { Excerpt } from './excerpts.ts';
import { blockName, type Checked, placeWords, reasonOf, timesWords, VERDICT_WORDS } from './formats.ts';
import { allTests, type BlockReport, failingTests, type TestReport } from './report.ts';
import { wordsOf } from './rules/index.ts';

/** A checked file, with the beginnings of the entries that failures are in, by test and number of the failure. */
export interface Shown extends Checked {
  excerpt(test: string, failure: number): Excerpt | undefined;
}

/** Failures of one test that are shown with their XML. */
export const EXCERPTS = 3;
/** Failures of one test that are listed. */
const LISTED = 50;

const TONES: Readonly<Record<BlockReport['verdict'], string>> = {
  pass: 'good',
  fail: 'bad',
  not_applicable: 'other',
  not_checkable: 'other',
};

export function htmlReport(files: readonly Shown[], program: string, at: Date): string {
  const title = `Green Button pre-check of ${files.length === 1 ? files[0]?.report.file : `${files.length} files`}`;
  return htmlPage(
    title,
    html`<h1>${title}</h1>
<p><strong>${DISCLAIMER}</strong> Written ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC by ${program}.</p>
${files.map(fileArticle)}`,
  );
}

function fileArticle(file: Shown, index: number): Html {
  const { report } = file;
  if (report.error) {
    const { message, action } = report.error;
    return html`<article><h2>${report.file}</h2><p class="verdict bad"><strong>Cannot be judged</strong><span>${message} ${action ?? ''}</span></p></article>`;
  }
  const shown = report.blocks.filter(({ id, implied }) => file.wanted.has(id) || implied);
  const ids = new Set(shown.map(({ id }) => id));
  const failing = failingTests(report, ids);
  return html`<article><h2>${report.file}</h2>
${summary(file, shown)}
${blockTable(shown, file.wanted)}
${failing.length > 0 ? html`<h3>What fails</h3>${failing.map((test) => failureSection(test, file))}` : undefined}
${noteSection(file)}
${testTable(allTests(report), index)}
</article>`;
}

function summary({ report, wanted }: Shown, blocks: readonly BlockReport[]): Html {
  const asked = blocks.filter(({ id }) => wanted.has(id));
  const count = (verdict: BlockReport['verdict']) => asked.filter((block) => block.verdict === verdict).length;
  const failed = count('fail');
  const words =
    asked.length === 0
      ? 'No function block is claimed or implied: nothing can be judged but what the document is.'
      : `Of ${asked.length} function blocks asked for, ${count('pass')} pass, ${failed} fail, ${count('not_applicable')} do not apply, ${count('not_checkable')} cannot be seen in a file.`;
  const isBroken = failed > 0 || report.notes.some(({ severity }) => severity === 'fail');
  const tone = isBroken ? 'bad' : count('pass') > 0 ? 'good' : 'other';
  return html`<p class="verdict ${tone}"><strong>${checkHeadline(isBroken, count('pass'))}</strong><span>${words}</span></p>`;
}

function blockTable(blocks: readonly BlockReport[], wanted: ReadonlySet<string>): Html | undefined {
  if (blocks.length === 0) return undefined;
  const rows = blocks.map(
    (block) =>
      html`<tr><td class="state ${TONES[block.verdict]}">${VERDICT_WORDS[block.verdict]}</td><td>${block.id}</td><td>${blockName(block.id)}${reasonOf(block, wanted)}</td></tr>
`,
  );
  return html`<h3>Function blocks</h3>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Block</th><th scope="col">Name</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function failureSection(test: TestReport, { excerpt }: Shown): Html {
  const rule = wordsOf(test.id);
  const places = test.failures.slice(0, LISTED).map(({ entry, line }, number) => {
    const xml = number < EXCERPTS ? excerpt(test.id, number) : undefined;
    return html`<p>${placeWords(entry, line)}</p>${xml && markedXml(xml)}`;
  });
  const more = test.failed - places.length;
  return html`<section aria-label="${test.id}"><p><strong class="bad">${test.id}</strong> (${test.block}): ${rule?.requirement}</p>
<p>${rule?.cure}</p>
<details><summary>${test.id} fails ${timesWords(test)}: where</summary>${places}${more > 0 ? html`<p>and ${more} more</p>` : undefined}</details></section>
`;
}

/** The entry, with the tags in it that the test is about. */
function markedXml({ xml, cut, marks }: Excerpt): Html {
  let at = 0;
  const pieces: Html[] = [];
  for (const { from, to } of marks) {
    pieces.push(html`${xml.slice(at, from)}<mark>${xml.slice(from, to)}</mark>`);
    at = to;
  }
  return html`<pre>${pieces}${xml.slice(at)}${cut ? '...' : ''}</pre>`;
}

function noteSection({ report }: Shown): Html | undefined {
  if (report.notes.length === 0) return undefined;
  const notes = report.notes.map(
    ({ severity, test, entry, line, message }) =>
      html`<tr><td class="state ${severity === 'fail' ? 'bad' : severity === 'warning' ? 'warn' : 'other'}">${severity}</td><td>${test ?? 'file'}</td><td>${message} (${placeWords(entry, line)})</td></tr>
`,
  );
  return html`<h3>Warnings and notes</h3>
<table><thead><tr><th scope="col">Weight</th><th scope="col">Test</th><th scope="col">What</th></tr></thead><tbody>${notes}</tbody></table>`;
}

function testTable(tests: readonly TestReport[], index: number): Html {
  const rows = tests.map(
    ({ id, block, verdict, contexts }) =>
      html`<tr><td class="state ${TONES[verdict]}">${VERDICT_WORDS[verdict]}</td><td>${id}</td><td>${block}</td><td class="number">${contexts}</td><td>${wordsOf(id)?.requirement}</td></tr>
`,
  );
  return html`<details id="tests-${index + 1}"><summary>All ${tests.length - 1} data-element tests of the book, and the schemas</summary>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Test</th><th scope="col">Block</th><th scope="col">Looked</th><th scope="col">Requirement</th></tr></thead><tbody>${rows}</tbody></table></details>`;
}
