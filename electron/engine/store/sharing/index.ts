/** Sharing beyond one machine: `months.ts` finds out what changed since it was shared last, `dataset/` writes Parquet for other engines. */
import type { SomeHandlers } from '../context.ts';
import { writeDataset } from './dataset/dataset.ts';

export const sharingHandlers = {
  'dataset.write': writeDataset,
} satisfies SomeHandlers;
