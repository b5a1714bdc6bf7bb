import type { appCalls } from '#shared/contract/app.ts';

import { externalUrl } from '../../host/index.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { PROGRAM } from '../version.ts';

/** The program itself: versions, memory, links to the outside, errors of the page. */
export function appHandlers({ connections, host, log, start, startedAt }: AppParts): CoreHandlers<typeof appCalls> {
  return {
    'app.info': () => ({
      host: host.kind,
      platform: `${process.platform} ${process.arch}`,
      version: PROGRAM.version,
      versions: host.versions,
      dataFolder: host.paths.data,
      capabilities: host.capabilities,
      startedAt,
      usableAt: start.usable.at,
      memory: process.memoryUsage.rss(),
    }),
    'app.usable': () => {
      const now = Date.now();
      if (start.usable.mark(now)) log.info('Usable', { afterMs: now - startedAt });
    },
    'app.firstScreen': (shown) => {
      // It names a folder: only a workspace that there is.
      connections.workspaces.get(shown.workspace);
      start.note(shown);
    },
    'app.openExternal': ({ url }) => host.openExternal(externalUrl(url)),
    'app.reportError': ({ message, stack }) => log.warn('The page reported an error', { message, stack }),
  };
}
