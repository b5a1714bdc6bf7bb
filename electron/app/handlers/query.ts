import { rename } from 'node:fs/promises';
import path from 'node:path';
import type { queryCalls } from '#shared/contract/query.ts';
import { QUERY_LIMITS } from '#shared/query-limits.ts';
import { withPassingFolder } from '../../common/passing-folder.ts';
import type { CoreHandlers } from '../../rpc/index.ts';
import type { AppParts } from '../parts.ts';
import { newExport, withTime } from './new-export.ts';

/** All rows of a query in a file. The host asks where to, or it is decided here; the page cannot name a path. */
export function queryHandlers({ engine, host, policy, written }: AppParts): CoreHandlers<typeof queryCalls> {
  return {
    'query.export': async ({ workspace, sql, parameters, format, rawText, token }) => {
      policy.requireExport(format);
      const [name, ending] = [`query-${workspace}`, `.${format}`];
      const file = host.capabilities.saveDialog
        ? await host.chooseSavePath({ title: 'Save all rows', suggested: `${withTime(name)}${ending}` })
        : await newExport(host.paths.data, name, ending);
      if (file === undefined) return undefined;
      const parent = path.dirname(file);
      const seconds = QUERY_LIMITS.seconds.most;
      return await withPassingFolder(parent, async (folder) => {
        const input = { workspace, sql, parameters, folder, name: 'rows', format, rawText, seconds, token };
        const all = await engine.call('query.write', input);
        await rename(all.file, file);
        written.add(file);
        return { path: file, rows: all.rows };
      });
    },
  };
}
