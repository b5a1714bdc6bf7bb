/** The result of the check of a service, or of what a client was seen to do, as text, JUnit and one HTML page. */
import { checkHeadline } from '#shared/check-headline.ts';
import { type Html, html } from '../../common/html.ts';
import { htmlPage } from '../../common/html-page.ts';
import type { RowsReport, RowTest, RowVerdict } from '../../common/rows/report.ts';
import { DISCLAIMER, lookedWords, ROW_VERDICTS, rowsText } from '../../common/rows/text.ts';
import { blockName } from '../formats.ts';
import { junitCase, junitDocument, placesText } from '../junit.ts';
import { serviceTicket } from './ticket.ts';

const TONES: Readonly<Record<RowVerdict, string>> = {
  pass: 'good',
  fail: 'bad',
  not_applicable: 'other',
  not_checkable: 'other',
};

export type ReportFormat = 'html' | 'json' | 'junit' | 'markdown';

/**
 * The result to give to others, of now.
 * @param what is judged, such as "the service"
 * @param program name and version
 * @param failOn what is a failure in JUnit, so that the report agrees with the exit code
 */
export function serviceReport(
  report: RowsReport,
  format: ReportFormat,
  what: string,
  program: string,
  failOn: 'fail' | 'warning' = 'fail',
): string {
  switch (format) {
    case 'json':
      return serviceJson(report);
    case 'junit':
      return serviceJunit(report, new Date(), failOn);
    case 'markdown':
      return serviceTicket(report, what);
    case 'html':
      return serviceHtml(report, what, program, new Date());
  }
}

export function serviceText(report: RowsReport): string {
  return rowsText(report, blockName);
}

/** An array, as that of files is. */
function serviceJson(report: RowsReport): string {
  return `${JSON.stringify([report], null, 2)}\n`;
}

/** What could not be looked at is skipped. */
export function serviceJunit(
  { file, error, tests, notes }: RowsReport,
  at: Date,
  failOn: 'fail' | 'warning' = 'fail',
): string {
  const cases = tests.map((test) => {
    const name = `${test.id}: ${test.requirement}`;
    if (test.verdict === 'pass') return junitCase(test.block, name, { result: 'pass' });
    if (test.verdict !== 'fail') return junitCase(test.block, name, { result: 'skipped' });
    const listed = test.failures.map(({ message }) => message);
    const places = placesText(listed, test.failed);
    return junitCase(test.block, name, { result: 'failure', type: 'fail', message: test.came, places });
  });
  for (const { message } of notes.filter(({ severity }) => failOn === 'warning' && severity === 'warning')) {
    const outcome = { result: 'failure', type: 'warning', message, places: message } as const;
    cases.unshift(junitCase('service', 'can be checked wholly', outcome));
  }
  if (error) {
    const { code, message } = error;
    cases.unshift(junitCase('service', 'can be asked', { result: 'error', type: code, message, places: message }));
  }
  return junitDocument([{ name: file, package: 'meterscope.service', cases, out: DISCLAIMER }], at);
}

/** @param what is judged, such as "the service" */
export function serviceHtml(report: RowsReport, what: string, program: string, at: Date): string {
  const title = `Green Button pre-check of ${what} ${report.file}`;
  return htmlPage(
    title,
    html`<h1>${title}</h1>
<p><strong>${DISCLAIMER}</strong> Written ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC by ${program}.</p>
${report.error ? html`<p class="verdict bad"><strong>Cannot be checked</strong><span>${report.error.message} ${report.error.action ?? ''}</span></p>` : article(report)}`,
  );
}

function article({ blocks, tests, notes }: RowsReport): Html {
  const count = (verdict: RowVerdict) => tests.filter((test) => test.verdict === verdict).length;
  const [passed, failed] = [count('pass'), count('fail')];
  const tone = failed > 0 ? 'bad' : passed > 0 ? 'good' : 'other';
  const failing = tests.filter(({ verdict }) => verdict === 'fail');
  return html`<article>
<p class="verdict ${tone}"><strong>${checkHeadline(failed > 0, passed)}</strong><span>Of ${tests.length} tests ${passed} pass, ${failed} fail, ${count('not_checkable')} could not be checked here.</span></p>
<h2>Function blocks</h2>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Block</th><th scope="col">Name</th></tr></thead><tbody>${blocks.map(
    (block) =>
      html`<tr><td class="state ${TONES[block.verdict]}">${ROW_VERDICTS[block.verdict]}</td><td>${block.id}</td><td>${blockName(block.id)}${lookedWords(block)}</td></tr>
`,
  )}</tbody></table>
${failing.length > 0 ? html`<h2>What fails</h2>${failing.map(failureSection)}` : undefined}
${notes.length > 0 ? html`<h2>Warnings and notes</h2><ul>${notes.map(({ severity, message }) => html`<li>${severity}: ${message}</li>`)}</ul>` : undefined}
<h2>All tests</h2>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Test</th><th scope="col">Block</th><th scope="col">Requirement</th><th scope="col">Came</th></tr></thead><tbody>${tests.map(
    ({ id, block, verdict, requirement, came }) =>
      html`<tr><td class="state ${TONES[verdict]}">${ROW_VERDICTS[verdict]}</td><td>${id}</td><td>${block}</td><td>${requirement}</td><td>${came}</td></tr>
`,
  )}</tbody></table>
</article>`;
}

function failureSection({ id, block, requirement, expected, contexts, failed, failures, cure }: RowTest): Html {
  const more = failed - failures.length;
  return html`<section aria-label="${id}"><p><strong class="bad">${id}</strong> (${block}): ${requirement}</p>
<p>Expected: ${expected}</p>
<p>${cure}</p>
<details><summary>${id} fails ${failed} of ${contexts} times: what came</summary><ul>${failures.map(({ message }) => html`<li>${message}</li>`)}</ul>${more > 0 ? html`<p>and ${more} more</p>` : undefined}</details></section>
`;
}
