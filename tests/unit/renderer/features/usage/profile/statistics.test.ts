import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { StatisticCells as StatisticCellsOf } from '../../../../../../renderer/features/usage/profile/statistics.tsx';
import { scaleOfLargest } from '../../../../../../renderer/ui/unit-scale.ts';
import type { UsageStatistics } from '../../../../../../shared/contract/usage.ts';
import { clockOfZone } from '../../../../../../shared/time/index.ts';
import { series } from '../series.ts';

let StatisticCells: typeof StatisticCellsOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ StatisticCells } = await import('../../../../../../renderer/features/usage/profile/statistics.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

/** What a cell says, without its name. */
function cell(name: string, over: Partial<UsageStatistics>): string {
  const answer = { count: 201, implied: 0, cut: 0, total: 55, mean: 0.25, estimated: 0, coverage: 1, ...over };
  const page = renderToStaticMarkup(
    createElement(StatisticCells, {
      row: series(),
      scale: scaleOfLargest('kWh', [5]),
      answer,
      place: { clock: clockOfZone('UTC'), span: { from: 0, to: 86_400 } },
      when: () => 'then',
    }),
  );
  const found = page.split('data-stat=').find((part) => part.startsWith(`"${name}"`)) ?? '';
  return found.slice(found.indexOf('</dt>')).replaceAll(/<[^>]*>/g, ' ');
}

it('the demand of a peak is that of the time which it took', () => {
  expect(cell('Peak', { peak: { value: 5, at: 0, seconds: 21_600 } })).toMatch(/5 kWh.*0\.833 kW/);
  expect(cell('Peak', { peak: { value: 5, at: 0, seconds: 900 } })).toContain('20 kW');
});

it('readings of unequal lengths have neither a load factor nor the demand of a mean', () => {
  expect(cell('Load factor', {})).toContain('–');
  expect(cell('Mean', {})).not.toContain('kW ');
  expect(cell('Mean', { base: 0.1 })).toContain('1 kW ');
});
