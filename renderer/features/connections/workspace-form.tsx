/** The settings of a workspace as a form; used to make one and to change one. */
import {
  Accordion,
  Button,
  ColorInput,
  Group,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { WorkspaceSettings } from '#shared/contract/workspaces.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { ADDRESS_FIELD, AddressField } from './address-field.tsx';

const SWATCHES = ['#0b7285', '#5f3dc4', '#a61e4d', '#2b8a3e', '#d9480f', '#364fc7', '#495057'];
const ZONES = Intl.supportedValuesOf('timeZone');

/** Every member set. */
type Whole<T> = { [K in keyof T]-?: Exclude<T[K], undefined> };
/** How often events are polled is set where their log is. */
type Values = Whole<Omit<WorkspaceSettings, 'oauth' | 'pollEverySeconds'>> & {
  oauth: Whole<NonNullable<WorkspaceSettings['oauth']>>;
};

const EMPTY: Values = {
  name: '',
  mode: 'live',
  readOnly: false,
  color: '#5f3dc4',
  baseUrl: '',
  espiBase: '',
  apiBase: '',
  utility: '',
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  appUid: '',
  bulkUid: '',
  formUid: '',
  testPrefix: '',
  webhookHeaderPrefix: 'Service',
  syncEverySeconds: 0,
  oauth: {
    authorizationEndpoint: '',
    tokenEndpoint: '',
    clientId: '',
    clientAuth: 'basic',
    scope: 'FB=4_16_51',
    redirectPort: 0,
    redirectPath: '/callback',
    fixedRedirect: '',
  },
};

interface WorkspaceFormProps {
  /** Of a workspace that is changed. */
  settings?: WorkspaceSettings;
  /** Where the service of a new one is, where that is known. */
  baseUrl?: string | undefined;
  action: string;
  busy: boolean;
  onSubmit: (settings: Values) => void;
}

export function WorkspaceForm({ settings, baseUrl, action, busy, onSubmit }: WorkspaceFormProps) {
  // A part that was never set is as in an empty form.
  const [values, setValues] = useState<Values>({
    ...EMPTY,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...settings,
    oauth: { ...EMPTY.oauth, ...settings?.oauth },
  } as Values);
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const setOAuth = (change: Partial<Values['oauth']>) =>
    setValues((before) => ({ ...before, oauth: { ...before.oauth, ...change } }));
  const text = (name: TextMember, label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      value={values[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(values);
      }}
    >
      <Stack gap="md" maw="46rem">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label="Name"
            description="Your name for it, shown on every screen"
            required
            value={values.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          {text('utility', 'Utility', 'UtilityID of test submissions, e.g. DEMO')}
        </SimpleGrid>
        <AddressField value={values.baseUrl} onChange={(baseUrl) => set({ baseUrl })} />
        <Environment values={values} set={set} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {text('appUid', 'Application uid', 'Of ApplicationInformation; in the Green Button hosting settings')}
          <TextInput
            label="client_id"
            description="For client_credentials and for customers' authorizations"
            value={values.oauth.clientId}
            onChange={(event) => setOAuth({ clientId: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Accordion variant="contained">
          <Accordion.Item value="more">
            <Accordion.Control>Addresses, OAuth details and intervals</Accordion.Control>
            <Accordion.Panel>
              <More values={values} set={set} setOAuth={setOAuth} text={text} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
        <Group>
          <Button
            type="submit"
            loading={busy}
            disabled={values.name.trim() === '' || values.baseUrl.trim() === ''}
            // To leave the address has it looked at, and what is said of it moves the button away under the click. Other
            // fields put in order what was typed when they are left.
            onMouseDown={(event) => {
              if (document.activeElement?.id === ADDRESS_FIELD) event.preventDefault();
            }}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Whose data they are, what may be done there, and how the workspace looks. */
function Environment({ values, set }: Pick<MoreProps, 'values' | 'set'>) {
  return (
    <Group align="end" gap="xl">
      <Stack gap={4}>
        <Text size="sm" fw={500} id="mode-label">
          Environment
        </Text>
        <SegmentedControl
          aria-labelledby="mode-label"
          value={values.mode}
          onChange={(mode) => set({ mode: mode === 'live' ? 'live' : 'test' })}
          data={[
            { value: 'test', label: 'Test: made-up customers' },
            { value: 'live', label: 'Live: real customers' },
          ]}
        />
      </Stack>
      <Switch
        label="Read-only"
        description="Nothing is sent that changes anything at the service"
        checked={values.readOnly}
        onChange={(event) => set({ readOnly: event.currentTarget.checked })}
      />
      <ColorInput
        label="Colour"
        format="hex"
        withEyeDropper={false}
        swatches={SWATCHES}
        value={values.color}
        onChange={(color) => set({ color })}
        w="10rem"
      />
      <Select
        label="Assumed time zone"
        data={ZONES.includes(values.zone) ? ZONES : [values.zone, ...ZONES]}
        searchable
        allowDeselect={false}
        value={values.zone}
        onChange={(zone) => set({ zone: zone ?? values.zone })}
        w="16rem"
      />
    </Group>
  );
}

type TextMember =
  | 'utility'
  | 'espiBase'
  | 'apiBase'
  | 'appUid'
  | 'bulkUid'
  | 'formUid'
  | 'testPrefix'
  | 'webhookHeaderPrefix';

interface MoreProps {
  values: Values;
  set: (change: Partial<Values>) => void;
  setOAuth: (change: Partial<Values['oauth']>) => void;
  text: (name: TextMember, label: string, description: string) => React.ReactNode;
}

function More({ values, set, setOAuth, text }: MoreProps) {
  const { oauth } = values;
  const oauthText = (
    name: 'authorizationEndpoint' | 'tokenEndpoint' | 'scope' | 'fixedRedirect' | 'redirectPath',
    label: string,
    description: string,
  ) => (
    <TextInput
      label={label}
      description={description}
      value={oauth[name]}
      onChange={(event) => setOAuth({ [name]: event.currentTarget.value })}
    />
  );
  const number = (
    label: string,
    description: string,
    value: number,
    min: number,
    max: number,
    change: (value: number) => void,
  ) => (
    <NumberField label={label} description={description} value={value} min={min} max={max} whole onChange={change} />
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {text('espiBase', 'Green Button base', 'Only if it is not {base}/DataCustodian/espi/1_1/resource')}
      {text('apiBase', 'JSON API base', 'Only if it is not {base}/api/v2')}
      {oauthText('authorizationEndpoint', 'Authorization address', 'If empty, taken from ApplicationInformation')}
      {oauthText('tokenEndpoint', 'Token address', 'If empty, taken from ApplicationInformation')}
      {oauthText('scope', 'Scope', '4 intervals, 16 bills, 51 customer data')}
      <Select
        label="Client authentication"
        description="How client_id and client_secret are sent"
        data={[
          { value: 'basic', label: 'HTTP Basic' },
          { value: 'body', label: 'In the form' },
        ]}
        allowDeselect={false}
        value={oauth.clientAuth}
        onChange={(value) => setOAuth({ clientAuth: value === 'body' ? 'body' : 'basic' })}
      />
      {number('Redirect port', '0: any free one', oauth.redirectPort, 0, 65_535, (redirectPort) =>
        setOAuth({ redirectPort }),
      )}
      {oauthText('redirectPath', 'Redirect path', 'Of http://127.0.0.1, as registered')}
      {oauthText(
        'fixedRedirect',
        'Fixed redirect',
        'A registered https address; you then paste the address you are sent to',
      )}
      {text('bulkUid', 'Bulk uid', 'Of the bulk feed')}
      {text('formUid', 'Form uid', 'For test submissions')}
      {text('testPrefix', 'Test prefix', 'Of user names like PREFIX_TEST_residential')}
      {text('webhookHeaderPrefix', 'Webhook headers', 'The word in X-…-Webhook-Signature')}
      {number('Fetch every (s)', '0: only when asked', values.syncEverySeconds, 0, 604_800, (syncEverySeconds) =>
        set({ syncEverySeconds }),
      )}
    </SimpleGrid>
  );
}
