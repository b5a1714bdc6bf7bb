import { describe, expect, it } from 'vitest';
import type { FileReport, SeriesReport } from '../../../electron/cli/inspect-report.ts';
import { reportText } from '../../../electron/cli/inspect-text.ts';

const at = (text: string) => Date.parse(text) / 1000;
const report = (over: Partial<FileReport> = {}): FileReport => ({
  file: 'a.xml',
  ok: true,
  error: null,
  entries: {},
  readings: { blocks: 0, count: 0, sumValue: '0', sumCost: '0', firstStart: null, lastStart: null },
  series: [],
  bills: [],
  problems: [],
  unattached: [],
  localTimes: [],
  ...over,
});
const SERIES = {
  usagePoint: 'p',
  commodity: 'Electricity',
  flow: 'Delivered',
  kind: null,
  grid: 'fixed',
  intervalLength: 900,
  behaviour: 'interval',
  holes: { suggested: 'gaps', reason: '' },
  unit: 'kWh',
  count: 1,
  sum: 1.23456,
  first: at('2025-07-01T07:00Z'),
  last: at('2025-07-01T07:00Z'),
  gaps: 0,
  duplicates: 0,
  estimated: 0,
} as unknown as SeriesReport; // all that a line is made of
const text = (over: Partial<FileReport>, zone = 'America/Los_Angeles') => reportText(report(over), zone);

describe('the report for people', () => {
  it('of a file that cannot be read says why and what to do', () => {
    const error = { code: 'x', message: 'No Green Button data.', action: 'Choose another.' };
    expect(text({ ok: false, error })).toBe('a.xml: cannot be read\n  No Green Button data.\n  Choose another.\n');
    expect(text({ ok: false, error: { ...error, action: null } })).toBe(
      'a.xml: cannot be read\n  No Green Button data.\n',
    );
  });

  it('says none where there is nothing', () => {
    expect(text({})).toBe('a.xml\n  Entries    none\n  Readings   none\n');
  });

  it('tells times in the zone that it names', () => {
    const readings = {
      ...report().readings,
      blocks: 1,
      count: 96,
      firstStart: at('2025-07-01T07:00Z'),
      lastStart: at('2025-12-01T07:45Z'),
    };
    expect(text({ readings })).toContain(
      '96 in 1 interval block, 2025-07-01 00:00 to 2025-11-30 23:45 (America/Los_Angeles)',
    );
  });

  it('sums a series up where a total makes sense, and notes what is odd about it', () => {
    expect(text({ series: [SERIES] })).toContain(
      '  Series     p: Electricity, Delivered, 900 s: 1 reading, 1.235 kWh, 2025-07-01 00:00',
    );
    const odd = {
      ...SERIES,
      usagePoint: null,
      intervalLength: null,
      grid: 'month' as const,
      sum: null,
      behaviour: 'register',
      gaps: 2,
      holes: { suggested: 'zeros', reason: '' },
      duplicates: 1,
      estimated: 3,
    };
    const line = text({ series: [odd] });
    expect(line).toContain('no usage point: Electricity, Delivered, monthly: 1 reading, 2025');
    expect(line).toContain(
      '(read as register, 2 gaps, which may be zeros that were left out, 1 duplicate, 3 estimated)',
    );
  });

  it('shows the gravest ten problems and counts the others', () => {
    const problem = (severity: string, line: number | null) => ({
      code: 'c',
      message: severity,
      line,
      column: null,
      severity,
    });
    const problems = [...Array.from({ length: 10 }, () => problem('info', null)), problem('error', 7)];
    const lines = text({ problems }).trimEnd().split('\n').slice(3);
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe('  error      line 7: error');
    expect(lines.at(-1)).toBe('  and 1 more problem (--json shows all)');
  });

  it('counts what only a count stands for, always shows that count, and says what --json shows', () => {
    const problem = (severity: string, code: string, message: string) => {
      return { code, message, line: null, column: null, severity };
    };
    const problems = [
      ...Array.from({ length: 50 }, () => problem('info', 'b', 'odd')),
      problem('info', 'b', 'This happened 4940 more times in this document.'),
    ];
    const lines = text({ problems }).trimEnd().split('\n').slice(3);
    expect(lines).toHaveLength(12);
    expect(lines.slice(-2)).toEqual([
      '  info       b: This happened 4940 more times in this document.',
      '  and 4980 more problems (--json shows 40 of them)',
    ]);
  });

  it('says whose local time is assumed, and not where the file names it', () => {
    const time = { usagePoint: 'p', label: 'UTC', inferred: false, warning: null };
    expect(text({ localTimes: [{ ...time, source: 'meter' }] })).not.toContain('Time');
    expect(text({ localTimes: [{ ...time, source: 'assumed' }] })).toContain(
      'p: Its local time is not known. UTC is assumed; --zone names another.',
    );
  });
});
