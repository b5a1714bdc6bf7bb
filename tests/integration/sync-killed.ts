/**
 * A program to be killed: `node sync-killed.ts FOLDER LINE UIDS` starts or goes on with a sync on that folder, prints
 * `fetched N of M` for each authorization that is on disk, and `ended STATE` at the end. See sync.test.ts.
 */
import { startSyncBench, WORKSPACE } from './sync-bench.ts';

const [folder = '', line = '', uids = ''] = process.argv.slice(2);
const bench = await startSyncBench(folder, JSON.parse(line), { atOnce: 1 });

let told = 0;
bench.jobs.subscribe((job) => {
  for (; told < job.done; told += 1) console.log(`fetched ${told + 1} of ${job.total}`);
});
const { id } = await bench.jobs.start('sync', WORKSPACE, { authorizations: uids.split(',') });
const { state } = await bench.jobs.ended(id);
console.log(`ended ${state}`);
await bench.close();
