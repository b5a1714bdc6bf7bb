import { describe, expect, it } from 'vitest';
import {
  expiryWords,
  scopeParts,
  scopeWords,
  statusColor,
} from '../../../../../renderer/features/authorizations/authorization-words.ts';

describe('words of an authorization', () => {
  const now = Date.UTC(2026, 0, 10, 12);
  const at = (days: number) => now / 1000 + days * 86_400;

  const ending = (expiresAt: number | undefined, code = 0) => ({ expiresAt, status: { code, label: '' } });

  it('say when access ends', () => {
    expect(expiryWords(ending(undefined), now)).toBe('');
    expect(expiryWords(ending(at(-2.5)), now)).toBe('expired 3 d ago');
    expect(expiryWords(ending(at(-0.1)), now)).toBe('expired today');
    expect(expiryWords(ending(at(0.5)), now)).toBe('today');
    expect(expiryWords(ending(at(12)), now)).toBe('in 12 days');
    expect(expiryWords(ending(at(1)), now)).toBe('in 1 day');
    expect(expiryWords(ending(at(400)), now)).toBe('2027-02-14');
  });

  it('do not call expired what the service calls active', () => {
    expect(expiryWords(ending(at(-2.5), 1), now)).toBe('2026-01-08');
    expect(expiryWords(ending(at(12), 1), now)).toBe('in 12 days');
  });

  it('decode a scope into function blocks and keep what they do not know', () => {
    const parts = scopeParts('FB=4_5_99;IntervalDuration=900;Odd=1');
    expect(parts).toEqual([
      { text: 'FB 4', meaning: 'Interval metering' },
      { text: 'FB 5', meaning: 'Electricity intervals' },
      { text: 'FB 99', meaning: undefined },
      { text: 'IntervalDuration=900', meaning: 'Length of the intervals, seconds' },
      { text: 'Odd=1', meaning: undefined },
    ]);
  });

  it('say what a scope opens, and keep what says nothing', () => {
    expect(scopeWords('FB=1_3_4_5_13_15_51_54;IntervalDuration=900')).toBe('Intervals, bills, customer data');
    expect(scopeWords('FB=17')).toBe('Power quality');
    expect(scopeWords('FB=1_99')).toBe('FB=1_99');
    expect(scopeWords(undefined)).toBeUndefined();
  });

  it('colour states, unknown ones neutrally', () => {
    const status = (code: number) => ({ code, label: '' });
    expect([1, 0, 2, 77].map((code) => statusColor(status(code)))).toEqual(['green', 'red', 'red', 'gray']);
  });
});
