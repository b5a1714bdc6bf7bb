import type { SeriesRow } from '../../../../../shared/contract/usage.ts';

/** A series row for tests. */
export function series(over: Partial<SeriesRow> = {}): SeriesRow {
  return {
    id: 's',
    label: 'Electricity delivered, 15 min',
    grid: 'fixed',
    intervalLength: 900,
    step: 900,
    unit: 'kWh',
    sourceUnit: 'Wh',
    behaviour: 'interval',
    behaviourReason: '',
    behaviourBy: 'source',
    behaviourDetected: 'interval',
    intervalReason: '',
    count: 100,
    gaps: 0,
    holes: { taken: 'gaps', by: 'detected', suggested: 'gaps', reason: '', holes: 0, readings: 0 },
    duplicates: 0,
    estimated: 0,
    quality: {},
    ...over,
  };
}
