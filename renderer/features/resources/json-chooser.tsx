/** Which address of the JSON API is asked: chosen from what is known, or typed. */
import { Autocomplete, Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useCall } from '../../api/index.ts';
import type { ChooserProps } from './resource-chooser.tsx';
import { jsonPaths, shownJsonPath } from './resources-address.ts';
import { useKnown } from './use-known.ts';

export function JsonChooser({ workspace, search, busy, onSend }: ChooserProps) {
  const [path, setPath] = useState(search.path ? shownJsonPath(search.path) : '');
  const known = useKnown(workspace, undefined);
  const form = useCall('workspaces.get', { workspace }).data?.settings.formUid;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '') onSend({ api: 'json', path: path.trim() });
  };
  return (
    <form className="ms-resource-form" onSubmit={send} aria-label="Request">
      <Autocomplete
        label="Path"
        size="xs"
        className="ms-resource-path"
        placeholder="/authorizations"
        limit={50}
        data={jsonPaths({ form, authorizations: known.auth_uid, meters: known.meter_uid })}
        value={path}
        onChange={setPath}
      />
      <Button type="submit" loading={busy} disabled={path.trim() === ''}>
        Send
      </Button>
    </form>
  );
}
