/**
 * Publishes a store that changes all the time, over and over, until it is killed: `node publish-program.ts FOLDER`; the address is in
 * PUBLISH_TO. Prints `ready` when it begins. With `once` behind it, publishes what is there once, and ends.
 */
import { Engine } from '../../electron/engine/engine.ts';
import { batchFeed, DAY, START } from '../fixtures/batch-feed.ts';

const METERS = 5;
const DAYS = 40;
const [folder = '', once] = process.argv.slice(2);
const to = process.env.PUBLISH_TO ?? '';
const engine = new Engine();
const workspace = 'w';
const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
const ingest = async (feed: string) => {
  const { session } = await engine.call('ingest.begin', { workspace, source });
  await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
  await engine.call('ingest.finish', { session });
};
const publish = () =>
  engine.call('publish.run', {
    workspace,
    to,
    prepare: true,
    about: { program: 'Meterscope', version: '1', workspace: 'Small' },
  });

await engine.call('store.open', { workspace, file: `${folder}/store.duckdb`, rawFolder: `${folder}/raw`, zone: 'UTC' });
if (once === 'once') {
  await publish();
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
    const value = (index: number) => (index === missing ? undefined : Date.now() % 1000);
    await ingest(batchFeed({ ...of, days: 1, start: START + (turn % DAYS) * DAY, value }));
    // A server that was stopped is there again soon.
    await publish().catch(() => undefined);
  }
}
