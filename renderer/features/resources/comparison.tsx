/** What differs between this answer and another one: entities by their address, readings by their time. */
import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnswerDifference, ComparedText, ResourceAnswer } from '#shared/contract/resources.ts';
import { useCall } from '../../api/index.ts';
import { formatCount, formatCounted, formatOwnTime } from '../../ui/format.ts';
import { FailureState, LoadingState } from '../../ui/states.tsx';
import type { AskedCall } from './asked-calls.ts';
import { type ResourcesSearch, shownJsonPath, shownPath } from './resources-address.ts';
import { useAskedBefore } from './use-asked-before.ts';

interface ComparisonProps {
  workspace: string;
  search: ResourcesSearch;
  answer: ResourceAnswer;
}

/** Another answer: one of the request log, or that of another workspace to the same question. */
export function Comparison({ workspace, search, answer }: ComparisonProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const path = search.api === 'json' ? shownJsonPath(answer.url) : shownPath(answer.url);
  const { calls } = useAskedBefore(workspace);
  const workspaces = useCall('workspaces.list', undefined).data ?? [];
  const earlier = calls.filter(({ last }) => last.id !== answer.requestId && last.status !== undefined);
  const item = ({ first: { at, method }, last, again }: AskedCall) => ({
    value: `request ${last.id}`,
    label: `${formatOwnTime(at)} · ${method === 'GET' ? '' : `${method} `}${again.path}`,
  });
  const same = ({ first, again }: AskedCall) =>
    first.method === 'GET' && again.path === path && again.api === search.api;
  const [kind, ...rest] = chosen?.split(' ') ?? [];
  const id = rest.join(' ');
  const data = [
    { group: 'The same address, earlier', items: earlier.filter(same).map(item) },
    {
      group: 'The same address, now in the workspace',
      items: workspaces
        .filter((one) => one.id !== workspace)
        .map((one) => ({ value: `workspace ${one.id}`, label: one.name })),
    },
    { group: 'Another address, earlier', items: earlier.filter((call) => !same(call)).map(item) },
  ];
  const own = { text: answer.text ?? '', cut: answer.cut };
  return (
    <section className="ms-panel ms-resource-head" aria-label="Comparison">
      <Select
        label="Compare with"
        size="xs"
        clearable
        searchable
        placeholder="An earlier answer, or another workspace"
        data={data.filter(({ items }) => items.length > 0)}
        value={chosen}
        onChange={setChosen}
      />
      {kind === 'request' ? <WithEarlier workspace={workspace} id={id} own={own} /> : null}
      {kind === 'workspace' ? <WithWorkspace other={id} search={search} path={path} own={own} /> : null}
    </section>
  );
}

function WithEarlier({ workspace, id, own }: { workspace: string; id: string; own: ComparedText }) {
  const { data, error, refetch } = useCall('requests.inspect', { workspace, id });
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Loading the earlier answer" />;
  const body = data.kept?.answer?.body;
  if (body?.state !== 'kept') {
    return <NotCompared>The body of that answer is not in the request log any more, or was not kept.</NotCompared>;
  }
  return <Result before={body} after={own} />;
}

function WithWorkspace({
  other,
  search,
  path,
  own,
}: { other: string; path: string; own: ComparedText } & Pick<ComparisonProps, 'search'>) {
  const { authorization, token: tokenClass, api = 'greenbutton' } = search;
  const { data, error, refetch } = useCall('resources.fetch', {
    workspace: other,
    api,
    path,
    authorization,
    tokenClass,
  });
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Asking the other service" />;
  if (data.refusal)
    return <NotCompared>{`The other service answered ${data.status}. ${data.refusal.message}`}</NotCompared>;
  return <Result before={{ text: data.text ?? '', cut: data.cut }} after={own} />;
}

function Result({ before, after }: { before: ComparedText; after: ComparedText }) {
  const input = { before: textOf(before), after: textOf(after) };
  const { data, error, refetch } = useCall('resources.compare', input);
  if (error) return <FailureState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Comparing" />;
  if (!data.compared) return <NotCompared>{data.why}</NotCompared>;
  const { entities, readings } = data;
  return (
    <div className="ms-resource-difference">
      <Text size="sm" role="status">
        {summary('Entities', entities)}
        {readings.of.before + readings.of.after > 0 ? ` ${summary('Readings', readings)}` : ''} Order, prefixes, hosts
        and the times of writing (updated, published) were left out.
      </Text>
      <Differences of={entities} nameOf={({ kind, key }) => `${kind} ${key}`} />
      <Differences
        of={readings}
        nameOf={({ series, start, duration }) =>
          `${start === undefined ? 'no time' : formatOwnTime(start * 1000)}${duration === undefined ? '' : `, ${duration} s`} · ${series}`
        }
        more={({ text }) => text}
      />
    </div>
  );
}

type Compared = Extract<AnswerDifference, { compared: true }>;
type DifferencesOf = Compared['entities'] | Compared['readings'];

function summary(noun: string, { of, counts: { added, gone, changed } }: DifferencesOf): string {
  const counts = `${formatCount(of.before)} before, ${formatCount(of.after)} here`;
  if (added + gone + changed === 0) return `${noun}: no difference (${counts}).`;
  return `${noun}: ${formatCount(added)} added, ${formatCount(gone)} gone, ${formatCount(changed)} changed (${counts}).`;
}

interface Difference<T> {
  counts: { added: number; gone: number; changed: number };
  added: T[];
  gone: T[];
  changed: (T & { members: { name: string; before?: string | undefined; after?: string | undefined }[] })[];
}

function Differences<T>({
  of,
  nameOf,
  more,
}: {
  of: Difference<T>;
  nameOf: (one: T) => string;
  more?: (one: T) => string;
}) {
  const listed = of.added.length + of.gone.length + of.changed.length;
  const all = of.counts.added + of.counts.gone + of.counts.changed;
  const line = (word: string, one: T) => (
    <>
      <b>{word}</b> {nameOf(one)}
      {more ? <Text span size="xs" c="dimmed">{` ${more(one)}`}</Text> : null}
    </>
  );
  if (all === 0) return null;
  return (
    <ul>
      {of.added.map((one) => (
        <li key={`added ${nameOf(one)} ${more?.(one)}`}>{line('added', one)}</li>
      ))}
      {of.gone.map((one) => (
        <li key={`gone ${nameOf(one)} ${more?.(one)}`}>{line('gone', one)}</li>
      ))}
      {of.changed.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: differences of two answers never move
        <li key={index}>
          <b>changed</b> {nameOf(one)}
          <ul>
            {one.members.map(({ name, before, after }) => (
              <li key={name}>
                {name}: {before ?? 'not there'} → {after ?? 'not there'}
              </li>
            ))}
          </ul>
        </li>
      ))}
      {listed < all ? <li>and {formatCounted(all - listed, 'more difference')}</li> : null}
    </ul>
  );
}

function NotCompared({ children }: { children: string }) {
  return (
    <Text size="sm" role="status">
      Not compared. {children}
    </Text>
  );
}

function textOf({ text, cut }: ComparedText): ComparedText {
  return { text, cut };
}
