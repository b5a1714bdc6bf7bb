/** What the pictures of patterns say below themselves. */
import { MantineProvider } from '@mantine/core';
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DurationFigure as DurationFigureOf } from '../../../../../../renderer/features/usage/tabs/load-duration-figure.tsx';
import type { TypicalDayFigure as TypicalDayFigureOf } from '../../../../../../renderer/features/usage/tabs/typical-day-figure.tsx';

let TypicalDayFigure: typeof TypicalDayFigureOf;
let DurationFigure: typeof DurationFigureOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ TypicalDayFigure } = await import('../../../../../../renderer/features/usage/tabs/typical-day-figure.tsx'));
  ({ DurationFigure } = await import('../../../../../../renderer/features/usage/tabs/load-duration-figure.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

function captionOf<Props extends object>(figure: FunctionComponent<Props>, props: Props): string {
  const page = renderToStaticMarkup(createElement(MantineProvider, null, createElement(figure, props)));
  return (/<figcaption.*?<\/figcaption>/s.exec(page)?.[0] ?? '').replaceAll(/<[^>]*>/g, ' ');
}

const rows = [{ group: 0, slot: 0, days: 1, mean: 1, low: 0, median: 1, high: 2 }];
const day = {
  failure: undefined,
  of: 'it',
  day: { unit: 'kWh', step: 900, rows },
  split: 'all' as const,
  color: 'red',
};

describe('the average day', () => {
  it('says of how long an amount is: readings of five minutes are summed to quarters of an hour', () => {
    expect(captionOf(TypicalDayFigure, day)).toContain('kWh per 15 min');
  });

  it('says no such thing of levels', () => {
    expect(captionOf(TypicalDayFigure, { ...day, hasSlotAmounts: false })).not.toContain('per');
  });

  it('says what is left out, and nothing where nothing is', () => {
    expect(captionOf(TypicalDayFigure, day)).not.toContain('Left out');
    expect(captionOf(TypicalDayFigure, { ...day, day: { ...day.day, longer: 2 } })).toContain(
      'Left out: 2 amounts of more than one interval.',
    );
  });
});

describe('the load duration', () => {
  const asked = { failure: undefined, of: 'it', curve: { unit: 'kWh', count: 2, values: [2, 1] }, color: 'red' };

  it('says what is left out, and nothing where nothing is', () => {
    expect(captionOf(DurationFigure, asked)).toBe(' 2 readings, highest to lowest ');
    expect(captionOf(DurationFigure, { ...asked, curve: { ...asked.curve, longer: 1 } })).toBe(
      ' 2 readings, highest to lowest. Left out: 1 amount of more than one interval. ',
    );
  });
});
