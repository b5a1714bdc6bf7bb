import './computer-in-tokyo.ts';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { clockOfParameters, clockOfZone, type DstRule, decodeDstRule } from '../../../shared/time/index.ts';
import { encodeDstRule } from '../../fixtures/dst-rule.ts';

const SUNDAY = 7;
const rule = (month: number, day: DstRule['day'], hour: number, minute = 0): string =>
  encodeDstRule({ month, day, seconds: hour * 3600 + minute * 60 });
const nth = (n: number): DstRule['day'] => ({ kind: 'nth', nth: n, weekday: SUNDAY });
const last: DstRule['day'] = { kind: 'last', weekday: SUNDAY };

/** Zones with their rules of today, as a custodian would write them; right from `since` on. */
const ZONES: [zone: string, tz: number, dst: number, start: string, end: string, since: number][] = [
  ['America/New_York', -18_000, 3600, '360E2000', 'B40E2000', 2008],
  ['America/Los_Angeles', -28_800, 3600, '360E2000', 'B40E2000', 2008],
  ['America/St_Johns', -12_600, 3600, rule(3, nth(2), 2), rule(11, nth(1), 2), 2012],
  ['Europe/Berlin', 3600, 3600, rule(3, last, 2), rule(10, last, 3), 2000],
  ['Europe/London', 0, 3600, rule(3, last, 1), rule(10, last, 2), 2000],
  ['Australia/Sydney', 36_000, 3600, rule(10, nth(1), 2), rule(4, nth(1), 3), 2009],
  ['Australia/Adelaide', 34_200, 3600, rule(10, nth(1), 2), rule(4, nth(1), 3), 2009],
  ['Australia/Lord_Howe', 37_800, 1800, rule(10, nth(1), 2), rule(4, nth(1), 2), 2009],
  ['Pacific/Auckland', 43_200, 3600, rule(9, last, 2), rule(4, nth(1), 3), 2009],
  ['Pacific/Chatham', 45_900, 3600, rule(9, last, 2, 45), rule(4, nth(1), 3, 45), 2009],
  ['Asia/Kathmandu', 20_700, 0, 'FFFFFFFF', 'FFFFFFFF', 2000],
  ['Asia/Kolkata', 19_800, 3600, 'FFFFFFFF', 'FFFFFFFF', 2000],
  ['America/Phoenix', -25_200, 0, '360E2000', 'B40E2000', 2000],
];

/** The reference: seconds that a zone is ahead of UTC, by Temporal. */
function reference(zone: string, epoch: number): number {
  const instant = Temporal.Instant.fromEpochMilliseconds(epoch * 1000);
  return instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e9;
}

const YEAR_2036 = Date.UTC(2036, 0, 1) / 1000;

