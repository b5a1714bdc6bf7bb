import { expect, it } from 'vitest';
import { blockName } from '../../../electron/conformance/formats.ts';
import { bookIsThere, cell, table } from '../../fixtures/conformance.ts';

it.skipIf(!bookIsThere)('every block of the catalogue and of the book has a name', () => {
  // FB_99 is where the book parks rows, not a block.
  const ids = [
    ...table('function-blocks.tsv').map((row) => cell(row, 'id')),
    ...table('testbook.tsv').map((row) => cell(row, 'function_block')),
  ].filter((id) => id !== 'FB_99');
  expect(ids.filter((id) => blockName(id).startsWith('not in the catalogue'))).toEqual([]);
});
