/** Above a query: which file it is kept in, and what can be done with that. */
import { Alert, Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { FileNameDialog } from './file-name-dialog.tsx';
import type { QueryFileState } from './use-query-file.ts';

interface FileBarProps {
  state: QueryFileState;
  /** There is nothing to keep. */
  empty: boolean;
}

export function QueryFileBar({ state, empty }: FileBarProps) {
  const { file, changed, conflict } = state;
  const [naming, setNaming] = useState<'save' | 'rename'>();
  return (
    <>
      <Group gap="xs" data-testid="query-file">
        <Text size="xs" c={file ? 'var(--ms-ink)' : 'dimmed'} className="ms-truncate">
          {file ? `${file.name}${changed ? ', changed' : ''}` : 'Not kept in a file.'}
        </Text>
        {file ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconDeviceFloppy size={13} aria-hidden />}
            disabled={!changed}
            onClick={() => void state.save()}
          >
            Save
          </Button>
        ) : null}
        <Button size="compact-xs" variant="default" disabled={empty} onClick={() => setNaming('save')}>
          Save as…
        </Button>
        {file ? <FileMenu state={state} onRename={() => setNaming('rename')} /> : null}
      </Group>
      {conflict && file ? <Conflict state={state} name={file.name} onSaveAs={() => setNaming('save')} /> : null}
      {naming ? (
        <FileNameDialog
          title={naming === 'save' ? 'Save the query as' : 'Rename the file'}
          initial={file?.name ?? 'query.sql'}
          onClose={() => setNaming(undefined)}
          onName={naming === 'save' ? state.saveAs : state.rename}
        />
      ) : null}
    </>
  );
}

function FileMenu({ state, onRename }: { state: QueryFileState; onRename: () => void }) {
  const trash = useCall('app.info', undefined).data?.capabilities.trash === true;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="compact-xs" variant="default" rightSection={<IconChevronDown size={12} aria-hidden />}>
          File
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>Rename…</Menu.Item>
        <Menu.Item onClick={() => void state.leave()}>Close the file, keep the text here</Menu.Item>
        {trash ? <Menu.Item onClick={() => void state.remove()}>Move to the trash</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function Conflict({ state, name, onSaveAs }: { state: QueryFileState; name: string; onSaveAs: () => void }) {
  return (
    <Alert color="yellow" title={`${name} was changed by another program`} role="alert">
      <Text size="sm">Nothing was written, so that its changes are not lost.</Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-xs" variant="default" onClick={onSaveAs}>
          Save mine under another name…
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void state.open(name)}>
          Open what is there now
        </Button>
      </Group>
    </Alert>
  );
}
