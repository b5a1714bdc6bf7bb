/**
 * Publishes a store that changes all the time, over and over, until it is killed: `node publish-program.ts FOLDER`; the address is in
 * PUBLISH_TO. Prints `ready` when it begins. With `once` behind it, publishes what is there once, and ends.
 */
import { openChangingStore, SHARED_ABOUT } from './changing-store.ts';

const [folder = '', once] = process.argv.slice(2);
const to = process.env.PUBLISH_TO ?? '';
const { engine, workspace, change } = await openChangingStore(folder);
const publish = () => engine.call('publish.run', { workspace, to, prepare: true, about: SHARED_ABOUT });

if (once === 'once') {
  await publish();
  await engine.close();
} else {
  // A server that was stopped is there again soon.
  await change(() => publish().catch(() => undefined));
}
