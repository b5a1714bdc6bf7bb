import { describe, expect, it } from 'vitest';
import {
  currencyWords,
  formatAge,
  formatBytes,
  formatCountdown,
  formatCounted,
  formatDuration,
  formatInterval,
  formatMeasured,
  formatMoney,
  formatQuantity,
  formatShare,
} from '../../../../renderer/ui/format.ts';

describe('numbers', () => {
  it('keep what matters of a quantity', () => {
    expect([0.12345, 12.345, 1234.56, 123_456.7].map(formatQuantity)).toEqual(['0.123', '12.35', '1,234.6', '123,457']);
    expect([-0.5, 0.0004, -0.000_012_3, 0].map(formatQuantity)).toEqual(['-0.5', '0.0004', '-0.000012', '0']);
    expect([formatMeasured(12.5, 'm3'), formatMeasured(3, '')]).toEqual(['12.5 m³', '3']);
  });

  it('count one of a thing as one', () => {
    expect([0, 1, 2000].map((count) => formatCounted(count, 'gap'))).toEqual(['0 gaps', '1 gap', '2,000 gaps']);
    expect(formatCounted(2, 'running job is', 'running jobs are')).toBe('2 running jobs are');
  });

  it('never round a share to nothing or to all', () => {
    expect([0, 0.0004, 0.07, 0.9996, 1].map(formatShare)).toEqual(['0 %', '< 0.1 %', '7 %', '> 99.9 %', '100 %']);
  });

  it('write money in its currency, and bare where there is none', () => {
    expect(['USD', 'CAD', 'AUD', 'EUR', 'CHF'].map((currency) => formatMoney(12.5, currency))).toEqual([
      '$12.50',
      'CA$12.50',
      'A$12.50',
      '€12.50',
      'CHF\u00a012.50',
    ]);
    expect(formatMoney(12.5, undefined)).toBe('12.50');
    expect(formatMoney(12.5, 'unknown (999)')).toBe('12.50');
    expect([undefined, 'unknown (999)', 'other', 'CAD'].map(currencyWords)).toEqual([
      'currency not stated',
      'currency unknown (999)',
      'currency other',
      'CAD',
    ]);
  });

  it('write sizes', () => {
    expect([12, 1234, 64_600_000].map(formatBytes)).toEqual(['12 B', '1.2 kB', '64.6 MB']);
  });
});

describe('times', () => {
  it('write lengths in two units at most', () => {
    expect([350, 42_000, 3_900_000, 90_000_000].map(formatDuration)).toEqual([
      '350 ms',
      '42 s',
      '1 h 5 min',
      '1 d 1 h',
    ]);
    expect(formatDuration(3_600_000)).toBe('1 h');
  });

  it('count down to zero and no further', () => {
    expect([42_000, 725_000, 3_723_000, -5].map(formatCountdown)).toEqual(['0:42', '12:05', '1:02:03', '0:00']);
    expect(formatCountdown(41_200)).toBe('0:42');
  });

  it('write ages in one unit', () => {
    expect([3000, 59_000, 300_000, 7_200_000, 200_000_000].map(formatAge)).toEqual([
      'just now',
      '59 s ago',
      '5 min ago',
      '2 h ago',
      '2 d ago',
    ]);
  });

  it('name the length of a reading', () => {
    expect([900, 3600, 86_400, 899, 0].map(formatInterval)).toEqual(['15 min', '1 h', '1 day', '899 s', 'irregular']);
  });
});
