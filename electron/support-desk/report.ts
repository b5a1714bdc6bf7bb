/** Runs as text for others: Markdown for a ticket, JUnit XML and JSON for a CI. Pure. */
import type { RunView } from '#shared/contract/scenarios.ts';
import { escapeXml } from '#shared/escape-xml.ts';
import { isOwnCheck } from '#shared/scenarios/check-names.ts';
import { checkWords, runName, runWords } from '#shared/scenarios/states.ts';

/** One run as Markdown: verdict, checks, timeline. */
export function runMarkdown(run: RunView): string {
  const lines = [
    `## Test submission: ${runName(run)} at ${run.utility}`,
    '',
    `**${runWords[run.state].toUpperCase()}**${run.reason ? `: ${run.reason}` : ''}`,
    '',
    `- fired: ${iso(run.firedAt) ?? 'not yet'}`,
    ...(run.file ? [`- scenario: ${run.scenario}, from a scenario file`] : []),
    `- form: \`${run.form}\``,
    `- referral: ${code(run.referral)}`,
    `- authorization: ${code(run.authorization)}`,
    `- meters: ${run.meters.map((meter) => `\`${meter}\``).join(', ') || 'none'}`,
    ...(run.error ? [`- error: \`${run.error.code}\` ${run.error.message} ${run.error.action ?? ''}`] : []),
    '',
    '| | Expectation | Expected | Observed |',
    '|-|-|-|-|',
    ...run.checks.map(
      (check) => `| ${checkWords[check.state]} | ${check.id} | ${cell(check.expected)} | ${cell(check.observed)} |`,
    ),
    '',
    "| Seen, this computer's clock | Happened, the service's clock | What |",
    '|-|-|-|',
    ...run.steps.map(
      (step) =>
        `| ${iso(step.seenAt)} | ${step.ts ?? ''} | ${cell(step.text)}${step.object ? ` (\`${step.object}\`)` : ''} |`,
    ),
    ...(run.note ? ['', run.note] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Runs as one JUnit test suite. A run that failed, or passed for another reason than it must, is a failure; one that could
 * not be judged, or is not over, is an error: it says nothing about the service.
 */
export function junitReport(runs: readonly RunView[]): string {
  const results = runs.map((run) => ({ run, result: junitResult(run) }));
  const failures = results.filter(({ result }) => result === 'failure').length;
  const errors = results.filter(({ result }) => result === 'error').length;
  const cases = results.map(({ run, result }) => {
    const message = (result === 'error' ? run.error?.message : undefined) ?? run.reason ?? run.state;
    const body =
      result && `<${result} type="${run.state}" message="${xml(message)}">${xml(runMarkdown(run))}</${result}>`;
    return `  <testcase classname="${xml(run.utility)}" name="${xml(runName(run))}" time="${seconds(run)}">${body ?? ''}</testcase>`;
  });
  const time = runs.reduce((sum, run) => sum + Number(seconds(run)), 0).toFixed(3);
  const firsts = runs.flatMap(({ firedAt }) => firedAt ?? []);
  const began = firsts.length === 0 ? '' : ` timestamp="${iso(Math.min(...firsts))}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="meterscope" tests="${runs.length}" failures="${failures}" errors="${errors}" time="${time}"${began}>`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

function junitResult({ state }: RunView): 'failure' | 'error' | undefined {
  if (state === 'pass') return undefined;
  return state === 'fail' || state === 'differs' ? 'failure' : 'error';
}

/** Runs as JSON: what the grid shows. */
export function jsonReport(runs: readonly RunView[]): string {
  return `${JSON.stringify(
    runs.map((run) => ({
      scenario: run.scenario,
      file: run.file?.name ?? null,
      utility: run.utility,
      verdict: run.state,
      reason: run.reason ?? null,
      seconds: Number(seconds(run)),
      referral: run.referral ?? null,
      authorization: run.authorization ?? null,
      meters: run.meters,
      checks: run.checks.map((check) => ({ ...check, own: isOwnCheck(check.id) })),
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
