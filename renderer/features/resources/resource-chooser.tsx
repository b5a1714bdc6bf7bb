/** Which resource is asked: chosen from the table, its places filled from what is known, or typed as a path. */
import { Autocomplete, Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { matchResource, type PathName, type PathValues, pathNames, RESOURCES, TOKEN_NAMES } from '#shared/resources.ts';
import { filledPath, type ResourcesSearch, resourceGroups, shownPath, tokenClasses } from './resources-address.ts';
import { useKnown } from './use-known.ts';

export interface ChooserProps {
  workspace: string;
  search: ResourcesSearch;
  busy: boolean;
  onSend: (search: ResourcesSearch) => void;
}

export function ResourceChooser({ workspace, search, busy, onSend }: ChooserProps) {
  const { path, name, resource, values, known, choose, fill, type } = useChosen(workspace, search);
  const [token, setToken] = useState<ResourcesSearch['token']>(search.token);
  const [authorization, setAuthorization] = useState(search.authorization ?? '');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== '')
      onSend({ path: path.trim(), ...(authorization && { authorization }), ...(token && { token }) });
  };
  const namesOne = matchResource(path)?.values.auth_uid !== undefined;
  return (
    <form className="ms-resource-form" onSubmit={send} aria-label="Request">
      <Select
        label="Resource"
        size="xs"
        searchable
        w={230}
        data={resourceGroups()}
        value={name}
        placeholder="Choose, or type a path"
        onChange={choose}
      />
      {resource
        ? pathNames(resource).map((place) => (
            <Autocomplete
              key={place}
              label={place}
              size="xs"
              w={170}
              data={known[place] ?? []}
              value={values[place] ?? ''}
              onChange={(text) => fill(place, text)}
            />
          ))
        : null}
      <Select
        label="Token"
        size="xs"
        w={210}
        data={[
          { value: '', label: 'the one this address needs' },
          ...tokenClasses.map((one) => ({ value: one, label: TOKEN_NAMES[one] })),
        ]}
        value={token ?? ''}
        onChange={(next) => setToken(tokenClasses.find((one) => one === next))}
      />
      {namesOne ? null : (
        <Autocomplete
          label="Of authorization"
          size="xs"
          w={170}
          data={known.auth_uid ?? []}
          value={authorization}
          onChange={setAuthorization}
        />
      )}
      <TextInput
        label="Path"
        size="xs"
        className="ms-resource-path"
        placeholder="/ReadServiceStatus"
        value={path}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Button type="submit" loading={busy} disabled={path.trim() === '' || path.includes('{')}>
        Send
      </Button>
    </form>
  );
}

/** The chosen resource, its places and the path that they make: each follows when another is changed. */
function useChosen(workspace: string, search: ResourcesSearch) {
  const [path, setPath] = useState(search.path ? shownPath(search.path) : '');
  const match = matchResource(path);
  const [name, setName] = useState<string | null>(match?.resource.name ?? null);
  const [values, setValues] = useState<PathValues>(match?.values ?? {});
  const resource = RESOURCES.find((row) => row.name === name);
  const known = useKnown(workspace, values.auth_uid);
  const choose = (next: string | null) => {
    const row = RESOURCES.find((one) => one.name === next);
    const first = row
      ? Object.fromEntries(pathNames(row).flatMap((place) => (known[place]?.[0] ? [[place, known[place][0]]] : [])))
      : {};
    const all = { ...first, ...values };
    setName(next);
    setValues(all);
    if (row) setPath(filledPath(row, all) ?? row.path);
  };
  const fill = (place: PathName, text: string) => {
    const next = { ...values, [place]: text };
    setValues(next);
    if (resource) setPath(filledPath(resource, next) ?? resource.path);
  };
  const type = (text: string) => {
    const found = matchResource(text);
    setPath(text);
    setName(found?.resource.name ?? null);
    if (found) setValues(found.values);
  };
  return { path, name, resource, values, known, choose, fill, type };
}
