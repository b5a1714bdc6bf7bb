import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FilledBars, labelStep } from '../../../../renderer/charts/period-bars.tsx';

const bars = (count: number, label: string) => Array.from({ length: count }, () => ({ label }));

describe('the labels of bars', () => {
  it('stand under every bar while they fit', () => {
    expect(labelStep(bars(7, 'Wed 28'), 960)).toBe(1);
  });

  it('stand at equal distances where they do not, and never touch', () => {
    const width = 960;
    for (const count of [20, 36, 62, 160]) {
      const step = labelStep(bars(count, '22 Jan 2023'), width);
      expect(step).toBeGreaterThan(1);
      expect((width / count) * step).toBeGreaterThan('22 Jan 2023'.length * 6);
    }
  });

  it('are one where there is no width yet', () => {
    expect(labelStep(bars(5, 'Mon'), 0)).toBe(5);
  });
});

describe('the legend', () => {
  const lacks = 'the total lacks what is missing';
  const shared = 'what the register counted in a hole is shared by time';

  it.each([
    [[false], `incomplete: ${lacks}`],
    [[true], `incomplete: ${shared}`],
    [[true, false], `incomplete: ${lacks}; ${shared}`],
  ])(
    'says of incomplete bars, whose sets count through holes or not (%j), what their totals are',
    (counting, words) => {
      const sets = counting.map((counts, at) => ({ id: String(at), label: `set ${at}`, color: 'red', counts }));
      const values = Object.fromEntries(sets.map(({ id }) => [id, { total: 5, coverage: 0.5 }]));
      const page = renderToStaticMarkup(
        createElement(FilledBars, {
          least: 100,
          sets,
          bars: [{ label: 'May', values }],
          unit: 'kWh',
          description: 'x',
        }),
      );
      const [, legend = ''] = /data-legend="incomplete">(.*?)<\/span>/.exec(page) ?? [];
      expect(legend.replaceAll(/<[^>]*>/g, '')).toBe(words);
    },
  );
});
