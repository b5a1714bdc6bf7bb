import { SERVICE_BLOCKS } from '#shared/service-check.ts';
import type { RowBook } from '../../common/rows/book.ts';
import { type RowsReport, rowsReport } from '../../common/rows/report.ts';
import { SERVICE_ROWS } from './rows.ts';

/** The result of the check of the service at this address. */
export function serviceReport(address: string, book: RowBook): RowsReport {
  return rowsReport(address, SERVICE_ROWS, SERVICE_BLOCKS, book);
}
