/** Which rows of a report's table stand out. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ReportTable as ReportTableOf } from '../../../../../renderer/ui/report/report.tsx';

let ReportTable: typeof ReportTableOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ ReportTable } = await import('../../../../../renderer/ui/report/report.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

const table = (over: { isList?: boolean }) =>
  renderToStaticMarkup(
    createElement(ReportTable, {
      label: 'Totals',
      heads: ['Meter', 'Total'],
      rows: [
        ['a', '1'],
        ['b', '2'],
      ],
      ...over,
    }),
  );

it('the last row is marked where it sums up the others, and not in a list', () => {
  expect(table({}).match(/data-sum="true"/g)).toHaveLength(1);
  expect(table({})).toMatch(/<tr data-sum="true"><th scope="row">b/);
  expect(table({ isList: true })).not.toContain('data-sum');
});