describe('the clock of LocalTimeParameters', () => {
  it.each(ZONES)('shows what %s shows', (zone, tzOffset, dstOffset, dstStartRule, dstEndRule, since) => {
    const result = clockOfParameters({ tzOffset, dstOffset, dstStartRule, dstEndRule });
    if (!result.ok) throw new Error(result.reason);
    const from = Date.UTC(since, 0, 1) / 1000;
    fc.assert(
      fc.property(fc.integer({ min: from, max: YEAR_2036 }), (epoch) => {
        expect(result.clock.offsetAt(epoch)).toBe(reference(zone, epoch));
      }),
      { numRuns: 400 },
    );
    // And to the second at each change.
    let at = Temporal.Instant.fromEpochMilliseconds(from * 1000).toZonedDateTimeISO(zone);
    for (let i = 0; i < 12; i++) {
      const change = at.getTimeZoneTransition('next');
      if (!change || change.epochMilliseconds / 1000 > YEAR_2036) break;
      const epoch = change.epochMilliseconds / 1000;
      expect([result.clock.offsetAt(epoch - 1), result.clock.offsetAt(epoch)]).toEqual([
        reference(zone, epoch - 1),
        reference(zone, epoch),
      ]);
      at = change;
    }
  });

  it.each([
    [
      'hex epochs (Enbridge)',
      { tzOffset: -18_000, dstOffset: 3600, dstStartRule: '65ED5A70', dstEndRule: '67271F70' },
      /epoch seconds \(2024-03-10\)/,
    ],
    [
      'two bytes (SCE)',
      { tzOffset: -28_800, dstOffset: 3600, dstStartRule: 'B60E', dstEndRule: 'B40E' },
      /8 hexadecimal digits/,
    ],
    [
      'a negative dstOffset (ConEd)',
      { tzOffset: -18_000, dstOffset: -18_000, dstStartRule: '360E2000', dstEndRule: 'B40E2000' },
      /dstOffset/,
    ],
    [
      'the wrong sign (natgas MA)',
      { tzOffset: 18_000, dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: 'B40E2000' },
      /North America/,
    ],
    [
      'start and end exchanged, in the north',
      { tzOffset: -18_000, dstOffset: 3600, dstStartRule: 'B40E2000', dstEndRule: '360E2000' },
      /North America.*exchanged/,
    ],
    [
      'start and end exchanged, in the south',
      { tzOffset: 34_200, dstOffset: 3600, dstStartRule: rule(4, nth(1), 3), dstEndRule: rule(10, nth(1), 2) },
      /Australia.*exchanged/,
    ],
    [
      'the wrong sign, in Australia',
      { tzOffset: -36_000, dstOffset: 3600, dstStartRule: rule(10, nth(1), 2), dstEndRule: rule(4, nth(1), 3) },
      /Australia.*west of Greenwich/,
    ],
    [
      'the wrong sign, in New Zealand',
      { tzOffset: -43_200, dstOffset: 3600, dstStartRule: rule(9, last, 2), dstEndRule: rule(4, nth(1), 3) },
      /New Zealand/,
    ],
    [
      'one rule twice',
      { tzOffset: -18_000, dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: '360E2000' },
      /same day/,
    ],
    ['no tzOffset', { dstOffset: 3600 }, /no tzOffset/],
    ['an odd tzOffset', { tzOffset: -300 }, /no offset of any zone/],
    ['no rule that can be read', { tzOffset: -18_000, dstOffset: 3600 }, /adds 3600 seconds/],
    [
      'zeros for rules',
      { tzOffset: -18_000, dstOffset: 3600, dstStartRule: '00000000', dstEndRule: '00000000' },
      /month/,
    ],
    ['rules alone', { tzOffset: -18_000, dstStartRule: '360E2000', dstEndRule: 'B40E2000' }, /no dstOffset/],
    ['only a start', { tzOffset: 0, dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: 'FFFFFFFF' }, /not both/],
  ])('%s cannot be right', (_name, parameters, reason) => {
    expect(clockOfParameters(parameters)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it.each([
    [{ tzOffset: -25_200 }],
    [{ tzOffset: -25_200, dstOffset: 0 }],
    [{ tzOffset: -25_200, dstOffset: 0, dstStartRule: '00000000', dstEndRule: '00000000' }],
  ])('%j is a clock without daylight saving', (parameters) => {
    const result = clockOfParameters(parameters);
    expect(result.ok && result.clock.offsetAt(Date.UTC(2024, 6, 1) / 1000)).toBe(-25_200);
  });

  it('an offset of 0 with rules of North America (SDG&E) is the wall clock as sent, with a doubt', () => {
    const result = clockOfParameters({
      tzOffset: 0,
      dstOffset: 3600,
      dstStartRule: '360E2000',
      dstEndRule: 'B40E2000',
    });
    expect(result).toMatchObject({ ok: true, doubt: expect.stringMatching(/North America.*as sent$/) });
    expect(result.ok && result.clock.offsetAt(Date.UTC(2024, 6, 1) / 1000)).toBe(0);
  });

  it('seconds used as a counter (the SDK) do no harm', () => {
    const result = clockOfParameters({
      tzOffset: -18_000,
      dstOffset: 3600,
      dstStartRule: '360E2003',
      dstEndRule: 'B40E2003',
    });
    expect(result.ok && result.clock.offsetAt(Date.UTC(2024, 2, 10, 7, 0, 3) / 1000)).toBe(-14_400);
    expect(result.ok && result.clock.offsetAt(Date.UTC(2024, 2, 10, 7, 0, 2) / 1000)).toBe(-18_000);
  });
});

describe('DST rules', () => {
  it('the example of the schema is the second Sunday of March at two', () => {
    expect(decodeDstRule('360E2000')).toEqual({
      ok: true,
      rule: { month: 3, day: { kind: 'nth', nth: 2, weekday: 7 }, seconds: 7200 },
    });
  });

  it('every rule survives encoding', () => {
    const weekday = fc.integer({ min: 1, max: 7 });
    const day = fc.integer({ min: 1, max: 31 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.oneof(
          day.map((d) => ({ kind: 'exact' as const, day: d })),
          fc.tuple(day, weekday).map(([d, w]) => ({ kind: 'onOrAfter' as const, day: d, weekday: w })),
          fc
            .tuple(fc.integer({ min: 1, max: 5 }), weekday)
            .map(([n, w]) => ({ kind: 'nth' as const, nth: n, weekday: w })),
          weekday.map((w) => ({ kind: 'last' as const, weekday: w })),
        ),
        fc.integer({ min: 0, max: 86_399 }),
        (month, when, seconds) => {
          const original: DstRule = { month, day: when, seconds };
          expect(decodeDstRule(encodeDstRule(original))).toEqual({ ok: true, rule: original });
        },
      ),
    );
  });

  it('no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.integer({ min: 0, max: 0xffffffff }).map((n) => n.toString(16).padStart(8, '0')),
        ),
        (text) => {
          const result = decodeDstRule(text);
          if (!result.ok) expect(result.reason.length).toBeGreaterThan(5);
        },
      ),
    );
  });
});

describe('the clock of an IANA zone', () => {
  const zones = [
    'America/New_York',
    'Europe/Dublin',
    'Africa/Casablanca',
    'America/Sao_Paulo',
    'Asia/Tehran',
    'Pacific/Apia',
    'UTC',
    'America/Havana',
    'Australia/Lord_Howe',
  ];
  it.each(zones)('%s agrees with Temporal', (zone) => {
    const clock = clockOfZone(zone);
    fc.assert(
      fc.property(fc.integer({ min: 946_684_800, max: YEAR_2036 }), (epoch) => {
        expect(clock.offsetAt(epoch)).toBe(reference(zone, epoch));
      }),
      { numRuns: 300 },
    );
  });

  it('a zone that does not exist is refused', () => {
    expect(() => clockOfZone('Mars/Olympus')).toThrow(RangeError);
  });
});
