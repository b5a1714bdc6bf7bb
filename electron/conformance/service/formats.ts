/** The result of the check of a service, or of what a client was seen to do, as text, JUnit and one HTML page. */
import { type Html, html } from '../../common/html.ts';
import { htmlPage } from '../../common/html-page.ts';
import { blockName, DISCLAIMER } from '../formats.ts';
import { junitCase, junitDocument } from '../junit.ts';
import type { ServiceReport, ServiceTest, ServiceVerdict } from './report.ts';

export const SERVICE_VERDICTS: Readonly<Record<ServiceVerdict, string>> = {
  pass: 'pass',
  fail: 'fail',
  not_applicable: 'not applicable',
  not_checkable: 'not checked',
};

const TONES: Readonly<Record<ServiceVerdict, string>> = {
  pass: 'good',
  fail: 'bad',
  not_applicable: 'other',
  not_checkable: 'other',
};

/** Failures of one test that a terminal shows. */
const SHOWN = 3;

export function serviceText(report: ServiceReport): string {
  const { file, error, blocks, tests, notes } = report;
  if (error)
    return `${[`${file}: cannot be checked`, `  ${error.message}`, ...(error.action ? [`  ${error.action}`] : [])].join('\n')}\n`;
  const count = (verdict: ServiceVerdict) => tests.filter((test) => test.verdict === verdict).length;
  return `${[
    file,
    ...blocks.map(({ id, verdict }) => `  ${id}  ${SERVICE_VERDICTS[verdict].padEnd(14)}  ${blockName(id)}`),
    `  ${count('pass')} tests pass, ${count('fail')} fail, ${count('not_checkable')} could not be checked here.`,
    ...tests.filter(({ verdict }) => verdict === 'fail').flatMap(failureLines),
    ...tests.filter(({ verdict }) => verdict === 'not_checkable').map(({ id, came }) => `  ${id} not checked: ${came}`),
    ...notes.map(({ severity, message }) => `  ${severity}: ${message}`),
    '',
    DISCLAIMER,
  ].join('\n')}\n`;
}

function failureLines({ id, requirement, expected, failures, cure, came }: ServiceTest): string[] {
  const more = failures.length - SHOWN;
  return [
    `  ${id} fails: ${requirement}`,
    `       expected: ${expected}`,
    `       came: ${came}${more > 0 ? ` (${failures.length} in all)` : ''}`,
    `       ${cure}`,
  ];
}

/** An array, as that of files is. */
export function serviceJson(report: ServiceReport): string {
  return `${JSON.stringify([report], null, 2)}\n`;
}

/** What could not be looked at is skipped. */
export function serviceJunit({ file, error, tests }: ServiceReport, at: Date): string {
  const cases = tests.map((test) => {
    const name = `${test.id}: ${test.requirement}`;
    if (test.verdict === 'pass') return junitCase(test.block, name, { result: 'pass' });
    if (test.verdict !== 'fail') return junitCase(test.block, name, { result: 'skipped' });
    const places = test.failures.map(({ message }) => message).join('\n');
    return junitCase(test.block, name, { result: 'failure', type: 'fail', message: test.came, places });
  });
  if (error) {
    const { code, message } = error;
    cases.unshift(junitCase('service', 'can be asked', { result: 'error', type: code, message, places: message }));
  }
  return junitDocument([{ name: file, package: 'meterscope.service', cases, out: DISCLAIMER }], at);
}

/** @param what is judged, such as "the service" */
export function serviceHtml(report: ServiceReport, what: string, program: string, at: Date): string {
  const title = `Green Button pre-check of ${what} ${report.file}`;
  return htmlPage(
    title,
    html`<h1>${title}</h1>
<p><strong>${DISCLAIMER}</strong> Written ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC by ${program}.</p>
${report.error ? html`<p class="verdict bad"><strong>Cannot be checked</strong><span>${report.error.message} ${report.error.action ?? ''}</span></p>` : article(report)}`,
  );
}

function article({ blocks, tests, notes }: ServiceReport): Html {
  const count = (verdict: ServiceVerdict) => tests.filter((test) => test.verdict === verdict).length;
  const failed = count('fail');
  const failing = tests.filter(({ verdict }) => verdict === 'fail');
  return html`<article>
<p class="verdict ${failed > 0 ? 'bad' : 'good'}"><strong>${failed > 0 ? 'Requirements are broken' : 'No requirement is broken'}</strong><span>Of ${tests.length} tests ${count('pass')} pass, ${failed} fail, ${count('not_checkable')} could not be checked here.</span></p>
<h2>Function blocks</h2>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Block</th><th scope="col">Name</th></tr></thead><tbody>${blocks.map(
    ({ id, verdict }) =>
      html`<tr><td class="state ${TONES[verdict]}">${SERVICE_VERDICTS[verdict]}</td><td>${id}</td><td>${blockName(id)}</td></tr>
`,
  )}</tbody></table>
${failing.length > 0 ? html`<h2>What fails</h2>${failing.map(failureSection)}` : undefined}
${notes.length > 0 ? html`<h2>Warnings and notes</h2><ul>${notes.map(({ severity, message }) => html`<li>${severity}: ${message}</li>`)}</ul>` : undefined}
<h2>All tests</h2>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Test</th><th scope="col">Block</th><th scope="col">Requirement</th><th scope="col">Came</th></tr></thead><tbody>${tests.map(
    ({ id, block, verdict, requirement, came }) =>
      html`<tr><td class="state ${TONES[verdict]}">${SERVICE_VERDICTS[verdict]}</td><td>${id}</td><td>${block}</td><td>${requirement}</td><td>${came}</td></tr>
`,
  )}</tbody></table>
</article>`;
}

function failureSection({ id, block, requirement, expected, failures, cure }: ServiceTest): Html {
  return html`<section aria-label="${id}"><p><strong class="bad">${id}</strong> (${block}): ${requirement}</p>
<p>Expected: ${expected}</p>
<p>${cure}</p>
<details><summary>${id} fails ${failures.length} times: what came</summary><ul>${failures.map(({ message }) => html`<li>${message}</li>`)}</ul></details></section>
`;
}
