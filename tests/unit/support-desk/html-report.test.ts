import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { htmlReport, type ReportFrame } from '../../../electron/support-desk/html-report.ts';
import type { SharedRun } from '../../../electron/support-desk/shared-run.ts';
import type { RequestView } from '../../../shared/contract/requests.ts';
import type { RunView } from '../../../shared/contract/scenarios.ts';

const FRAME: ReportFrame = {
  workspace: 'North Power',
  baseUrl: 'https://somebody:hidden-word@utility.example/api/v2?token=t-1',
  at: Date.UTC(2026, 10, 23, 5, 0, 0),
  program: 'Meterscope 9',
  redact: (text) => text,
};

function run(more: Partial<RunView> = {}): RunView {
  return {
    id: 'r1',
    workspace: 'w',
    scenario: 'residential',
    utility: 'NORTH',
    form: 'f1',
    state: 'pass',
    createdAt: 1000,
    firedAt: 2000,
    finishedAt: 4500,
    referral: 'ref-1',
    authorization: '77',
    meters: ['901'],
    checks: [{ id: 'meters.count', state: 'pass', expected: '1', observed: '1' }],
    steps: [{ seenAt: 2000, kind: 'fired', text: 'Sent test-submit' }],
    ...more,
  };
}

const shared = (more: Partial<RunView> = {}, rest: Partial<SharedRun> = {}): SharedRun => ({
  run: run(more),
  seen: undefined,
  requests: [],
  unshownRequests: 0,
  ...rest,
});

/** The file as a reader of XML sees it: what is no markup of the template's own must have become text. */
function elements(file: string): string[] {
  const xml = file
    .replace('<!DOCTYPE html>', '')
    .replace(/<(meta)([^>]*)>/g, '<$1$2/>')
    .replace(/<style>[\s\S]*?<\/style>/, '');
  expect(XMLValidator.validate(xml)).toBe(true);
  const names = new Set<string>();
  new XMLParser({ ignoreAttributes: true, updateTag: (name) => Boolean(names.add(String(name))) }).parse(xml);
  return [...names];
}

const textOf = (file: string) =>
  file
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const HOSTILE = `"><img src=x onerror=alert(1)><script src="https://evil.example/x.js"></script><a href='javascript:1'>\u0000\u202e`;

