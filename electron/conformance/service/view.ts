/** The result of the check of a service, or of what a client was seen to do, as the window shows it. */
import type { RowsResult } from '#shared/contract/service-check.ts';
import type { RowsReport } from '../../common/rows/report.ts';
import { blockName } from '../formats.ts';

export function serviceResult({ file, blocks, tests, notes }: RowsReport): RowsResult {
  return {
    name: file,
    blocks: blocks.map((block) => ({ ...block, name: blockName(block.id), asked: true })),
    tests: tests.map(({ id, block, verdict, requirement, cure, contexts, failed, expected, came, looks }) => ({
      key: id,
      id,
      block,
      verdict,
      severity: 'fail',
      requirement,
      cure,
      contexts,
      failed,
      failures: [],
      expected,
      came,
      looks: looks.map(({ right, came: what, request }) => ({
        right,
        came: what,
        ...(request === null ? {} : { request }),
      })),
    })),
    notes,
  };
}
