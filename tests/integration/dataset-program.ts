/**
 * Brings a data set to what a store holds that changes all the time, over and over, until it is killed: `node dataset-program.ts FOLDER`.
 * Prints `ready` when it begins. With `once` behind it, exports what is there once, and ends.
 */
import { Engine } from '../../electron/engine/engine.ts';
import { batchFeed, DAY, START } from '../fixtures/batch-feed.ts';

const METERS = 5;
const DAYS = 40;
const [folder = '', once] = process.argv.slice(2);
const engine = new Engine();
const workspace = 'w';
const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
const ingest = async (feed: string) => {
  const { session } = await engine.call('ingest.begin', { workspace, source });
  await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
  await engine.call('ingest.finish', { session });
};
const write = (compact: boolean) =>
  engine.call('dataset.write', {
    workspace,
    folder: `${folder}/shared`,
    compact,
    about: { program: 'Meterscope', version: '1', workspace: 'Small' },
  });

await engine.call('store.open', { workspace, file: `${folder}/store.duckdb`, rawFolder: `${folder}/raw`, zone: 'UTC' });
if (once === 'once') {
  await write(false);
  await engine.close();
} else {
  if ((await engine.call('usagePoints.list', { workspace })).total === 0) {
    for (let meter = 0; meter < METERS; meter += 1)
      await ingest(batchFeed({ days: DAYS, meter: String(2001 + meter) }));
  }
  process.stdout.write('ready\n');
  for (let turn = 0; ; turn += 1) {
    const of = { meter: String(2001 + (turn % METERS)), updated: new Date().toISOString() };
    const missing = Math.floor(Math.random() * 96);
    await ingest(
      batchFeed({
        ...of,
        days: 1,
        start: START + (turn % DAYS) * DAY,
        value: (index) => (index === missing ? undefined : Date.now() % 1000),
      }),
    );
    await write(turn % 3 === 2);
  }
}