describe('a hostile text', () => {
  const requests: RequestView[] = [
    {
      id: 'q',
      at: 2100,
      method: 'GET',
      url: `https://utility.example/${HOSTILE}`,
      tokenClass: 'api',
      bytes: 0,
      waitedMs: 0,
      attempt: 1,
      error: { code: 'x', message: HOSTILE },
    },
  ];
  const observed = { uid: HOSTILE, status: HOSTILE, message: HOSTILE, notes: [], raw: undefined };
  const file = htmlReport(
    [
      shared(
        {
          scenario: HOSTILE,
          utility: HOSTILE,
          form: HOSTILE,
          referral: HOSTILE,
          authorization: HOSTILE,
          meters: [HOSTILE],
          state: 'fail',
          reason: HOSTILE,
          note: HOSTILE,
          error: { code: HOSTILE, message: HOSTILE, action: HOSTILE },
          checks: [
            { id: HOSTILE, state: 'fail', expected: HOSTILE, observed: HOSTILE },
            { id: `meter.${HOSTILE}.bills`, state: 'unjudged', expected: HOSTILE, observed: HOSTILE },
          ],
          steps: [
            { seenAt: 3000, kind: 'note', text: HOSTILE, object: HOSTILE, ts: HOSTILE, raw: { [HOSTILE]: HOSTILE } },
          ],
        },
        {
          requests,
          seen: {
            authorization: { ...observed, revoked: false, expired: false },
            meters: [{ ...observed, bills: 1, intervals: 1 }],
          },
        },
      ),
      shared({ scenario: HOSTILE }),
    ],
    { ...FRAME, workspace: HOSTILE, program: HOSTILE, baseUrl: HOSTILE },
  );

  it('is a text wherever it stands, and nothing of it can run', () => {
    expect(elements(file)).not.toEqual(expect.arrayContaining(['img']));
    expect(elements(file)).not.toContain('script');
    expect(file).not.toMatch(/<[^>]*\son\w+=/);
    for (const odd of ['\u0000', '\u202e']) expect(file).not.toContain(odd);
    expect(file).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('makes no reference to anything outside', () => {
    const attributes = [...file.matchAll(/<[^>]*?\s(?:src|href|action|data|srcset|poster)="([^"]*)"/g)].map(
      ([, to]) => to,
    );
    expect(attributes).toEqual(['#run-1', '#run-2']);
    expect(file).not.toMatch(/url\(|@import/);
    expect(file).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
  });
});

describe('the verdict', () => {
  it.each<[RunView['state'], string | undefined, string]>([
    ['pass', undefined, '✓ pass Everything came as it must, and for the reason that it must.'],
    ['differs', 'note x', '! pass, but differs It went as it must, but the service says it in other words: note x.'],
    ['fail', 'no bills', '✗ fail The service did not do what it must: no bills.'],
    [
      'unjudged',
      'no answer',
      '! could not be judged This says nothing about the service, since it could not be judged: no answer.',
    ],
    [
      'superseded',
      'run 2',
      '– superseded This says nothing about the service, since another submission took the meters: run 2.',
    ],
    ['unknown', 'Look.', '! outcome unknown It is not known whether the service acted on the submission. Look.'],
    ['refused', 'no form', '✗ refused The submission was not accepted, so nothing was tested: no form.'],
    ['cancelled', undefined, '– cancelled It was stopped before there was a verdict.'],
    ['queued', 'another run', '– queued It was not sent yet, so nothing is known.'],
    ['firing', undefined, '– sending It was being sent when this was written, so nothing is known yet.'],
    ['following', 'a meter', '– still waiting There is no verdict yet. Waiting for: a meter.'],
  ])('%s comes first, with a sign, its word and a sentence', (state, reason, words) => {
    const text = textOf(htmlReport([shared({ state, reason })], FRAME));
    expect(text).toContain(`residential at NORTH ${words} Workspace`);
  });
});

describe('the file of a run', () => {
  const poll = (at: number, status = 200): RequestView => ({
    id: String(at),
    at,
    method: 'GET',
    url: 'https://utility.example/api/v2/authorizations?uids=77',
    tokenClass: 'api',
    status,
    durationMs: 12,
    bytes: 0,
    waitedMs: 0,
    attempt: 1,
  });
  const file = htmlReport(
    [
      shared(
        {
          state: 'unjudged',
          reason: 'meter.901.bills: expected at least 1, observed not said by the service',
          note: 'Asked\nthe utility.',
          checks: [
            { id: 'meters.count', state: 'pass', expected: '1', observed: '1' },
            { id: 'meter.901.bills', state: 'unjudged', expected: 'at least 1', observed: 'not said by the service' },
          ],
          steps: [
            { seenAt: 2000, kind: 'fired', text: 'Sent test-submit' },
            { seenAt: 3500, kind: 'meter', text: 'Meter 901 was found', object: '901', raw: { uid: '901' } },
            {
              seenAt: 4000,
              kind: 'event',
              text: 'meter_created',
              ts: '2026-01-02T03:04:05.000001+00:00',
              object: '901',
            },
          ],
        },
        {
          requests: [poll(3400), poll(2500), poll(3000), poll(3900)],
          seen: {
            authorization: undefined,
            meters: [
              {
                uid: '901',
                status: 'updated',
                message: undefined,
                notes: [],
                bills: undefined,
                intervals: 0,
                raw: undefined,
              },
            ],
          },
        },
      ),
    ],
    FRAME,
  );
  const text = textOf(file);

  it('says what it is about, and nothing of a password in the address', () => {
    expect(text).toContain(
      'Workspace North Power Service https://utility.example/api/v2 Written 2026-11-23 05:00:00 UTC, by Meterscope 9',
    );
    expect(text).toContain('Sent 1970-01-01 00:00:02 UTC Verdict 1970-01-01 00:00:04 UTC, after 3 s');
    expect(file).not.toMatch(/hidden-word|t-1/);
  });

  it('says what could not be judged, and that missing is not zero', () => {
    expect(text).toContain(
      'What could not be judged Meter 901, bills not judged: expected at least 1, observed not said by the service',
    );
    expect(text).toContain('Meter Status Bills Intervals 901 updated not said by the service 0');
  });

  it('has events and requests in one order of time; looks that tell nothing new are one line', () => {
    expect(text).toContain(
      '+0.0 s Sent test-submit ' +
        '+0.5 s GET /api/v2/authorizations?uids=77 → 200, 3 times alike ' +
        '+1.5 s Meter 901 was found raw { &quot;uid&quot;: &quot;901&quot; } ' +
        '+1.9 s GET /api/v2/authorizations?uids=77 → 200, 12 ms ' +
        '+2.0 s meter_created (901) 2026-01-02T03:04:05.000001+00:00',
    );
  });

  it('says how many requests are not in it', () => {
    const cut = htmlReport([shared({}, { requests: [poll(2500)], unshownRequests: 1234 })], FRAME);
    expect(textOf(cut)).toContain('Older requests for it that are in the log, and not shown: 1,234.');
    expect(text).not.toContain('Older requests');
  });

  it('of a scenario file has its name, and the scenario that it submits', () => {
    const named = textOf(htmlReport([shared({ file: { name: 'A <year> of bills' } as RunView['file'] })], FRAME));
    expect(named).toContain('A &lt;year&gt; of bills at NORTH ✓ pass');
    expect(named).toContain('Scenario residential, by the scenario file "A &lt;year&gt; of bills" Workspace');
  });

  it('keeps the lines of a note', () => {
    expect(file).toContain('<pre class="note">Asked\nthe utility.</pre>');
  });

  it('is redacted in every text that came from outside', () => {
    const hidden = htmlReport(
      [
        shared({
          reason: 'of Jane Doe',
          state: 'fail',
          note: 'Jane Doe called',
          error: { code: 'x', message: 'Jane Doe', action: 'Ask Jane Doe' },
          checks: [{ id: 'authorization.customer', state: 'fail', expected: 'none', observed: 'Jane Doe' }],
          steps: [{ seenAt: 1, kind: 'note', text: 'Note: Jane Doe', raw: { customer: 'Jane Doe' } }],
        }),
      ],
      { ...FRAME, redact: (text) => text.replaceAll('Jane Doe', '[personal]') },
    );
    expect(hidden).not.toContain('Jane');
    expect(hidden.match(/\[personal\]/g)).toHaveLength(7);
  });
});

describe('the file of many runs', () => {
  it('begins with all verdicts, each leading to its run', () => {
    const file = htmlReport(
      [shared(), shared({ scenario: 'empty', state: 'fail', reason: 'one came' }), shared({ scenario: 'locked' })],
      FRAME,
    );
    const text = textOf(file);
    expect(text).toMatch(/^ ?2 of 3 test submissions passed 2 of 3 test submissions passed Workspace North Power/);
    expect(text).toContain(
      '✓ pass residential NORTH ✗ fail empty NORTH The service did not do what it must: one came. ✓ pass locked',
    );
    for (const [, id] of file.matchAll(/href="#([^"]*)"/g)) expect(file).toContain(`id="${id}"`);
  });
});
