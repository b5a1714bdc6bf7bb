/** A small store of an engine in this process, which changes all the time: for programs that are killed while they share it. */
import { Engine } from '../../electron/engine/engine.ts';
import { batchFeed, DAY, START } from '../fixtures/batch-feed.ts';

const METERS = 5;
const DAYS = 40;
const workspace = 'w';

/** What each program says of where its data come from. */
export const SHARED_ABOUT = { program: 'Meterscope', version: '1', workspace: 'Small' };

export async function openChangingStore(folder: string) {
  const engine = new Engine();
  const source = { kind: 'request', label: 'https://example.test/batch', requestId: 'r1' } as const;
  const ingest = async (feed: string) => {
    const { session } = await engine.call('ingest.begin', { workspace, source });
    await engine.call('ingest.chunk', { session, bytes: new TextEncoder().encode(feed) });
    await engine.call('ingest.finish', { session });
  };
  await engine.call('store.open', {
    workspace,
    file: `${folder}/store.duckdb`,
    rawFolder: `${folder}/raw`,
    zone: 'UTC',
  });
  return {
    engine,
    workspace,
    /** Fills the store where it is new, prints `ready`, and changes a day of a meter before each turn. It never ends. */
    async change(eachTurn: (turn: number) => Promise<unknown>): Promise<never> {
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
        await eachTurn(turn);
      }
    },
  };
}
