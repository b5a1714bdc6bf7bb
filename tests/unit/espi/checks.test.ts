import { describe, expect, it } from 'vitest';
import { checkEntity, unitContradiction } from '../../../shared/espi/checks.ts';
import type { Finding } from '../../../shared/espi/decode.ts';

function found(kind: string, data: Record<string, unknown>): Finding[] {
  const findings: Finding[] = [];
  checkEntity(kind, data, (finding) => findings.push(finding));
  return findings;
}
const codes = (kind: string, data: Record<string, unknown>) => found(kind, data).map(({ code }) => code);

describe('what is odd about an entity', () => {
  it('is nothing of an entity that is fine, or of a kind without checks', () => {
    expect(codes('ReadingType', { uom: 72, commodity: 1, powerOfTenMultiplier: 3 })).toEqual([]);
    expect(codes('UsagePoint', { serviceCategory: { kind: 0 } })).toEqual([]);
    expect(codes('MeterReading', {})).toEqual([]);
    const time = { tzOffset: -28_800, dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: 'B40E2000' };
    expect(codes('LocalTimeParameters', time)).toEqual([]);
  });

  it('names a clock that cannot be', () => {
    const [finding] = found('LocalTimeParameters', {
      tzOffset: -28_800,
      dstOffset: 3600,
      dstStartRule: 'ZZ',
      dstEndRule: 'B40E2000',
    });
    expect(finding).toMatchObject({ code: 'time_rules_unusable', severity: 'warning' });
    expect(finding?.message).toContain('"ZZ"');
  });

  it('doubts a clock of Greenwich with the rules of North America', () => {
    const time = { tzOffset: 0, dstOffset: 3600, dstStartRule: '360E2000', dstEndRule: 'B40E2000' };
    expect(codes('LocalTimeParameters', time)).toEqual(['time_rules_doubtful']);
  });

  it('names a missing unit and a multiplier beyond any', () => {
    expect(codes('ReadingType', { commodity: 1 })).toEqual(['reading_type_without_unit']);
    expect(codes('ReadingType', { uom: 0 })).toEqual(['reading_type_without_unit']);
    expect(codes('ReadingType', { uom: 72, powerOfTenMultiplier: 12 })).toEqual([]);
    expect(codes('ReadingType', { uom: 72, powerOfTenMultiplier: -13 })).toEqual(['multiplier_unusual']);
    expect(codes('ReadingType', { uom: 72, commodity: 9 })).toEqual(['commodity_unit_mismatch']);
  });

  it('tells a usage point without a service from one of a service that no meter measures', () => {
    expect(found('UsagePoint', {})).toMatchObject([{ code: 'service_kind_missing', severity: 'info' }]);
    expect(codes('UsagePoint', { serviceCategory: { kind: 'electricity' } })).toEqual(['service_kind_missing']);
    expect(found('UsagePoint', { serviceCategory: { kind: 6 } })).toMatchObject([
      { code: 'unusual_service_kind', severity: 'warning' },
    ]);
  });
});

describe('service, commodity and unit', () => {
  const [wh, m3, volt] = [72, 42, 29];

  it.each([
    [0, 1, wh],
    [1, 7, m3],
    [1, 7, wh], // gas is measured in energy, too
    [2, 9, m3],
    [undefined, undefined, wh],
    [0, 1, 80],
    [5, 7, m3], // sewerage has no meter of its own
  ])('go together: service %s, commodity %s, unit %s', (service, commodity, uom) => {
    expect(unitContradiction(service, commodity, uom)).toBeUndefined();
  });

  it.each([
    [1, 1, wh, /usage point is of service/],
    [0, undefined, m3, /a volume/],
    [undefined, 1, 169, /the unit is/],
    [undefined, 7, volt, /of electricity/],
    [2, undefined, wh, /of energy/],
  ])('contradict: service %s, commodity %s, unit %s', (service, commodity, uom, said) => {
    expect(unitContradiction(service, commodity, uom)).toMatch(said);
  });
});
