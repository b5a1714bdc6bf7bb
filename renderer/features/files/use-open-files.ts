import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { OpenedFile } from '#shared/contract/files.ts';
import { unreadWords } from '#shared/unread-files.ts';
import { call, queryKey, useCall } from '../../api/index.ts';
import { formatCount, formatCounted } from '../../ui/format.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { pickFiles } from '../../ui/pick-files.ts';
import { openEach } from './open-files.ts';

/** Opens dropped or chosen files, shows the list of opened files, and says how it went. */
export function useOpenFiles(workspace: string) {
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const native = useCall('app.info', undefined).data?.capabilities.openDialog ?? false;

  const run = async (open: () => Promise<OpenedFile[]>) => {
    setBusy(true);
    try {
      const opened = await open();
      if (opened.length === 0) return;
      await client.invalidateQueries({ queryKey: queryKey('files.list') });
      const meter = await meterOf(opened);
      if (meter) await navigate({ to: '/w/$workspace/meters/$usagePoint', params: meter });
      else await navigate({ to: '/w/$workspace/files', params: { workspace } });
      const bad = opened.filter(({ ok }) => !ok);
      if (bad.length < opened.length) {
        notify(`Opened ${formatCount(opened.length - bad.length)} of ${formatCounted(opened.length, 'file')}.`);
      }
      if (bad.length > 0) notifyUnread(bad);
    } catch (thrown) {
      notifyFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  const openFiles = (files: readonly File[]) => run(() => openEach(files));
  return {
    busy,
    openFiles,
    /** Shows the system's dialog where the host has one, else the browser's. */
    chooseFiles: () => void (native ? run(() => call('files.choose', undefined)) : pickFiles(openFiles)),
  };
}

/** Says which files could not be read, why, and what to do. The path of a file that a browser handed over is not its own. */
function notifyUnread(files: readonly OpenedFile[]): void {
  const { message, detail } = unreadWords(files.map(({ name, error }) => ({ path: name, error })));
  notifyFailure({ code: 'files_unread', message, action: detail });
}

/** Where to go after one good file: straight to the chart of its meter with the most readings. */
async function meterOf(opened: readonly OpenedFile[]): Promise<{ workspace: string; usagePoint: string } | undefined> {
  const [file] = opened;
  if (opened.length !== 1 || !file?.ok || !file.meters?.length) return undefined;
  const workspace = (await call('workspaces.list', undefined)).find(({ kind }) => kind === 'files')?.id;
  if (workspace === undefined) return undefined;
  const sort = { column: 'readings', descending: true } as const;
  const { rows } = await call('usagePoints.list', { workspace, ids: file.meters, sort, limit: 1 });
  const best = rows.find(({ readings }) => readings > 0);
  return best && { workspace, usagePoint: best.id };
}
