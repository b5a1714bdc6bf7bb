/** Runs as text for others: Markdown for a ticket, JUnit XML and JSON for a CI. Pure. */

import type { RunView } from '#shared/contract/scenarios.ts';
import { escapeXml } from '#shared/escape-xml.ts';

/** One run as Markdown: verdict, checks, timeline. */
export function runMarkdown(run: RunView): string {
  const lines = [
    `## Test submission: ${run.scenario} at ${run.utility}`,
    '',
    `**${run.state.toUpperCase()}**${run.reason ? `: ${run.reason}` : ''}`,
    '',
    `- fired: ${iso(run.firedAt) ?? 'not yet'}`,
    `- form: \`${run.form}\``,
    `- referral: ${code(run.referral)}`,
    `- authorization: ${code(run.authorization)}`,
    `- meters: ${run.meters.map((meter) => `\`${meter}\``).join(', ') || 'none'}`,
    ...(run.error ? [`- error: \`${run.error.code}\` ${run.error.message} ${run.error.action ?? ''}`] : []),
    '',
    '| | Expectation | Expected | Observed |',
    '|-|-|-|-|',
    ...run.checks.map(
      (check) => `| ${check.state} | ${check.id} | ${cell(check.expected)} | ${cell(check.observed)} |`,
    ),
    '',
    '| Seen | What |',
    '|-|-|',
    ...run.steps.map(
      (step) => `| ${step.ts ?? iso(step.seenAt)} | ${cell(step.text)}${step.object ? ` (\`${step.object}\`)` : ''} |`,
    ),
    ...(run.note ? ['', run.note] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Runs as one JUnit test suite; a run that is not over counts as an error. */
export function junitReport(runs: readonly RunView[]): string {
  const failures = runs.filter((run) => run.state === 'fail').length;
  const errors = runs.filter((run) => run.state !== 'fail' && run.state !== 'pass').length;
  const cases = runs.map((run) => {
    const body =
      run.state === 'pass'
        ? ''
        : run.state === 'fail'
          ? `<failure message="${xml(run.reason ?? 'failed')}">${xml(runMarkdown(run))}</failure>`
          : `<error message="${xml(run.error?.message ?? run.reason ?? run.state)}">${xml(runMarkdown(run))}</error>`;
    return `  <testcase classname="${xml(run.utility)}" name="${xml(run.scenario)}" time="${seconds(run)}">${body}</testcase>`;
  });
  const time = runs.reduce((sum, run) => sum + Number(seconds(run)), 0).toFixed(3);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="meterscope" tests="${runs.length}" failures="${failures}" errors="${errors}" time="${time}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

/** Runs as JSON: what the grid shows. */
export function jsonReport(runs: readonly RunView[]): string {
  return `${JSON.stringify(
    runs.map((run) => ({
      scenario: run.scenario,
      utility: run.utility,
      verdict: run.state,
      reason: run.reason ?? null,
      seconds: Number(seconds(run)),
      referral: run.referral ?? null,
      authorization: run.authorization ?? null,
      meters: run.meters,
      checks: run.checks,
    })),
    null,
    2,
  )}\n`;
}

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());
const code = (text: string | undefined) => (text === undefined ? 'none' : `\`${text}\``);
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const seconds = (run: RunView) =>
  (((run.finishedAt ?? run.firedAt ?? 0) - (run.firedAt ?? run.finishedAt ?? 0)) / 1000).toFixed(3);

/** Characters that XML 1.0 forbids become a question mark. */
const xml = (text: string) => escapeXml(text, '?');
