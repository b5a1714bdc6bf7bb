import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DstRule, decodeDstRule, NO_DST, ruleTime } from '../../../shared/time/dst-rules.ts';
import { encodeDstRule } from '../../fixtures/dst-rule.ts';

const weekday = fc.integer({ min: 1, max: 7 });
const dayOfMonth = fc.integer({ min: 1, max: 31 });
const rules: fc.Arbitrary<DstRule> = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.oneof(
    fc.record({ kind: fc.constant('exact' as const), day: dayOfMonth }),
    fc.record({ kind: fc.constant('onOrAfter' as const), day: dayOfMonth, weekday }),
    fc.record({ kind: fc.constant('nth' as const), nth: fc.integer({ min: 1, max: 5 }), weekday }),
    fc.record({ kind: fc.constant('last' as const), weekday }),
  ),
  seconds: fc.integer({ min: 0, max: 86_399 }),
});

const secondSundayOfMarch: DstRule = { month: 3, day: { kind: 'nth', nth: 2, weekday: 7 }, seconds: 7200 };

describe('a DST rule', () => {
  it('reads what utilities of the United States write', () => {
    expect(decodeDstRule('360E2000')).toEqual({ ok: true, rule: secondSundayOfMarch });
    expect(decodeDstRule(' b40e2000 ')).toEqual({
      ok: true,
      rule: { month: 11, day: { kind: 'nth', nth: 1, weekday: 7 }, seconds: 7200 },
    });
    expect(decodeDstRule(NO_DST)).toEqual({ ok: true, rule: undefined });
    expect(encodeDstRule(undefined)).toBe(NO_DST);
  });

  it('is the same after it was written and read', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        expect(decodeDstRule(encodeDstRule(rule))).toEqual({ ok: true, rule });
      }),
    );
  });

  it.each([
    ['', /8 hexadecimal digits/],
    ['360E20', /8 hexadecimal digits/],
    ['060E2000', /no month 0/],
    ['D60E2000', /no month 13/],
    ['360F8000', /clock time/],
    ['360E2FFF', /clock time/],
    ['30002000', /no day/],
    ['36002000', /no weekday/],
    ['320E2000', /no day/],
    ['361E2000', /both a day of the month/],
  ])('is refused with a reason: %s', (text, reason) => {
    expect(decodeDstRule(text)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('says where a custodian wrote a time instead', () => {
    const time = (Date.UTC(2015, 2, 8) / 1000).toString(16);
    expect(decodeDstRule(time)).toEqual({ ok: false, reason: expect.stringContaining('2015-03-08') });
  });
});

describe('the time of a rule in a year', () => {
  const dateOf = (day: DstRule['day'], month: number, year: number) =>
    new Date(ruleTime({ month, day, seconds: 0 }, year) * 1000).toISOString().slice(0, 10);

  it('is the local clock time of that day', () => {
    expect(ruleTime(secondSundayOfMarch, 2025)).toBe(Date.UTC(2025, 2, 9, 2) / 1000);
  });

  it('takes the last such weekday for a fifth that the month does not have, and its last day for one beyond', () => {
    expect(dateOf({ kind: 'nth', nth: 5, weekday: 7 }, 3, 2025)).toBe('2025-03-30');
    expect(dateOf({ kind: 'nth', nth: 5, weekday: 7 }, 2, 2025)).toBe('2025-02-23');
    expect(dateOf({ kind: 'last', weekday: 7 }, 10, 2025)).toBe('2025-10-26');
    expect(dateOf({ kind: 'exact', day: 31 }, 2, 2024)).toBe('2024-02-29');
  });

  it('takes the day itself where it is that weekday, else the next one', () => {
    expect(dateOf({ kind: 'onOrAfter', day: 9, weekday: 7 }, 3, 2025)).toBe('2025-03-09');
    expect(dateOf({ kind: 'onOrAfter', day: 10, weekday: 7 }, 3, 2025)).toBe('2025-03-16');
  });

  it('is on the weekday of the rule, in its month', () => {
    fc.assert(
      fc.property(rules, fc.integer({ min: 1990, max: 2060 }), (rule, year) => {
        const at = new Date(ruleTime(rule, year) * 1000);
        if (rule.day.kind !== 'exact') expect(at.getUTCDay() || 7).toBe(rule.day.weekday);
        if (rule.day.kind !== 'onOrAfter') expect(at.getUTCMonth() + 1).toBe(rule.month);
      }),
    );
  });
});
