/** The tags and groups that the demo begins with, as whoever keeps these meters would have made them. */
import type { ServiceBootstrap } from '../connections/bootstrap.ts';
import { DEMO_WORKSPACE } from '../connections/index.ts';
import type { EngineClient } from '../engine/index.ts';

/** In the settings of the demo's store: set once they are there, so that what the user changes stays. */
const KEY = 'demo.tags';

const GROUPS = ['Night load', 'Retail'];

/** Gives the demo's meters their tags, once. Call it when the meters are fetched. @returns whether it did */
export async function tagDemo(engine: Pick<EngineClient, 'call'>, line: ServiceBootstrap): Promise<boolean> {
  const workspace = DEMO_WORKSPACE;
  const tagged = line.authorizations.filter(({ tags = [] }) => tags.length > 0);
  if (tagged.length === 0 || (await engine.call('settings.get', { workspace, key: KEY })) !== undefined) return false;
  for (const { auth_uid, meters, tags = [] } of tagged) {
    await engine.call('tags.change', {
      workspace,
      meters: meters.map((meter) => `${auth_uid}~${meter}`),
      authorizations: [auth_uid],
      add: tags,
    });
  }
  for (const name of GROUPS) {
    const rule = { match: 'all' as const, conditions: [{ field: 'tag' as const, is: [name] }] };
    await engine.call('groups.save', { workspace, name, rule });
  }
  await engine.call('settings.set', { workspace, key: KEY, value: true });
  return true;
}
