/** Whose lines are called what, while other meters of a sum are being asked for. */
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SumProfile as SumProfileOf } from '../../../../../renderer/features/portfolio/sum-profile.tsx';
import { spanChart } from '../../../../../renderer/features/portfolio/sum-shape.ts';
import type { Summed } from '../../../../../shared/contract/sum.ts';
import type { ChartSeries } from '../../../../../shared/contract/usage.ts';
import { clockOfZone } from '../../../../../shared/time/index.ts';

const answer: { data: ChartSeries[] } = { data: [] };

vi.mock('../../../../../renderer/api/index.ts', async (original) => ({
  ...(await original()),
  useCall: () => ({ ...answer, error: null, isFetching: true, refetch: () => Promise.resolve() }),
}));

let SumProfile: typeof SumProfileOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ SumProfile } = await import('../../../../../renderer/features/portfolio/sum-profile.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const values = [1, 2, 3, 4];
const extent = { from: 1_700_000_000, to: 1_700_000_000 + values.length * 900 };
const sum: Summed = {
  ...{ measure: '0:72:1', label: 'Electricity delivered', unit: 'kWh', step: 900, extent, from: extent.from, left: 0 },
  ...{ v: values, n: [3, 3, 3, 3], e: [0, 0, 0, 0] },
  parts: ['1', '2', '3'].map((uid) => ({ id: `m${uid}`, uid, series: `s${uid}`, step: 900 })),
};

/** The names in the legend, and what a screen reader says. */
function drawn(charts: readonly string[], chosen: readonly string[]) {
  answer.data = charts.map((series) => ({ ...spanChart(sum, values, 'kWh', extent), series }));
  const profile = createElement(SumProfile, {
    ...{ workspace: 'w', sum, clock: clockOfZone('UTC'), overlay: true, chosen, onChosen: () => undefined },
  });
  const page = renderToStaticMarkup(createElement(MantineProvider, null, profile));
  const legend = /data-testid="sum-legend">(.*?)<\/div>/.exec(page)?.[1] ?? '';
  const names = [...legend.matchAll(/<\/i>(.*?)<\/span>/g)].map(([, name]) => name);
  return { names, said: /Load profile of (.*?), [A-Z][a-z]{2} /.exec(page)?.[1] };
}

it('each line has the name of its own meter, also of those that were asked for before', () => {
  expect(drawn(['s1', 's2'], ['m3', 'm2'])).toEqual({
    names: ['Meter 1', 'Meter 2', 'Meters contributing'],
    said: 'Meter 1, Meter 2',
  });
});

it('once they are here, lines are those that are chosen', () => {
  expect(drawn(['s2', 's3'], ['m3', 'm2'])).toEqual({
    names: ['Meter 2', 'Meter 3', 'Meters contributing'],
    said: 'Meter 2, Meter 3',
  });
});
