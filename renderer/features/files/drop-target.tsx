/** Green Button files can be opened on every screen: dropped anywhere on the window, by a key, or from the palette. */
import './files.css';
import { Text } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { WorkspaceView } from '#shared/contract/workspaces.ts';
import { OPEN_FILES } from '#shared/window-offer.ts';
import { useOwnDropAction } from '../../ui/drop-action.ts';
import { usePaletteActions } from '../../ui/palette.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { useOpenFiles } from './use-open-files.ts';

export function DropTarget({ workspace, children }: { workspace: WorkspaceView; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
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
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of several; the Files screen has a button
    <div
      className="ms-drop"
      onDragEnter={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      }}
      onDragOver={(event) => {
        if (carriesFiles(event)) event.preventDefault();
      }}
      onDragLeave={() => {
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setOver(false);
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        const files = [...event.dataTransfer.files];
        if (own) own.take(files);
        else void openFiles(files);
      }}
    >
      {children}
      {over ? (
        <div className="ms-drop-over">
          <IconFileImport size={40} stroke={1.4} aria-hidden />
          <Text fw={600}>{own?.label ?? 'Drop Green Button files to open them'}</Text>
        </div>
      ) : null}
    </div>
  );
}
