/**
 * Sharing beyond one machine: `months.ts` finds out what changed since it was shared last, `dataset/` writes Parquet for other engines,
 * `postgres/` publishes to a server, and takes meters from one.
 */
import type { SomeHandlers } from '../context.ts';
import { writeDataset } from './dataset/dataset.ts';
import { checkServer } from './postgres/checking.ts';
import { compare, prepareServer, publish } from './postgres/publish.ts';
import { pullHandlers } from './postgres/pull/pull.ts';
import { teamHandlers } from './postgres/team/team.ts';

export const sharingHandlers = {
  'dataset.write': writeDataset,
  'publish.run': publish,
  'server.check': ({ to }, { signal }) => checkServer(to, signal),
  'publish.prepare': prepareServer,
  'publish.compare': compare,
  ...pullHandlers,
  ...teamHandlers,
} satisfies SomeHandlers;
