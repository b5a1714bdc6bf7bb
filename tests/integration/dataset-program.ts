/**
 * Brings a data set to what a store holds that changes all the time, over and over, until it is killed: `node dataset-program.ts FOLDER`.
 * Prints `ready` when it begins. With `once` behind it, exports what is there once, and ends.
 */
import { openChangingStore, SHARED_ABOUT } from './changing-store.ts';

const [folder = '', once] = process.argv.slice(2);
const { engine, workspace, change } = await openChangingStore(folder);
const write = (compact: boolean) =>
  engine.call('dataset.write', { workspace, folder: `${folder}/shared`, compact, about: SHARED_ABOUT });

if (once === 'once') {
  await write(false);
  await engine.close();
} else {
  await change((turn) => write(turn % 3 === 2));
}
