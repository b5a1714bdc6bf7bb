import { describe, expect, it } from 'vitest';
import { byOffset, localText, offsetText } from '../../../../../electron/engine/store/export/sql.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';

describe('an offset from UTC', () => {
  it('is written with its sign, hours and minutes', () => {
    expect([0, -25_200, 34_200, -12_600, 45_900].map(offsetText)).toEqual([
      '+00:00',
      '-07:00',
      '+09:30',
      '-03:30',
      '+12:45',
    ]);
  });
});

describe('the SQL of local time', () => {
  const zone = clockOfZone('America/Los_Angeles');
  const at = (text: string) => Date.parse(text) / 1000;

  it('has one offset where the clock keeps it', () => {
    expect(byOffset(zone, 'start', at('2025-01-01T00:00Z'), at('2025-02-01T00:00Z'))).toBe('-28800');
  });

  it('asks from the last change of the clock to the first', () => {
    const spring = at('2025-03-09T10:00Z');
    const autumn = at('2025-11-02T09:00Z');
    expect(byOffset(zone, 'start', at('2025-01-01T00:00Z'), at('2026-01-01T00:00Z'))).toBe(
      `CASE WHEN start >= ${autumn} THEN -28800 WHEN start >= ${spring} THEN -25200 ELSE -28800 END`,
    );
  });

  it('has the offset behind the time', () => {
    expect(localText(zone, 's', at('2025-01-01T00:00Z'), at('2025-02-01T00:00Z'))).toBe(
      "strftime(clock_at(s + -28800), '%Y-%m-%dT%H:%M:%S') || '-08:00'",
    );
  });
});
