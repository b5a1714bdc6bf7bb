/** What is asked of the JSON API: an address, chosen from what is known or typed; or a request that acts, with its body. */
import { Autocomplete, Button, Select } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { jsonMistake } from '#shared/json-mistake.ts';
import { ACTING_METHODS, type ActingMethod, JSON_OPERATIONS, matchOperation } from '#shared/json-operations.ts';
import { useCall } from '../../api/index.ts';
import { useShortcuts } from '../../ui/shortcuts.ts';
import { useAskFirst } from '../support/ask-first.tsx';
import { BodyField } from './body-field.tsx';
import { type SentByHand, templateOf } from './operation-words.ts';
import type { ChooserProps } from './resource-chooser.tsx';
import { jsonPaths, shownJsonPath } from './resources-address.ts';
import type { FilledFrom } from './use-asked-before.ts';
import { useKnown } from './use-known.ts';
import { WhatItDoes } from './what-it-does.tsx';

interface JsonChooserProps extends ChooserProps {
  filled: FilledFrom | undefined;
  /** Sends what acts; the user was asked where `confirmed`. */
  onAct: (sent: SentByHand, confirmed: boolean) => void;
}

export function JsonChooser({ workspace, search, filled, busy, onSend, onAct }: JsonChooserProps) {
  const [path, setPath] = useState(search.path ? shownJsonPath(search.path) : '');
  const [method, setMethod] = useState(actingMethod(filled?.method));
  const [body, setBody] = useState(filled?.body ?? '');
  const known = useKnown(workspace, undefined);
  const details = useCall('workspaces.get', { workspace }).data;
  const form = details?.settings.formUid;
  const { ask, readOnly, dialog } = useAskFirst(workspace, { always: true });
  const written = path.trim();
  const isWhole = written !== '' && !written.includes('{');
  const ready = isWhole && (method === undefined || (!readOnly && (body === '' || jsonMistake(body) === undefined)));
  const send = () => {
    if (method === undefined) return onSend({ api: 'json', path: written });
    const sent = { method, path: written, body };
    ask({
      name: `Send ${method}`,
      means: <WhatItDoes workspace={workspace} sent={sent} apiBase={details?.apiBase} />,
      act: (confirmed) => onAct(sent, confirmed),
    });
  };
  useShortcuts(method !== undefined && ready && !busy ? { act: send } : {});
  const choose = (name: string | null) => {
    const operation = JSON_OPERATIONS.find((one) => one.name === name);
    if (!operation) return;
    const utility = details?.settings.utility;
    const template = templateOf(operation, { form, utility, meters: known.meter_uid ?? [] });
    setMethod(operation.method);
    setPath(template.path);
    setBody(template.body);
  };
  const operation = method && matchOperation(method, shownJsonPath(written))?.operation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) send();
  };
  return (
    <form className="ms-resource-form" onSubmit={submit} aria-label="Request">
      <Select
        label="Method"
        size="xs"
        w={90}
        allowDeselect={false}
        data={['GET', ...ACTING_METHODS]}
        value={method ?? 'GET'}
        onChange={(next) => setMethod(actingMethod(next))}
      />
      {method === undefined ? null : (
        <Select
          label="Operation"
          size="xs"
          w={210}
          data={JSON_OPERATIONS.map(({ name, title }) => ({ value: name, label: title }))}
          value={operation?.name ?? null}
          placeholder="Choose, or type a path"
          onChange={choose}
        />
      )}
      <Autocomplete
        label="Path"
        size="xs"
        className="ms-resource-path"
        placeholder="/authorizations"
        limit={50}
        maxLength={4000}
        data={method === undefined ? jsonPaths({ form, authorizations: known.auth_uid, meters: known.meter_uid }) : []}
        value={path}
        onChange={setPath}
      />
      <Button type="submit" loading={busy} disabled={!ready}>
        {method === undefined ? 'Send' : `Send ${method} …`}
      </Button>
      {method === undefined ? null : (
        <>
          <BodyField body={body} operation={operation} onBody={setBody} />
          <div className="ms-resource-body">{dialog}</div>
        </>
      )}
    </form>
  );
}

/** Undefined for GET, and for what is not known. */
function actingMethod(text: string | null | undefined): ActingMethod | undefined {
  return ACTING_METHODS.find((one) => one === text);
}
