import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { RunView } from '#shared/contract/scenarios.ts';
import { jsonReport, junitReport, runMarkdown } from '../../../electron/support-desk/report.ts';

function run(more: Partial<RunView> = {}): RunView {
  return {
    id: 'r1',
    workspace: 'demo',
    scenario: 'residential',
    utility: 'A&B <"co">',
    form: 'f1',
    state: 'pass',
    createdAt: 1000,
    firedAt: 2000,
    finishedAt: 4500,
    meters: ['m1'],
    checks: [{ id: 'meters.count', state: 'pass', expected: '1', observed: 'a|b\nc' }],
    steps: [{ seenAt: 2000, kind: 'fired', text: 'Sent test-submit' }],
    ...more,
  };
}

const RUNS = [
  run(),
  run({ scenario: 'commercial', state: 'fail', reason: 'meters.count: expected 4, observed 3\u0001' }),
  run({ scenario: 'empty', state: 'unknown' }),
  run({ scenario: 'locked', state: 'queued', firedAt: undefined, finishedAt: undefined }),
];

describe('the JUnit report', () => {
  const xml = junitReport(RUNS);

  it('is well-formed whatever the names hold', () => {
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).not.toContain('\u0001');
  });

  it('counts failures and errors apart, and says which expectation did not hold', () => {
    const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(xml);
    expect(parsed.testsuite).toMatchObject({
      tests: '4',
      failures: '1',
      errors: '2',
      timestamp: '1970-01-01T00:00:02.000Z',
    });
    const [passed, failed, unknown] = parsed.testsuite.testcase;
    expect(passed).toMatchObject({ classname: 'A&B <"co">', name: 'residential', time: '2.500' });
    expect(passed.failure).toBeUndefined();
    expect(failed.failure.message).toBe('meters.count: expected 4, observed 3?');
    expect(unknown.error.message).toBe('unknown');
  });

  it.each([
    ['differs', { failures: '1', errors: '0' }],
    ['fail', { failures: '1', errors: '0' }],
    ['unjudged', { failures: '0', errors: '1' }],
    ['superseded', { failures: '0', errors: '1' }],
  ] as const)('of a run that is %s', (state, counts) => {
    const parsed = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' }).parse(
      junitReport([run({ state })]),
    );
    expect(parsed.testsuite).toMatchObject(counts);
  });
});

describe('the JSON report', () => {
  it('has the verdict, its reason and the seconds of each run', () => {
    expect(
      JSON.parse(jsonReport(RUNS)).map(({ verdict, seconds }: { verdict: string; seconds: number }) => [
        verdict,
        seconds,
      ]),
    ).toEqual([
      ['pass', 2.5],
      ['fail', 2.5],
      ['unknown', 2.5],
      ['queued', 0],
    ]);
  });
});

describe('a run of a scenario file', () => {
  const file = {
    meterscope: 'scenario',
    version: 1,
    name: 'mine & yours',
    steps: [{ submit: { scenario: 'residential' } }],
  } as const;
  const ofFile = run({
    file: { ...file, steps: [...file.steps] },
    checks: [
      { id: 'meters.count', state: 'pass', expected: '1', observed: '1' },
      { id: 'own.ten years', state: 'fail', expected: 'e', observed: 'o' },
    ],
  });

  it('is called by its file, and what it expects itself is marked', () => {
    expect(junitReport([ofFile])).toContain('name="mine &amp; yours"');
    const [result] = JSON.parse(jsonReport([ofFile]));
    expect(result).toMatchObject({ scenario: 'residential', file: 'mine & yours' });
    expect(result.checks.map(({ own }: { own: boolean }) => own)).toEqual([false, true]);
    const markdown = runMarkdown(ofFile);
    expect(markdown).toContain('- scenario: residential, from a scenario file');
    expect(markdown).toContain('| fail | own.ten years | e | o |');
  });
});

describe('a run as Markdown', () => {
  it('keeps the clocks of this computer and of the service apart', () => {
    const event = { seenAt: 3000, kind: 'event', text: 'ping', ts: '2026-02-05T00:33:58.034000+00:00' } as const;
    expect(runMarkdown(run({ steps: [event] }))).toContain(
      '| 1970-01-01T00:00:03.000Z | 2026-02-05T00:33:58.034000+00:00 | ping |',
    );
  });

  it('keeps its tables whole', () => {
    const markdown = runMarkdown(run({ note: 'Seen twice.' }));
    expect(markdown).toContain('**PASS**');
    expect(markdown).toContain('| pass | meters.count | 1 | a\\|b c |');
    expect(markdown.trimEnd().endsWith('Seen twice.')).toBe(true);
  });
});
