import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { billColumns as billColumnsOf } from '../../../../../../renderer/features/usage/bills/bills-tab.tsx';
import type { ReconciledBill } from '../../../../../../renderer/features/usage/bills/use-reconciled-bills.ts';
import { cellOf, toCsv } from '../../../../../../renderer/ui/table/columns.ts';
import { clockOfZone } from '../../../../../../shared/time/index.ts';

let billColumns: typeof billColumnsOf;
beforeAll(async () => {
  // A page finds its host as it is loaded.
  vi.stubGlobal('window', { meterscope: {}, location: { hash: '' } });
  ({ billColumns } = await import('../../../../../../renderer/features/usage/bills/bills-tab.tsx'));
}, 60_000);
afterAll(() => void vi.unstubAllGlobals());

it('has shares with their sign on the screen, and in files as shares under a head that says nothing else', () => {
  const columns = billColumns(clockOfZone('America/Los_Angeles'), 'kWh', false);
  const shares = columns.filter(({ id }) => id === 'share' || id === 'coverage');
  const bill = { check: { billed: 216, readings: 202.5, difference: -13.5, share: -0.0625, coverage: 0.9 } };
  const row = bill as unknown as ReconciledBill; // no more of it is looked at
  expect(toCsv(shares, [row])).toBe('Diff. share,Coverage\r\n-0.0625,0.9\r\n');
  expect(shares.map((column) => cellOf(column, row))).toEqual(['-6.3 %', '90 %']);
  for (const { header } of columns) expect(header).not.toContain('%');
});
