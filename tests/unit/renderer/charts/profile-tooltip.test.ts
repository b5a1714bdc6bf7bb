import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ProfileTooltip, type TooltipEntry } from '../../../../renderer/charts/profile-tooltip.tsx';
import { clockOfZone } from '../../../../shared/time/index.ts';

const at = (hour: number, minute = 0) => Date.UTC(2025, 4, 12, hour, minute) / 1000;

function entry(id: string, t: number, d = 900): TooltipEntry {
  const point = { t, d, v: 1, quality: 'valid', cost: null, rate: null, priced: [] } as const;
  return { id, pane: 0, label: id, color: 'red', unit: 'kWh', currency: undefined, isMoney: false, point };
}

/** The lines below the heading, by their label. */
function linesOf(entries: readonly TooltipEntry[]): string[] {
  const props = { at: at(19, 5), entries, clock: clockOfZone('UTC'), x: 0, width: 100 };
  const page = renderToStaticMarkup(createElement(ProfileTooltip, props));
  return page
    .split('ms-tooltip-line')
    .slice(1)
    .map((line) => line.replaceAll(/<[^>]*>/g, ' '));
}

it('a reading of another time than the heading says its own day and time', () => {
  const [first, second] = linesOf([entry('first', at(19)), entry('second', at(12, 30))]);
  expect(first).not.toContain('19:00');
  expect(second).toContain('Mon 12 May 2025, 12:30–12:45');
});

it('a reading that begins with the heading and is shorter says so', () => {
  expect(linesOf([entry('hour', at(19), 3600), entry('quarter', at(19))])[1]).toContain('19:00–19:15');
});

it('a step that lasts over the time of the heading needs no time of its own', () => {
  const lines = linesOf([entry('quarter', at(19, 15)), entry('hour', at(19), 3600), entry('like it', at(19, 15))]);
  for (const line of lines) expect(line).not.toContain('19:');
});
