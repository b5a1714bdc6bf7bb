/** Green Button files can be opened on every screen: dropped anywhere on the window, by a key, or from the palette. */
import './files.css';
import { Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { OPEN_FILES } from '#shared/window-offer.ts';
import { useOwnDropAction } from '../../ui/drop-action.ts';
import { type Dropped, droppedFiles, leftOutWords } from '../../ui/dropped-files.ts';
import { notify, notifyFailure } from '../../ui/notify.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { useDrop } from '../../ui/use-drop.ts';
import { useOpenFiles } from './use-open-files.ts';

export function DropTarget({ workspace, children }: { workspace: WorkspaceView; children: ReactNode }) {
  const { openFiles, chooseFiles } = useOpenFiles(workspace.id);
  useShortcuts({ 'files.open': chooseFiles });
  usePaletteActions([
    {
      id: OPEN_FILES,
      label: 'Open Green Button files',
      group: 'Files',
      shortcut: 'files.open',
      run: chooseFiles,
    },
  ]);
  const own = useOwnDropAction();
  const take = async ({ files, leftOut }: Dropped) => {
    const words = leftOutWords(leftOut);
    if (words !== '') notify(words);
    if (files.length === 0) notify('No Green Button files were found.');
    else if (own) own.take(files);
    else await openFiles(files);
  };
  const over = useDrop((transfer) => void droppedFiles(transfer).then(take, notifyFailure));
  return (
    <div className="ms-drop">
      {children}
      {over ? (
        <div className="ms-drop-over">
          <IconFileImport size={40} stroke={1.4} aria-hidden />
          <Text fw={600}>{own?.label ?? 'Drop Green Button files or folders to open them'}</Text>
        </div>
      ) : null}
    </div>
  );
}
