import { describe, expect, it } from 'vitest';
import { firstMeter } from '../../../../../renderer/features/start/first-meter.ts';
import type { UsagePointRow } from '../../../../../shared/contract/portfolio.ts';

function meter(id: string, readings: number, kind = 0): UsagePointRow {
  return {
    id,
    uid: id,
    serviceKind: { code: kind, label: '' },
    series: 1,
    readings,
    bills: 0,
    problems: 0,
  };
}

describe('the meter that opens by itself', () => {
  const rows = [meter('gas', 900, 1), meter('small', 10), meter('big', 500), meter('empty', 0)];

  it('is an electric one with the most readings', () => {
    expect(firstMeter(rows)?.id).toBe('big');
  });

  it('may be of gas when there is nothing else, and is none without readings', () => {
    expect(firstMeter([meter('g', 5, 1)])?.id).toBe('g');
    expect(firstMeter([meter('empty', 0)])).toBeUndefined();
  });
});
