import { describe, expect, it } from 'vitest';
import { zoneWords } from '../../../../../renderer/features/usage/zone-words.ts';
import { clockOfParameters, clockOfZone, fixedClock } from '../../../../../shared/time/index.ts';

function ofRules(hours: number, dstStartRule: string, dstEndRule: string) {
  const made = clockOfParameters({ tzOffset: hours * 3600, dstOffset: 3600, dstStartRule, dstEndRule });
  if (!made.ok) throw new Error(made.reason);
  return made.clock;
}

const american = ['360E2000', 'B40E2000'] as const;

describe('the name of a local time', () => {
  it('is what people call it, where the clock runs just so', () => {
    const pacific = ofRules(-8, ...american);
    expect(zoneWords({ label: pacific.label, source: 'meter' }, pacific)).toBe('Pacific time (meter)');
    const eastern = ofRules(-5, ...american);
    expect(zoneWords({ label: eastern.label, source: 'meter' }, eastern)).toBe('Eastern time (meter)');
    expect(zoneWords({ label: 'Europe/Berlin', source: 'user' }, clockOfZone('Europe/Berlin'))).toBe(
      'Central European time (your choice)',
    );
  });

  it('is the offset where it runs otherwise: no daylight saving, or other rules', () => {
    const fixed = fixedClock(-8 * 3600);
    expect(zoneWords({ label: fixed.label, source: 'meter' }, fixed)).toBe('UTC-08:00 (meter)');
    expect(zoneWords({ label: 'UTC', source: 'assumed' }, fixedClock(0))).toBe('UTC (assumed)');
    expect(zoneWords({ label: 'UTC', source: 'meter', inferred: true }, fixedClock(0))).toBe('UTC (inferred)');
    // The last Sundays of March and October, at an offset that no named zone has with them.
    const odd = ofRules(3, '3E0E2000', 'AE0E2000');
    expect(zoneWords({ label: odd.label, source: 'meter' }, odd)).toBe('UTC+03:00 with DST (meter)');
  });
});
