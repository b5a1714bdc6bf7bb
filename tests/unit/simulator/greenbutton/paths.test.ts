import { describe, expect, it } from 'vitest';
import { localTimeUid, paths, readingTypeUid } from '../../../../electron/simulator/greenbutton/paths.ts';
import type { Segment } from '../../../../electron/simulator/greenbutton/segments.ts';
import { matchResource } from '../../../../shared/resources.ts';
import { consentWithMeter, smallWorld } from '../small-world.ts';

const { authorization, meter } = consentWithMeter(smallWorld().world);
const segment = { meter, uid: `${meter.uid}-2025` } as Segment; // a path names no more of it
const BASE = 'http://x/DataCustodian/espi/1_1/resource';

describe('the paths of the service', () => {
  it.each([
    ['Authorization', paths.authorization(authorization)],
    ['BatchSubscription', paths.batch(authorization)],
    ['UsagePoint', paths.usagePoint(meter)],
    ['MeterReading', paths.meterReading(segment)],
    ['ReadingType', paths.readingType(segment)],
    ['LocalTimeParameters', paths.localTime(meter)],
    ['Customer', paths.customer(authorization)],
    ['ServiceLocation', paths.location(meter)],
  ])('are those where a client looks for %s', (name, path) => {
    const found = matchResource(BASE + path);
    expect(found?.resource.name).toBe(name);
    expect(Object.values(found?.values ?? {})).not.toContain('');
  });

  it('have what a custodian may write as one part of them', () => {
    expect(paths.bulk('a/b c')).toBe('/Bulk/a%2Fb%20c');
    const odd = { ...meter, model: { ...meter.model, meterNumber: 'A/1' } };
    expect(paths.meter(odd).split('/').at(-1)).toBe('A%2F1');
  });

  it('of readings and local time name authorization and meter, so that no two of them share one', () => {
    const uids = [localTimeUid(meter), readingTypeUid(segment)];
    for (const uid of uids) {
      expect(uid).toContain(authorization.uid);
      expect(uid).toContain(meter.uid);
    }
    const other = { ...segment, uid: `${meter.uid}-2024` };
    expect(readingTypeUid(other)).not.toBe(readingTypeUid(segment));
  });
});
