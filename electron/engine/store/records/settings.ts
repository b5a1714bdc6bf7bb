/** Opening and closing stores, and the key-value shelf of a workspace. */
import type { StoreCalls } from '../../calls/store.ts';
import { compactFile } from '../compact.ts';
import type { Handlers } from '../context.ts';

export const storeHandlers: Handlers<StoreCalls> = {
  'store.open': ({ workspace, ...location }, context) => context.openStore(workspace, location),
  'store.close': async ({ workspace }, context) => {
    await context.closeStore(workspace);
    return undefined;
  },
  'store.compact': async ({ workspace }, context) => {
    const { file } = context.store(workspace).location;
    await context.closeStore(workspace);
    return await compactFile(file);
  },
  'store.setZone': async ({ workspace, zone }, context) => {
    await context.store(workspace).takeZone(zone);
    return undefined;
  },
  'settings.get': async ({ workspace, key }, context) => {
    const row = await context.store(workspace).database.reader.row('SELECT value FROM settings WHERE key = ?', [key]);
    return typeof row?.value === 'string' ? JSON.parse(row.value) : undefined;
  },
  'settings.set': async ({ workspace, key, value }, context) => {
    await context
      .store(workspace)
      .write((connection) =>
        connection.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', [key, JSON.stringify(value ?? null)]),
      );
    return undefined;
  },
};
