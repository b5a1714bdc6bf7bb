/**
 * A program to be killed: `fork('events-app.ts', [FOLDER, LINE])` runs the event log on that folder (LINE `null`: without a service), sends
 * `{ address }` once it listens, and answers `{ ask: 'uids' | 'total' | 'memory' }` with `{ answer }`. See events.test.ts.
 */
import { startEventsBench, WORKSPACE } from './events-bench.ts';

const [folder = '', line = ''] = process.argv.slice(2);
const bench = await startEventsBench(folder, JSON.parse(line) ?? undefined);
const send = (message: object) => process.send?.(message);

process.on('message', async (message: { ask: 'uids' | 'total' | 'memory' }) => {
  if (message.ask === 'uids') send({ answer: await bench.uids() });
  else if (message.ask === 'memory') send({ answer: process.memoryUsage.rss() });
  else send({ answer: (await bench.engine.call('events.list', { workspace: WORKSPACE, limit: 1 })).total });
});
process.on('disconnect', () => process.exit(0));
send({ address: bench.address() });
