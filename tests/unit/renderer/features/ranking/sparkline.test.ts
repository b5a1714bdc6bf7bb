import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Sparkline } from '../../../../../renderer/features/ranking/sparkline.tsx';

/** The bars as [top, height] of 20; `none` where there is nothing. */
function bars(...parts: (number | null)[]): unknown[] {
  const page = renderToStaticMarkup(createElement(Sparkline, { parts, label: 'x' }));
  return [...page.matchAll(/ y="([^"]*)" height="([^"]*)" class="([^"]*)"/g)].map(([, y, height, name]) =>
    name === 'ms-sparkline-none' ? 'none' : [Number(y), Number(height)],
  );
}

it('stands on the lower edge where nothing is below 0, and a bar can always be seen', () => {
  expect(bars(10, 5, 0, null)).toEqual([[0, 20], [10, 10], [19, 1], 'none']);
  expect(bars(0, 0)).toEqual([
    [19, 1],
    [19, 1],
  ]);
});

it('goes down from 0 where a part is below it', () => {
  expect(bars(15, -5, 0)).toEqual([
    [0, 15],
    [15, 5],
    [14, 1],
  ]);
  expect(bars(-10, -5)).toEqual([
    [0, 20],
    [0, 10],
  ]);
  // A pixel at least, and inside of the picture.
  expect(bars(1000, -1)[1]).toEqual([19, 1]);
});
