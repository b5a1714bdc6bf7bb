import { expect, it } from 'vitest';
import { RowBook } from '../../../../electron/common/rows/book.ts';
import { rowsReport } from '../../../../electron/common/rows/report.ts';
import { rowsText } from '../../../../electron/common/rows/text.ts';
import { serviceReport, serviceResult } from '../../../../electron/conformance/service/index.ts';

const ROW = { id: 'R', block: 'FB_20', requirement: 'It is right.', expected: 'right', cure: 'Do it.' };

function reportOf(right: number, wrong: number) {
  const book = new RowBook();
  for (let i = 0; i < right; i++) book.judge('R', true, `right ${i}`);
  for (let i = 0; i < wrong; i++) book.judge('R', false, `wrong ${i}`);
  return rowsReport('clients', [ROW], ['FB_20'], book.copy());
}

it('all looks are counted, though only the first hundred of each kind are listed', () => {
  const report = reportOf(300, 150);
  const [test] = report.tests;
  expect(test).toMatchObject({ contexts: 450, failed: 150, came: 'wrong 0; and 149 more that are wrong' });
  expect([test?.looks.length, test?.failures.length]).toEqual([200, 100]);
  expect(serviceResult(report).tests).toMatchObject([{ contexts: 450, failed: 150 }]);
  expect(rowsText(report, () => '')).toContain('(150 in all)');
  const given = (format: 'markdown' | 'html' | 'junit') => serviceReport(report, format, 'clients', 'Meterscope');
  expect(given('markdown')).toContain('fails 150 of 450 times');
  expect(given('markdown')).toContain('- and 145 more');
  expect(given('html')).toContain('R fails 150 of 450 times: what came');
  expect(given('html')).toContain('and 50 more');
  expect(given('junit')).toContain('and 50 more');
});

it('a row that is always right says how often', () => {
  const [test] = reportOf(250, 0).tests;
  expect(test).toMatchObject({ contexts: 250, failed: 0, came: 'right 0; and 249 more that are right' });
});
