import { expect, it } from 'vitest';
import { type Described, pictureWords } from '../../../../../renderer/features/usage/picture-words.ts';
import type { UsageContext } from '../../../../../renderer/features/usage/usage-context.ts';
import type { UsageStatistics } from '../../../../../shared/contract/usage.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';
import { series } from './series.ts';

const clock = clockOfZone('America/Los_Angeles');
const from = Date.parse('2025-01-06T08:00:00Z') / 1000;
const span = { from, to: from + 86_400 };
const point = { id: '1~5', uid: '5', meterNumber: '123' } as UsageContext['point'];

function described(label: string, unit: string, count: number, estimated: number): Described {
  const numbers = { count, estimated, coverage: 1 } as UsageStatistics;
  return { series: series({ id: label, label }), unit, numbers, blocks: { rows: [], matching: 0 } };
}

const words = (all: readonly Described[]) =>
  pictureWords({ workspace: 'demo', point, clock, title: 'Load profile', span, series: all });

it('names the series that are drawn, in the unit of the axis', () => {
  const { caption } = words([described('Electricity delivered', 'MWh', 96, 0.5)]);
  expect(caption[0]).toBe('Load profile, meter 123: Electricity delivered (MWh)');
  expect(caption.slice(2)).toEqual(['96 readings, 50 % estimated, coverage 100 %', 'Source unknown']);
});

it('of several series says of each how sure it is', () => {
  const { caption, facts } = words([
    described('Delivered', 'kWh', 96, 0),
    described('Received', 'kWh', 48, 0.5),
    described('Temperature', 'degC', 24, 0),
  ]);
  expect(caption[0]).toBe('Load profile, meter 123: Delivered (kWh), Received (kWh), Temperature (°C)');
  expect(caption.filter((line) => line.includes('readings'))).toEqual([
    'Delivered: 96 readings, 0 % estimated, coverage 100 %',
    'Received: 48 readings, 50 % estimated, coverage 100 %',
    'Temperature: 24 readings, 0 % estimated, coverage 100 %',
  ]);
  expect(facts).toMatchObject({ series: [{ readings: 96 }, { readings: 48, estimated: 0.5 }, { readings: 24 }] });
});

it('says of a comparison which span each side is of', () => {
  const before = { from: from - 7 * 86_400, to: from - 6 * 86_400 };
  const { facts } = words([
    described('Delivered', 'kWh', 96, 0),
    { ...described('Delivered', 'kWh', 96, 0), name: 'Delivered, the week before', span: before },
  ]);
  expect(facts).toMatchObject({ series: [{ ...span }, { label: 'Delivered, the week before', ...before }] });
});
