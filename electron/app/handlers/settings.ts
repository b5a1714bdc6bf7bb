import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { policyCalls } from '#shared/contract/policy.ts';
import type { settingsCalls } from '#shared/contract/settings.ts';
import { supportBundle } from '../../diagnostics/index.ts';
import { workspaceFolder } from '../../host/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import { betweenJobs, bytesBelow, clearWorkspace, folderUse } from '../data-folder/clear.ts';
import { moveDataFolder } from '../data-folder/move.ts';
import { bundleFacts, knownPersonalData } from '../diagnosis.ts';
import { licences } from '../licences.ts';
import type { AppParts } from '../parts.ts';
import { checkedFeed } from '../updates.ts';

/** Settings of the program, its data on disk, and what helps to find faults. */
export function settingsHandlers(parts: AppParts): CoreHandlers<typeof settingsCalls & typeof policyCalls> {
  const { connections, dataFolder, engine, host, policy, programSettings, updates } = parts;
  return {
    'settings.get': async () => {
      const { network: _network, ...settings } = await programSettings.get();
      return settings;
    },
    'settings.change': async (change) => {
      if (change.updateFeed) checkedFeed(change.updateFeed);
      await programSettings.change(definedOf(change));
    },
    'updates.get': () => updates.view(),
    'updates.ask': () => updates.ask(),
    'policy.get': () => policy.view(),
    'data.use': async () => {
      const workspaces = await Promise.all(
        connections.workspaces.list().map(async ({ id, name }) => {
          const folder = workspaceFolder(host.paths.data, id);
          return { workspace: id, name, folder, ...(await folderUse(folder)) };
        }),
      );
      return {
        folder: host.paths.data,
        total: await bytesBelow(host.paths.data),
        logs: await bytesBelow(host.paths.logs),
        uploads: await bytesBelow(host.paths.uploads),
        warnings: [...dataFolder.warnings],
        workspaces,
      };
    },
    'data.compact': ({ workspace }) => betweenJobs(parts, workspace, () => engine.call('store.compact', { workspace })),
    'data.clear': async ({ workspace }) => {
      connections.workspaces.get(workspace);
      await clearWorkspace(parts, workspace);
    },
    'data.move': ({ folder }) => moveDataFolder(parts, folder),
    'data.show': () => host.showFolder(host.paths.data),
    'support.save': () => saveBundle(parts),
    'about.licences': () => licences(),
  };
}

/** The desktop host asks where to save; a browser tab downloads it. */
async function saveBundle(parts: AppParts) {
  const { connections, host } = parts;
  const { name, bytes } = await supportBundle(await bundleFacts(parts), {
    secrets: await connections.secretTexts(),
    ...(await knownPersonalData(parts)),
    home: os.homedir(),
  });
  if (!host.capabilities.saveDialog) return { name, bytes: bytes.length, base64: bytes.toString('base64') };
  const file = await host.chooseSavePath({
    title: 'Save the support bundle',
    suggested: path.join(os.homedir(), name),
  });
  if (file === undefined) return { name, bytes: 0 };
  await writeFile(file, bytes, { mode: 0o600 });
  return { path: file, name, bytes: bytes.length };
}

/** Without members that were not given: exact optional types know the difference. */
function definedOf<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Object.fromEntries forgets the keys' types; only undefined members are gone.
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
